#!/usr/bin/env python3
"""Checks that files stay readable: lines per file, columns per line. Functions are clang-tidy's."""
import sys
from pathlib import Path

from repository import ROOT, files, report

COLUMNS = 100
# First match decides: (folder, suffix, lines).
LIMITS = [
    ("include", ".hpp", 150),
    ("src", ".hpp", 200),
    ("cli", ".hpp", 200),
    ("tests", ".hpp", 200),
    ("tools", ".py", 150),
    ("tools", ".sh", 150),
    ("web", ".js", 300),
    ("web", ".css", 300),
    ("web", ".html", 150),
    ("", ".cpp", 400),
    ("", ".py", None),
]


def limit_of(path):
    """(checked at all, most lines or None)"""
    for folder, suffix, lines in LIMITS:
        if path.suffix == suffix and path.is_relative_to(folder):
            return True, lines
    return False, None


def check(root):
    complaints = []
    for file in files(root, *{suffix for _, suffix, _ in LIMITS}):
        path = file.relative_to(root)
        checked, most = limit_of(path)
        if not checked:
            continue
        lines = file.read_text(encoding="utf-8").splitlines()
        if most and len(lines) > most:
            complaints.append(f"{path}:{most}: {len(lines)} lines, at most {most}: split by idea")
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                complaints.append(f"{path}:{number}: {len(line)} columns, at most {COLUMNS}")
    return complaints


if __name__ == "__main__":
    sys.exit(report("sizes", check(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT)))
