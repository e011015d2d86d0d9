#!/usr/bin/env python3
"""Runs command-line transcripts: run.py TOOL [FILE.t ...]

A transcript is prose with indented blocks. In a block,

      $ COMMAND        is run by bash in a fresh directory per file, `kinetree` being TOOL
      > MORE           continues the command on a new line
      ! TEXT           must be part of stderr; without a `!` line stderr must be empty, `! ...`
                       allows anything
      [CODE]           is the expected exit code, 0 where absent
      ANYTHING ELSE    is the expected stdout; `...` stands for any text within a line and, alone,
                       for any lines

A line `needs: shared`, `needs: terminal` or `needs: file PATH` skips the blocks after it, visibly,
where that is missing; `needs: nothing` ends that. Standard library only.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SHARED = os.environ.get("KINETREE_SHARED") or os.path.join(HERE, "..", "..", "..", "shared")


def read_blocks(path):
    """Yields (line number, needs, command, expected stdout lines, stderr parts, exit code)."""
    block, needs = None, "nothing"
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n") + [""]
    for number, line in enumerate(lines, 1):
        text = line[4:] if line.startswith("    ") else None
        starts = text is not None and text.startswith("$ ")
        if block and (starts or (line and text is None)):
            yield block
            block = None
        if line.startswith("needs: "):
            needs = line[7:]
        elif starts:
            block = {"line": number, "needs": needs, "command": text[2:],
                     "out": [], "err": [], "code": 0}
        elif block and text is not None:
            if text.startswith("> "):
                block["command"] += "\n" + text[2:]
            elif text.startswith("! "):
                block["err"].append(text[2:])
            elif re.fullmatch(r"\[\d+\]", text):
                block["code"] = int(text[1:-1])
            else:
                block["out"].append(text)
    if block:
        yield block


def missing(needs):
    kind, _, what = needs.partition(" ")
    if kind == "shared" and not os.path.isdir(os.path.join(SHARED, "models")):
        return "no folder of recorded values; KINETREE_SHARED names it"
    if kind == "file" and not os.path.exists(what):
        return "no " + what
    if kind == "terminal":
        try:
            for end in os.openpty():
                os.close(end)
        except OSError:
            return "no terminals here"
        if not shutil.which("script"):
            return "no script, which runs a command on a terminal"
    return ""


def matches(expected, actual):
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("...")) + r"\n"
    return re.fullmatch(pattern, actual) is not None


def run(command, directory, bin_directory):
    path = bin_directory + ":" + os.environ["PATH"]
    environment = dict(os.environ, PATH=path, KINETREE_SHARED=SHARED,
                       KINETREE_SIMD="baseline",  # the last digits are the same everywhere
                       KINETREE_CACHE=os.path.join(bin_directory, "cache"))
    environment.pop("NO_COLOR", None)
    return subprocess.run(["bash", "-c", command], cwd=directory, env=environment, timeout=120,
                          capture_output=True, stdin=subprocess.DEVNULL)


def complaint(block, done):
    out = done.stdout.decode("utf-8", "replace")
    err = done.stderr.decode("utf-8", "replace")
    if done.returncode != block["code"]:
        return f"exit code {done.returncode}, expected {block['code']}\n{out}{err}"
    if not matches(block["out"], out):
        return "stdout differs; expected:\n" + "\n".join(block["out"]) + "\ngot:\n" + out + err
    if not block["err"] and err:
        return "unexpected stderr:\n" + err
    for part in block["err"]:
        if part != "..." and part not in err:
            return f"stderr lacks '{part}':\n{err}"
    return ""


def help_examples(bin_directory):
    """Every example of every help text, each of which must work as pasted."""
    top = run("kinetree -h", HERE, bin_directory).stdout.decode()
    verbs = re.findall(r"^  ([a-z]+)\b.*$", top.split("\nexamples:")[0], re.M)
    for verb in [""] + verbs:
        text = run(f"kinetree {verb} -h", HERE, bin_directory).stdout.decode()
        for line in re.findall(r"^  (kinetree .*)$", text.split("\nexamples:\n")[1], re.M):
            yield {"line": 0, "needs": "nothing", "command": "set -o pipefail; " + line,
                   "out": ["..."], "err": [], "code": 0}


def main():
    tool, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    if not os.access(tool, os.X_OK):
        sys.exit(f"run.py: no tool {tool}")
    files = files or sorted(os.path.join(HERE, f) for f in os.listdir(HERE) if f.endswith(".t"))
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with tempfile.TemporaryDirectory() as scratch:
        bin_directory = os.path.join(scratch, "bin")
        os.mkdir(bin_directory)
        os.symlink(tool, os.path.join(bin_directory, "kinetree"))
        suites = [(os.path.basename(f), list(read_blocks(f))) for f in files]
        suites.append(("help examples", list(help_examples(bin_directory))))
        for name, blocks in suites:
            directory = os.path.join(scratch, "work")
            shutil.rmtree(directory, ignore_errors=True)
            os.mkdir(directory)
            for block in blocks:
                reason = missing(block["needs"])
                if reason:
                    counts["skipped"] += 1
                    print(f"{name}:{block['line']}: skipped: {reason}")
                    continue
                problem = complaint(block, run(block["command"], directory, bin_directory))
                counts["failed" if problem else "passed"] += 1
                if problem:
                    print(f"{name}:{block['line']}: FAILED: {block['command']}\n{problem}")
            if not blocks:
                counts["failed"] += 1
                print(f"{name}: FAILED: no commands")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
