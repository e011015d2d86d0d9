#!/usr/bin/env python3
"""Checks that every header includes what it uses: check_headers.py BUILD_FOLDER [CLANG]

The builds join sources, so that a header may compile there because of what stands before it. Here
each is compiled alone, by its syntax only. Most headers reach Eigen by way of one of ours; for them
that one is compiled beforehand, which shows them nothing that they do not include anyway."""
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

from repository import ROOT, files, report

FOLDERS = ("include", "src", "cli")  # as compilers are told to look for headers
FIRST = "include/kinetree/link.hpp"
INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]', re.M)


def reach(root, header, found):
    """Adds to `found` this header and those of ours that it includes, directly or not."""
    if header in found:
        return found
    found.add(header)
    for name in INCLUDE.findall(header.read_text(encoding="utf-8")):
        for folder in (header.parent, *(root / f for f in FOLDERS)):
            if (folder / name).is_file():
                reach(root, (folder / name).resolve(), found)
                break
    return found


def check(root, build, clang="clang++-14"):
    root = root.resolve()
    command = [clang, "-std=c++20", "-w", "-isystem", "/usr/include/eigen3",
               "-DEIGEN_MAX_ALIGN_BYTES=32", f"-I{build}/include",
               "-DKINETREE_SIMD_SET=any", "-DKINETREE_LANES=2",  # whoever includes packs says so
               *(f"-I{root / folder}" for folder in FOLDERS)]
    first = root / FIRST
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(cpu_count()) as pool:
        compiled = Path(folder) / "first.pch"
        if first.is_file():
            # What is wrong with it is said below. Half of the time, others spend on its templates.
            subprocess.run([*command, "-fpch-instantiate-templates", "-x", "c++-header", first,
                            "-o", compiled], check=False, stderr=subprocess.DEVNULL)

        def complaint(header):
            before = []
            if header != first and compiled.exists() and first in reach(root, header, set()):
                before = ["-include-pch", compiled]
            result = subprocess.run(
                [*command, *before, "-fsyntax-only", "-x", "c++", "-"], text=True, check=False,
                input=f'#include "{header}"\n', capture_output=True)
            if result.returncode == 0:
                return None
            error = re.search(r"error: (.*)", result.stderr)
            return (f"{header.relative_to(root)}:1: does not compile alone: "
                    f"{error[1] if error else result.stderr}")

        headers = [h for f in FOLDERS for h in files(root / f, ".hpp")]
        return [each for each in pool.map(complaint, headers) if each]


if __name__ == "__main__":
    sys.exit(report("headers", check(ROOT, Path(sys.argv[1]).resolve(), *sys.argv[2:3])))
