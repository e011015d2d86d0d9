#!/usr/bin/env python3
"""What deriving may take: derive_limits.py TOOL

Processor time, of which other programs on the machine take nothing, and memory; the best of three.
"""
import os
import resource
import subprocess
import sys
from pathlib import Path

TOOL = sys.argv[1]
SHARED = Path(os.environ.get("KINETREE_SHARED")
              or Path(__file__).resolve().parents[3] / "shared")
PANDA = SHARED / "models" / "urdf" / "panda.urdf"
complaints = 0


def seconds(command, code):
    """Of one run that must end with this exit code; its output is thrown away."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS,
                                                                  (2 << 30, 2 << 30)))
    if result.returncode != code:
        sys.exit(f"{' '.join(command)}: exit code {result.returncode}\n{result.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(robot, quantities, options, most, code=0):
    global complaints
    command = [TOOL, "derive", robot, "--quantity", quantities, "--quiet", *options]
    best = min(seconds(command, code) for _ in range(3))
    print(f"{robot} {quantities} {' '.join(options)}: {best:.2f} s of {most}, within 2 GB")
    complaints += best > most


check("puma6", "M,C,g", [], 10)
check("chain:5", "M,C,g", [], 10)  # no zero and no right angle: all letters there can be
check("snake:7", "M,C,g", ["--numeric", "all"], 1)
if PANDA.exists():
    check(str(PANDA), "M,C,g", ["--numeric", "all"], 1)
else:
    print("skipped: the Panda; KINETREE_SHARED names the folder of recorded values")
check("chain:100", "C", [], 2, code=2)
check("chain:100", "M", ["--numeric", "all"], 2, code=2)
check("chain:5000", "M", [], 5, code=2)
sys.exit(1 if complaints else 0)
