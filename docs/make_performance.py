#!/usr/bin/env python3
"""Writes the figures of docs/performance.md: make_performance.py FILE

FILE is what `kinetree bench --edits --json -o FILE` wrote, in an optimised build of a commit.
"""
import json
import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "performance.md"
BEGIN = "<!-- figures: docs/make_performance.py writes what is between these lines -->\n"
END = "<!-- end of figures -->\n"


def number(value):
    return "–" if value is None else f"{value:.4g}" if value < 1000 else f"{value:.0f}"


def figures(report):
    machine = report["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in report["libraries"].items())
    lines = [f"Commit `{report['commit']}`, {machine['compiler']} `{machine['flags']}`, "
             f"{machine['cpu']}, {machine['cores']} cores, governor {machine['governor']}; "
             f"{versions}."]
    lines += [f"Not in this run: {note}." for note in report["notes"]]
    for model in dict.fromkeys(row["model"] for row in report["rows"]):
        lines += ["", f"### {model}", "",
                  "| library | row | way | ns | median | spread | allocations |",
                  "|---|---|---|---|---|---|---|"]
        for row in report["rows"]:
            if row["model"] == model:
                lines.append(f"| {row['library']} | `{row['quantity']}` | {row['way']} "
                             f"| {row['ns']:.0f} | {row['ns_median']:.0f} | {row['spread']:.0%} "
                             f"| {number(row['allocations'])} |")
        lines.append("")
        for v in report["verdicts"]:
            if v["model"] == model:
                verdict = "reached" if v["reached"] else "**not reached**"
                lines.append(f"* {v['ratio']} = {v['value']:.1f}, "
                             f"wanted {v['want']} {v['goal']:g}: {verdict}")
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    report = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    if report["format"] != "kinetree-bench/1" or report["quick"] or not report["for_figures"]:
        sys.exit("make_performance.py: only figures of a whole run of an optimised build count")
    text = PAGE.read_text(encoding="utf-8")
    body = f"{BEGIN}\n{figures(report)}\n{END}"
    PAGE.write_text(re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: body, text,
                           flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
