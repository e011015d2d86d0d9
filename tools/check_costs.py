#!/usr/bin/env python3
"""Checks the costs on the pages of methods against what `kinetree count` finds: check_costs.py TOOL

Rows of tables that begin with "counted" or "given" hold polynomials in n, and the table of
docs/algorithms/README.md holds numbers for a few n."""
import argparse
import json
import re
import subprocess
import sys

from repository import ROOT, files, report

ROW = re.compile(r"^\|\s*(?:[^|]*,\s*)?(counted|given)\s*\|([^|]+)\|([^|]+)\|")
NUMBERS = re.compile(r"^\|\s*`(\w+)`(?:, ([\w ]+))?\s*\|((?:\s*\d+, \d+\s*\|)+)")
QUANTITIES = {"M": "mass_matrix", "C": "coriolis", "gravity": "gravity", "bias": "bias",
              "inverse dynamics": "inverse_dynamics", "forward dynamics": "forward_dynamics"}


def plain(text):
    return text.replace("−", "-").replace(" ", "")


def costs(tool, model):
    run = subprocess.run([tool, "count", model, "--json"], capture_output=True, check=True)
    return json.loads(run.stdout)["methods"]


def check_page(page, methods, place):
    """Polynomials of a page, each of which a method of that name (or a variant) must have."""
    mine = [m for m in methods if m["method"] == page.stem or
            m["method"].startswith(page.stem + "_")]
    known = {(kind, plain(m["chain"][kind]["multiplications"]["text"]),
              plain(m["chain"][kind]["additions"]["text"]))
             for m in mine for kind in ("counted", "given")}
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        row = ROW.match(line)
        if row and (row[1], plain(row[2]), plain(row[3])) not in known:
            yield f"{place}:{number}: no method {page.stem} has these costs"


def check_numbers(page, count, place):
    sizes = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        sizes = [int(n) for n in re.findall(r"n = (\d+) \|", line)] or sizes
        row = NUMBERS.match(line)
        if not row:
            continue
        for n, cell in zip(sizes, row[3].split("|")):
            found = [(m["counted"]["multiplications"], m["counted"]["additions"])
                     for m in count(n) if m["method"] == row[1] and
                     m["quantity"] == QUANTITIES.get(row[2] or "", m["quantity"])]
            if tuple(map(int, cell.split(","))) not in found:
                yield f"{place}:{number}: n = {n} takes {found}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="the built kinetree")
    tool = parser.parse_args().tool
    cache = {}

    def count(n):
        if n not in cache:
            cache[n] = costs(tool, f"chain:{n}")
        return cache[n]

    complaints = []
    for page in files(ROOT / "docs" / "algorithms", ".md"):
        place = page.relative_to(ROOT)
        check = check_numbers(page, count, place) if page.stem == "README" else (
            check_page(page, count(6), place))
        complaints += list(check)
    return report("costs", complaints)


if __name__ == "__main__":
    sys.exit(main())
