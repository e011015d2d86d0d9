#!/usr/bin/env python3
"""Lets snakes of growing length fall and weighs the tool: scaling.py TOOL

A step of a simulation, audit included, is O(n) in time and in memory. Four times the links may take
six times the processor time (caches), where a matrix would take sixteen times; and half the memory
that one matrix of that size would need is enough. Standard library only.
"""
import json
import os
import subprocess
import sys
import tempfile

SHORT, LONG = 1000, 4000


def measure(tool, path, links):
    """Processor time in seconds and peak memory in bytes of a fixed number of steps."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "kinetree-scenario/1", "model": f"snake:{links}", "duration": 0.005,
                   "forward_dynamics": "denoc", "integrator": {"method": "rk4", "step": 1e-4},
                   "record": {"every": 0.001}}, file)
    child = subprocess.Popen([tool, "simulate", path], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, f"exit code {child.returncode}"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    tool = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "fall.json")
        measure(tool, path, SHORT)  # warms the caches
        start, short, long = (measure(tool, path, n) for n in (1, SHORT, LONG))
    ratio = (long[0] - start[0]) / (short[0] - start[0])
    print(f"{SHORT} to {LONG} links: {ratio:.1f} times the time, {long[1] / 1e6:.0f} MB")
    sys.exit(not (ratio < 6 and long[1] < LONG * LONG * 8 / 2))


main()
