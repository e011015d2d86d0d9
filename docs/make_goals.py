#!/usr/bin/env python3
"""Writes the goals of docs/performance.md and whether they are reached: make_goals.py FILE...

Every FILE is what `kinetree bench --json -o FILE` wrote, in an optimised build of a commit, of
robots that bench/results/peers.json knows. How long their fastest peers take is known from another
machine, and so is how long KDL and MuJoCo take there; what these two take in our run says how much
faster or slower this machine is, row by row where the quantity has such a row, else on average.
"""
import json
import math
import re
import sys
from pathlib import Path

from make_performance import BEGIN, END, PAGE, header

PEERS = Path(__file__).resolve().parent.parent / "bench" / "results" / "peers.json"
MODES = {"one_state": "one state", "batch": "blocks, a state", "generated_batch":
         "blocks, generated code, a state"}
SMALL = 4096  # states
NARROW = {"avx2": 8, "baseline": 4}  # what is wanted of blocks in narrower registers


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def scales(rows, robot):
    """How many times longer this machine takes: per quantity, and on average under None."""
    found = {}
    for row in rows:
        known = robot.get(row["library"], {})
        if row["mode"] == "one_state" and row["quantity"] in known:
            found.setdefault(row["quantity"], []).append(row["ns"] / known[row["quantity"]])
    result = {quantity: mean(ratios) for quantity, ratios in found.items()}
    if result:
        result[None] = mean(list(result.values()))
    return result


def ours(rows, mode, quantity):
    """The fastest of our ways, on one thread."""
    times = [row["ns"] for row in rows
             if row["library"] == "kinetree" and row["mode"] == mode
             and row["quantity"] == quantity and row["threads"] == 1
             and row["states"] in (1, SMALL)]
    return min(times, default=None)


def set_of(report):
    return next(row["simd"] for row in report["rows"]
                if row["library"] == "kinetree" and row["mode"] != "generated")


def narrow_lines(reports, robots):
    """Blocks by those instruction sets, in runs of their own."""
    lines = ["| blocks, a state | | registers | peer, ns | ours, ns | factor | wanted | |",
             "|---|---|---|---|---|---|---|---|"]
    for report in reports:
        for name, robot in robots.items():
            rows = [row for row in report["rows"] if row["model"] == name]
            scale = scales(rows, robot)
            for quantity in robot.get("batch", {}) if scale else ():
                time = ours(rows, "batch", quantity)
                if time is not None:
                    peer = robot["batch_peer"][quantity] * scale.get(quantity, scale[None])
                    wanted = NARROW[set_of(report)]
                    lines.append(f"| {robot['as']} | {quantity} | {set_of(report)} | {peer:.0f} "
                                 f"| {time:.3g} | {peer / time:.1f} | {wanted} "
                                 f"| {verdict(peer, time, wanted)} |")
    return lines + [""] if len(lines) > 2 else []


def verdict(peer, time, wanted):
    good = peer / time >= wanted
    return "reached" if good else f"**{wanted * time / peer:.2f} times too long**"


def goal_lines(reports, robots):
    lines = ["| robot | | peer, ns | ours, ns | factor | wanted | |", "|---" * 7 + "|"]
    reached = total = 0
    for name, robot in robots.items():
        rows = [row for report in reports for row in report["rows"] if row["model"] == name]
        scale = scales(rows, robot)
        for mode, words in MODES.items():
            for quantity, wanted in robot.get(mode, {}).items() if scale else ():
                time = ours(rows, mode, quantity)
                if time is None:
                    continue
                known = robot["peer" if mode == "one_state" else "batch_peer"][quantity]
                peer = known * scale.get(quantity, scale[None])
                reached, total = reached + (peer / time >= wanted), total + 1
                lines.append(f"| {robot['as']} | {quantity}, {words} | {peer:.0f} | {time:.3g} "
                             f"| {peer / time:.1f} | {wanted:g} | {verdict(peer, time, wanted)} |")
    return lines + ["", f"Reached: {reached} of {total}.", ""]


def thread_lines(reports):
    """One thread over several, in the batches that are large enough."""
    lines = ["| robot | | way | one thread, ns a state | all cores | ratio |", "|---" * 6 + "|"]
    ratios = []
    for report in reports:
        times = {}
        for row in report["rows"]:
            if row["library"] == "kinetree" and row["states"] > SMALL:
                key = (row["model"], row["quantity"], row["mode"], row["method"], row["states"])
                times.setdefault(key, {})[row["threads"]] = row["ns"]
        for (model, quantity, mode, method, states), by_threads in times.items():
            if len(by_threads) < 2:
                continue
            one, many = by_threads[1], by_threads[max(by_threads)]
            ratios.append(one / many)
            way = f"{MODES[mode]}, `{method}`, {states} states"
            lines.append(f"| {model} | {quantity} | {way} | {one:.1f} | {many:.1f} "
                         f"| {one / many:.2f} |")
    if not ratios:
        return []
    return lines + ["", f"From {min(ratios):.2f} to {max(ratios):.2f}; 1.85 is wanted."]


def main(files):
    if not files:
        sys.exit(__doc__)
    reports = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files]
    for file, report in zip(files, reports):
        if report["format"] != "kinetree-bench/1" or report["quick"] or not report["for_figures"]:
            sys.exit(f"make_goals.py: {file}: only figures of a whole run of an optimised build "
                     "count")
    robots = json.loads(PEERS.read_text(encoding="utf-8"))["robots"]
    begin = BEGIN.replace("make_performance", "make_goals").format("goals")
    end = END.format("goals")
    about = [line for line in header(reports[0]) if not line.startswith("Not in this run")]
    narrow = [report for report in reports if set_of(report) in NARROW]
    wide = [report for report in reports if set_of(report) not in NARROW]
    lines = about + ["", *goal_lines(wide, robots), *narrow_lines(narrow, robots)]
    lines += thread_lines(wide)
    body = begin + "\n" + "\n".join(lines) + "\n\n" + end
    text, places = re.subn(re.escape(begin) + ".*?" + re.escape(end), lambda _: body,
                           PAGE.read_text(encoding="utf-8"), flags=re.S)
    if places != 1:
        sys.exit(f"make_goals.py: the page has {places} places for goals")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
