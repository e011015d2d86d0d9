#!/usr/bin/env python3
"""Checks that clang-format would change nothing: check_format.py [CLANG_FORMAT]. The version is
pinned, because each version formats a little differently."""
import subprocess
import sys

from repository import ROOT, files, report


def check(root, program):
    sources = files(root, ".cpp", ".hpp")
    # Starting the program takes longer than formatting a file, so it first looks at all of them.
    if sources and subprocess.run([program, "--style=file", "--dry-run", "--Werror", *sources],
                                  capture_output=True, check=False).returncode == 0:
        return []
    complaints = []
    for file in sources:
        run = subprocess.run([program, "--style=file", str(file)], capture_output=True, check=False)
        if run.returncode != 0:
            complaints.append(run.stderr.decode().strip())
            continue
        text, wanted = (t.splitlines() for t in (file.read_bytes(), run.stdout))
        if text != wanted:
            pairs = enumerate(zip(text, wanted), 1)
            line = next((n for n, (a, b) in pairs if a != b), min(len(text), len(wanted)))
            complaints.append(f"{file.relative_to(root)}:{line}: run {program} -i on it")
    return complaints


if __name__ == "__main__":
    sys.exit(report("format", check(ROOT, sys.argv[1] if sys.argv[1:] else "clang-format-14")))
