#!/usr/bin/env python3
"""Checks what the pages show: check_snippets.py TOOL

In README.md, CONTRIBUTING.md and docs/**/*.md a comment above a code block says what it is:

    <!-- example: NAME -->    the block is examples/NAME.cpp
    <!-- output: NAME -->     the block is examples/NAME.out
    <!-- file: NAME -->       the block is the content of a file that later commands of the page use
    <!-- run -->              a console block: commands follow "$ " or start with ./kinetree; each
                              must exit with 0, or with N after a comment "# exit N". What stands
                              below a command, up to the next one, is its output: "..." alone on a
                              line stands for any lines, and no lines at all for any output.

Commands run in one fresh folder a page, where `kinetree` and `./kinetree` are TOOL and `examples`
is the folder of that name.
Standard library only.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = re.compile(r"^<!-- (example|output|file|run)(?:: (\S+))? -->$")
COMMAND = re.compile(r"^(?:\$ |(?=\./kinetree ))(.*)$")
EXIT = re.compile(r"# exit (\d+)$")


def blocks(lines):
    """Yields (kind, name, number of the first line, lines) of every marked code block."""
    for i, line in enumerate(lines):
        mark = MARK.match(line)
        if not mark:
            continue
        start = next(k for k in range(i + 1, len(lines)) if lines[k].strip())
        if not lines[start].startswith("```"):
            yield "stray", line, i + 1, []
            continue
        end = next(k for k in range(start + 1, len(lines)) if lines[k].startswith("```"))
        yield mark[1], mark[2], start + 2, lines[start + 1:end]


def commands(lines):
    """Yields (offset, command, lines below it) of a console block."""
    found = []
    for offset, line in enumerate(lines):
        match = COMMAND.match(line)
        if match:
            found.append((offset, match[1], []))
        elif found:
            found[-1][2].append(line)
    return found


def matches(expected, printed):
    """Whether the lines agree, a line "..." standing for any number of lines."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(matches(expected[1:], printed[k:]) for k in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


def run(command, expected, folder, tool):
    """None, or what is wrong."""
    wanted = int(EXIT.search(command)[1]) if EXIT.search(command) else 0
    path = f"{Path(tool).resolve().parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                            env={**os.environ, "PATH": path, "NO_COLOR": "1"})
    printed = result.stdout.rstrip("\n").split("\n")
    while expected and not expected[-1]:
        expected.pop()
    if result.returncode != wanted:
        return f"exit code {result.returncode}, not {wanted}: {command}\n{result.stdout}"
    if expected and not matches(expected, [line.rstrip() for line in printed]):
        return f"prints something else: {command}\n{result.stdout}"
    return None


def check_block(kind, name, lines, folder, tool):
    """Yields (offset, what is wrong)."""
    if kind == "stray":
        yield 0, f"no code block follows {name}"
    elif kind == "file":
        Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif kind == "run":
        for offset, command, expected in commands(lines):
            problem = run(command, expected, folder, tool)
            if problem:
                yield offset, problem
    else:
        file = ROOT / "examples" / (name + (".cpp" if kind == "example" else ".out"))
        if not file.exists():
            yield 0, f"there is no {file.name}"
        elif file.read_text(encoding="utf-8").rstrip("\n") != "\n".join(lines):
            yield 0, f"differs from examples/{file.name}"


def main(tool):
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
    complaints = count = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "kinetree").symlink_to(Path(tool).resolve())
            Path(folder, "examples").symlink_to(ROOT / "examples")
            lines = page.read_text(encoding="utf-8").split("\n")
            for kind, name, number, inside in blocks(lines):
                count += 1
                for offset, problem in check_block(kind, name, inside, folder, tool):
                    complaints += 1
                    place = f"{page.relative_to(ROOT)}:{number + offset}"
                    print(f"{place}: {problem}", file=sys.stderr)
    print(f"snippets: {count} blocks, {complaints} complaints")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
