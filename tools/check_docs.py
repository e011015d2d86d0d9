#!/usr/bin/env python3
"""Checks the documentation: links and anchors resolve, method pages are complete.

With --tool PATH, every method of the registry must have its page docs/algorithms/**/<name>.md, or
be a variant <name>_<variant> that this page names, and the reference it names must be a key of
docs/references.bib."""
import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from repository import ROOT, files, report

HEADINGS = ["Idea", "Equations", "Steps", "Cost", "Valid for", "Reference", "Code"]
FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^(#+)\s+(.*?)\s*#*$")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^\s*\[[^\]]+\]:\s+<?([^\s>]+)>?")
HTML = re.compile(r"<(?:img|a)\s[^>]*(?:src|href)=\"([^\"]+)\"")
ANCHOR = re.compile(r"<a\s[^>]*(?:id|name)=\"([^\"]+)\"")
SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.I)


def prose(text):
    """Numbered lines outside code blocks, without inline code: `[i](j)` there is an index."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            yield number, line


def slug(heading):
    """The anchor that renderers make of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text):
    seen, found = {}, set()
    for _, line in prose(text):
        found.update(ANCHOR.findall(line))
        match = HEADING.match(line)
        if match:
            name = slug(match[2])
            count = seen.get(name, 0)
            found.add(f"{name}-{count}" if count else name)
            seen[name] = count + 1
    return found


def check_links(root, page):
    for number, line in prose(page.read_text(encoding="utf-8")):
        line = re.sub(r"`[^`]*`", "", line)
        for target in LINK.findall(line) + DEFINITION.findall(line) + HTML.findall(line):
            if SCHEME.match(target) or target.startswith("//"):
                continue
            where, _, anchor = unquote(target).partition("#")
            base = root if where.startswith("/") else page.parent
            file = (base / where.lstrip("/")).resolve() if where else page
            place = f"{page.relative_to(root)}:{number}"
            if not file.exists():
                yield f"{place}: no such file: {target}"
            elif anchor and file.suffix == ".md":
                if anchor not in anchors(file.read_text(encoding="utf-8")):
                    yield f"{place}: no such heading: {target}"


def method_pages(root):
    return [p for p in files(root / "docs" / "algorithms", ".md") if p.stem.lower() != "readme"]


def check_page(root, page):
    lines = prose(page.read_text(encoding="utf-8"))
    found = [m[2] for _, line in lines if (m := HEADING.match(line)) and m[1] == "##"]
    if [h for h in found if h in HEADINGS] != HEADINGS:
        yield f"{page.relative_to(root)}:1: needs the headings, in order: {', '.join(HEADINGS)}"


def rows(data):
    """The registry's rows, wherever they are in what `methods --json` printed."""
    if isinstance(data, dict) and {"method", "quantity"} <= data.keys():
        yield data
    elif isinstance(data, (dict, list)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from rows(value)


def check_methods(root, printed):
    methods = list(rows(json.loads(printed)))
    if not methods:
        yield "the tool lists no methods"
    pages = set()
    for page in method_pages(root):
        variants = re.findall(rf"`({page.stem}_\w+)`", page.read_text(encoding="utf-8"))
        pages |= {page.stem, *variants}
    bib = root / "docs" / "references.bib"
    keys = set(re.findall(r"^@\w+\{([^,\s]+)", bib.read_text(encoding="utf-8"), re.M))
    for name in sorted({m["method"] for m in methods} - pages):
        yield f"docs/algorithms: no page {name}.md for method {name}"
    for key in sorted({m["reference"] for m in methods if m.get("reference")} - keys):
        yield f"docs/references.bib:1: no entry {key}, which the registry names"


def check(root, printed=None):
    complaints = [c for page in files(root, ".md") for c in check_links(root, page)]
    complaints += [c for page in method_pages(root) for c in check_page(root, page)]
    return complaints + (list(check_methods(root, printed)) if printed is not None else [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--tool", help="the built kinetree")
    options = parser.parse_args()
    listed = None
    if options.tool:
        run = subprocess.run([options.tool, "methods", "--json"], capture_output=True, check=True)
        listed = run.stdout
    sys.exit(report("docs", check(options.root.resolve(), listed)))
