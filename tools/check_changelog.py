#!/usr/bin/env python3
"""Checks CHANGELOG.md: the top section says "Unreleased" or a version with its date, and what
changed."""
import re
import sys
from pathlib import Path

from repository import ROOT, report

SECTION = re.compile(r"^## (.*)$", re.M)
TITLE = re.compile(r"\[?(Unreleased|\d+\.\d+\.\d+\]? - \d{4}-\d{2}-\d{2})\]?$")


def check(root):
    file = root / "CHANGELOG.md"
    if not file.exists():
        return ["CHANGELOG.md:1: there is none"]
    text = file.read_text(encoding="utf-8")
    sections = list(SECTION.finditer(text))
    if not sections:
        return ['CHANGELOG.md:1: no section "## [Unreleased]" or "## [1.2.3] - 2026-01-31"']
    complaints = []
    for section in sections:
        if not TITLE.match(section[1].strip()):
            line = text.count("\n", 0, section.start()) + 1
            complaints.append(f"CHANGELOG.md:{line}: neither Unreleased nor version and date")
    end = sections[1].start() if len(sections) > 1 else len(text)
    if not re.search(r"^[-*] +\S", text[sections[0].end():end], re.M):
        complaints.append("CHANGELOG.md:1: the top section has no entry")
    return complaints


if __name__ == "__main__":
    sys.exit(report("changelog", check(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT)))
