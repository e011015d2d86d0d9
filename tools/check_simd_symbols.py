#!/usr/bin/env python3
"""Checks that kernels of one instruction set keep to themselves.

check_simd_symbols.py NM SET=FILE:FILE…

A function of a header that was not inlined is a weak symbol, and of several copies the linker keeps
any one. A copy with AVX-512 instructions would then run on processors without them. So every weak
symbol of such an object must have the name of its set in it.
"""
import subprocess
import sys


def strangers(nm, name, file):
    lines = subprocess.run([nm, "--demangle", file], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    weak = [line.split(" ", 2)[2] for line in lines if line[17:18] in "VWuvw"]
    if not any(name in symbol for line in lines for symbol in [line]):
        return ["no symbol of this set at all"]
    # The address of what handles exceptions is no code.
    return [symbol for symbol in weak
            if f"kinetree::{name}::" not in symbol and not symbol.startswith("DW.ref.")]


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    complaints = []
    for argument in arguments[1:]:
        name, objects = argument.split("=", 1)
        for file in objects.split(":"):
            complaints += [f"{name}: {symbol}" for symbol in strangers(arguments[0], name, file)]
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
