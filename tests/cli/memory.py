#!/usr/bin/env python3
"""Reads hostile files with the tool and weighs it: memory.py TOOL

Whatever a file holds, reading it takes at most ten times its size, above what the tool takes for a
robot of one link. The tool must answer, with an exit code of its own. Standard library only.
"""
import os
import subprocess
import sys
import tempfile

MODEL = '{"format":"kinetree-model/1","bodies":[%s]}'
BODY = '{"name":"l%d","parent":%d,"joint":"revolute","mass":1}'
JOINT = '<joint name="j%d" type="fixed"><parent link="l%d"/><child link="l%d"/></joint>'
FILES = {
    "one link": lambda: MODEL % (BODY % (0, -1)),
    "links": lambda: MODEL % ",".join(BODY % (i, i - 1) for i in range(200000)),
    "equal names": lambda: MODEL % ",".join([BODY % (0, -1)] * 200000),
    "empty objects": lambda: MODEL % ",".join(["{}"] * 2000000),
    "numbers": lambda: MODEL % ",".join("1" * 3000000),
    "nested arrays": lambda: "[" * 8000000,
    "blanks": lambda: "{" + " \n" * 8000000 + "}",
    "quotation marks": lambda: MODEL % ('"' * 8000000),
    "unknown keys": lambda: '{"format":"kinetree-model/1",%s}'
                            % ",".join('"k%d":0' % i for i in range(800000)),
    "xml links": lambda: "<robot>%s</robot>"
                         % "".join(f'<link name="l{i}"/>' for i in range(500000)),
    "xml joints": lambda: '<robot><link name="l0"/>%s</robot>'
                          % "".join(JOINT % (i, i - 1, i) for i in range(1, 150000)),
    "xml tags": lambda: "<robot>%s</robot>" % ("<a/>" * 2000000),
    "xml nesting": lambda: "<robot>" + "<a>" * 3000000,
    "xml attributes": lambda: "<robot %s/>" % " ".join('a%d=""' % i for i in range(800000)),
    "xml text": lambda: "<robot>%s</robot>" % ("a " * 5000000),
}


def peak_memory(tool, path):
    """Peak memory in bytes and the exit code of `TOOL check PATH`."""
    child = subprocess.Popen([tool, "check", path], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, child.returncode


def write_elsewhere(path, make):
    """Writes a file in another process: a child starts with the peak memory of its parent."""
    child = os.fork()
    if child == 0:
        with open(path, "w", encoding="utf-8") as file:
            file.write(make())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, "the file could not be written"


def main():
    tool, failed, base = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "model")
        for name, make in FILES.items():
            write_elsewhere(path, make)
            size = os.path.getsize(path)
            memory, code = peak_memory(tool, path)
            base = base or memory
            ratio = (memory - base) / size
            good = ratio <= 10 and code in (0, 1, 65)
            failed += not good
            print(f"{'ok' if good else 'FAILED'}: {name}: {size / 1e6:.1f} MB, "
                  f"{ratio:.1f} times that, exit code {code}", flush=True)
    sys.exit(failed > 0)


main()
