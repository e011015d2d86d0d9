"""What the checks share: which files are ours, and how complaints are reported."""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Hidden folders hold tools' own data; `build` (or build-anything) holds generated files;
# node_modules what an editor wanted beside web/package.json.
SKIPPED = ("build", "__pycache__", "node_modules")


def files(root, *suffixes):
    """All files below root with one of the suffixes, sorted, without what is generated."""
    found = []
    for folder, names, leaves in os.walk(root):
        names[:] = [n for n in names if not n.startswith((".", *SKIPPED))]
        found += [Path(folder, leaf) for leaf in leaves if leaf.endswith(suffixes)]
    return sorted(found)


def report(check, complaints):
    """Prints complaints, "file:line: what is wrong", and returns the exit code."""
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{check}: {len(complaints)} complaints" if complaints else f"{check}: ok")
    return 1 if complaints else 0
