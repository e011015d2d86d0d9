#!/usr/bin/env python3
"""Counts the instructions of the main evaluations under callgrind, and fails where one takes more
than it may. Unlike time, that does not depend on how busy the machine is.

The bounds are those of the preset dev with the compiler of Debian 12, in
tests/instructions/bounds.json: what was counted, and a tenth, because the C library takes other
ways on other processors. --write counts anew and writes them; do so where a kernel got faster, or a
reason is given why it got slower."""
import argparse
import json
import os
import re
import subprocess
import sys

ROBOTS = {"one": ["puma6", "chain:50", "quadruped"], "batch": ["puma6", "quadruped"]}
QUANTITIES = {"one": ["M", "tau", "a", "C", "dtau"], "batch": ["M", "tau", "a", "C"]}
SETS = ["baseline", "avx2"]  # callgrind knows no AVX-512
SLACK = 1.10


def count(program, simd, mode, robot, quantity):
    """Instructions of one evaluation; None where the processor does not have the set."""
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--collect-atstart=no",
         "--toggle-collect=kinetree_measured", "--callgrind-out-file=/dev/null",
         program, robot, mode, quantity],
        env={**os.environ, "KINETREE_SIMD": simd}, capture_output=True, text=True)
    if "this processor does not have" in run.stderr:
        return None
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not collected:
        sys.exit(f"{program} {robot} {mode} {quantity} ({simd}) failed:\n{run.stderr}")
    return int(collected.group(1)) / int(run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("bounds")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    bounds = {} if arguments.write else json.load(open(arguments.bounds, encoding="utf-8"))
    found, failures = {}, []
    for simd in SETS:
        for mode, robots in ROBOTS.items():
            for robot in robots:
                for quantity in QUANTITIES[mode]:
                    name = f"{simd} {mode} {robot} {quantity}"
                    instructions = count(arguments.program, simd, mode, robot, quantity)
                    if instructions is None:
                        print(f"{name}: not on this processor")
                        continue
                    found[name] = round(SLACK * instructions)
                    bound = bounds.get(name)
                    print(f"{name}: {instructions:.0f}, at most {bound}")
                    if not arguments.write and (bound is None or instructions > bound):
                        failures.append(name)
    if arguments.write:
        with open(arguments.bounds, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)
            file.write("\n")
    if failures:
        sys.exit("more instructions than allowed, or no bound: " + ", ".join(failures))


if __name__ == "__main__":
    main()
