#!/usr/bin/env python3
"""Writes the figures of docs/performance.md: make_performance.py FILE...

A FILE is what `kinetree bench --json -o FILE` wrote, or the same with --edits or --crossovers, in
an optimised build of a commit. Each kind has a place of its own on the page; what is not given
stays.
"""
import json
import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent / "performance.md"
# What stands between these two lines is ours; the page has a pair for every kind of report.
BEGIN = "<!-- {}: docs/make_performance.py writes what is between these lines -->\n"
END = "<!-- end of {} -->\n"


def number(value):
    return "–" if value is None else f"{value:.4g}" if value < 1000 else f"{value:.0f}"


def header(report):
    machine = report["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in report["libraries"].items())
    lines = [f"Commit `{report['commit']}`, {machine['compiler']} `{machine['flags']}`, "
             f"{machine['cpu']}, {machine['cores']} cores, governor {machine['governor']}; "
             f"{versions}."]
    if report.get("fma_peak"):
        peaks = ", ".join(f"{p['gflops']:.1f} ({p['set']})" for p in report["fma_peak"])
        lines.append(f"Peak of one core, GFlop/s: {peaks}.")
    return lines + [f"Not in this run: {note}." for note in report["notes"]]


def models_of(report):
    return dict.fromkeys(row["model"] for row in report["rows"])


def edits(report):
    lines = header(report)
    for model in models_of(report):
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
    return lines


def flops(row):
    operations = row["operations"]
    if operations is None:
        return "–"
    return str(sum(operations[name] for name in ("mul", "add", "div", "sqrt")))


def ratio(report, row):
    """The fastest peer over ours."""
    peers = [r for r in report["rows"] if r["library"] != "kinetree"
             and r["model"] == row["model"] and r["quantity"] == row["quantity"]]
    if row["library"] != "kinetree" or not peers:
        return "–"
    best = min(peers, key=lambda r: r["ns"])
    value = best["ns"] / row["ns"]
    return f"{value:.2f} {best['library']}" if value >= 1 else f"**{value:.2f} {best['library']}**"


def evaluations(report):
    lines = header(report)
    for model in models_of(report):
        rows = [row for row in report["rows"] if row["model"] == model]
        lines += ["", f"### {model}", "",
                  "| | library | mode | simd | threads | method | ns | median | spread | dependent "
                  "| cold | flop | peak | peer/ours |", "|---" * 14 + "|"]
        for quantity in dict.fromkeys(row["quantity"] for row in rows):
            for row in rows:
                if row["quantity"] == quantity:
                    share = row["peak_share"]
                    lines.append(
                        f"| {quantity} | {row['library']} | {row['mode']} | {row['simd']} "
                        f"| {row['threads']} | `{row['method']}` | {row['ns']:.0f} "
                        f"| {row['ns_median']:.0f} | {row['spread']:.0%} "
                        f"| {number(row['ns_dependent'])} | {number(row['ns_cold'])} "
                        f"| {flops(row)} | {'–' if share is None else f'{share:.1%}'} "
                        f"| {ratio(report, row)} |")
    lost = [v for v in report["verdicts"] if not v["reached"]]
    won = len(report["verdicts"]) - len(lost)
    lines += ["", f"Faster than every peer in {won} of {len(report['verdicts'])} comparisons.", ""]
    lines += [f"* slower: {v['model']} {v['ratio']} = {v['value']:.2f}" for v in lost]
    return lines


def crossovers(report):
    lines = header(report)
    for quantity in dict.fromkeys(c["quantity"] for c in report["crossovers"]):
        rows = [row for row in report["rows"] if row["quantity"] == quantity]
        methods = list(dict.fromkeys(row["method"] for row in rows))
        lines += ["", f"| {quantity} of | {' | '.join(methods)} |",
                  "|---" * (len(methods) + 1) + "|"]
        for model in dict.fromkeys(row["model"] for row in rows):
            times = {row["method"]: row["ns"] for row in rows if row["model"] == model}
            cells = " | ".join(f"{times[m]:.0f}" if m in times else "–" for m in methods)
            lines.append(f"| {model} | {cells} |")
        lines.append("")
        lines += [f"* `{c['method']}` is the fastest from n = {c['from']} to {c['to']}"
                  for c in report["crossovers"] if c["quantity"] == quantity]
    return lines


def kind_of(report):
    if report.get("crossovers"):
        return "crossovers"
    quantities = {row["quantity"] for row in report["rows"]}
    return "edits" if "attach+M" in quantities else "evaluations"


WRITERS = {"edits": edits, "evaluations": evaluations, "crossovers": crossovers}


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    text = PAGE.read_text(encoding="utf-8")
    for file in arguments:
        report = json.loads(Path(file).read_text(encoding="utf-8"))
        if report["format"] != "kinetree-bench/1" or report["quick"] or not report["for_figures"]:
            sys.exit(f"make_performance.py: {file}: only figures of a whole run of an optimised "
                     "build count")
        kind = kind_of(report)
        begin, end = BEGIN.format(kind), END.format(kind)
        body = begin + "\n" + "\n".join(WRITERS[kind](report)) + "\n\n" + end
        text, places = re.subn(re.escape(begin) + ".*?" + re.escape(end), lambda _: body, text,
                               flags=re.S)
        if places != 1:
            sys.exit(f"make_performance.py: the page has {places} places for {kind}")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
