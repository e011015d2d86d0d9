#!/usr/bin/env python3
"""Runs of kinetree simulate that are repeated, killed, watched or not read: interruption.py TOOL

The same scenario gives the same bytes; what kill -9 leaves can be read; a reader that goes away
ends the run; progress is shown on a terminal and nowhere else. Standard library only.
"""
import io
import json
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

TOOL = os.path.abspath(sys.argv[1])
SHORT = {"format": "kinetree-scenario/1", "model": "planar3", "duration": 0.5,
         "initial": {"q": 0.5}, "record": {"every": 0.01}}
# Minutes of work, and megabytes a second of it.
LONG = {"format": "kinetree-scenario/1", "model": "pendulum", "duration": 1e4, "initial": {"q": 1},
        "integrator": {"method": "semi_implicit_euler", "step": 1e-2}, "record": {"every": 1e-3}}


def write(name, scenario):
    with open(name, "w", encoding="utf-8") as file:
        json.dump(scenario, file)


def simulate(scenario, *options, **more):
    return subprocess.run([TOOL, "simulate", scenario, *options], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=60, check=False, **more)


def bytes_of(name):
    with open(name, "rb") as file:
        return file.read()


def check_repetition():
    files = ["run.json", "run.csv", "run.npz", "run.html", "run.svg"]
    seen = []
    for _ in range(2):
        for name in files[:3]:
            assert simulate("short.json", "-o", name).returncode == 0
        assert simulate("short.json", "--report", files[3], "--plot", files[4]).returncode == 0
        seen.append([bytes_of(name) for name in files])
    assert seen[0] == seen[1], "two runs of one scenario differ"
    assert not [f for f in os.listdir(".") if f.endswith(".part")], "a copy was left behind"


def read_npz(data):
    """The arrays of doubles as (shape, values), read as NumPy reads them."""
    arrays = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            raw = archive.read(name)
            assert raw[:8] == b"\x93NUMPY\x02\x00", name
            length = struct.unpack("<I", raw[8:12])[0]
            header = raw[12:12 + length].decode("latin-1")
            if "'<f8'" not in header:
                continue
            shape = [int(n) for n in header.split("(")[1].split(")")[0].split(",") if n.strip()]
            values = struct.unpack(f"<{(len(raw) - 12 - length) // 8}d", raw[12 + length:])
            arrays[name[:-4]] = (shape, values)
    return arrays


def check_json(data):
    run = json.loads(data)
    assert run["stop"] == "running" and run["audit"] is None
    assert [s["t"] for s in run["samples"][:2]] == [0, 0.001][:len(run["samples"])]
    return len(run["samples"])


def check_csv(data):
    assert data.endswith(b"\n")
    rows = data.decode().splitlines()
    columns = rows[0].count(",")
    assert all(row.count(",") == columns for row in rows)
    return len(rows) - 1


def check_npz(data):
    arrays = read_npz(data)
    count = arrays["t"][0][0]
    assert arrays["q"][0] == [count, 1] and len(arrays["q"][1]) == count
    assert arrays["t"][1][0] == 0
    return count


def check_kill():
    for kind, check in (("json", check_json), ("csv", check_csv), ("npz", check_npz)):
        name, counts = "killed." + kind, []
        for moment in (0, 0.05, 0.1, 0.3, 0.37, 0.5, 0.9, 1.6):
            if os.path.exists(name):
                os.remove(name)
            run = subprocess.Popen([TOOL, "simulate", "long.json", "-o", name],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 30
            while not os.path.exists(name) and time.monotonic() < deadline:
                time.sleep(0.002)
            time.sleep(moment)
            run.kill()
            run.wait()
            counts.append(check(bytes_of(name)))
        assert counts[-1] > 1, f"nothing was written in time: {counts}"
        print(f"killed: .{kind} has {counts} samples")


def check_watching():
    """A file is whole whenever somebody opens it, also while the run goes on."""
    run = subprocess.Popen([TOOL, "simulate", "long.json", "-o", "watched.json"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not os.path.exists("watched.json"):
            time.sleep(0.002)
        looks = [check_json(bytes_of("watched.json")) for _ in range(5)]
    finally:
        run.kill()
        run.wait()
    assert looks == sorted(looks), looks


def check_reader():
    """Who reads ten lines and goes away does not wait for the end."""
    for option in ("--csv", "--json"):
        run = subprocess.Popen([TOOL, "simulate", "long.json", option], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        for _ in range(10):
            assert run.stdout.readline()
        run.stdout.close()
        assert run.wait(timeout=30) == 0, run.stderr.read()
        assert run.stderr.read() == b""


def on_terminal(*options):
    """What `simulate long.json` says within three seconds where stderr is a terminal."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen([TOOL, "simulate", "long.json", *options], stdout=subprocess.DEVNULL,
                           stderr=theirs)
    os.close(theirs)
    said, deadline = b"", time.monotonic() + 3
    while time.monotonic() < deadline and b"left" not in said:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                said += os.read(ours, 4096)
            except OSError:  # the run has ended
                break
    run.kill()
    run.wait()
    os.close(ours)
    return said.decode("utf-8", "replace")


def check_progress():
    try:
        said = on_terminal()
    except OSError:
        print("progress: skipped, no terminals here")
        return
    assert " %" in said and "s left" in said and "pendulum" in said, repr(said)
    assert on_terminal("--quiet") == "", "--quiet shows progress"
    run = subprocess.Popen([TOOL, "simulate", "long.json"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE)
    time.sleep(1)
    run.kill()
    assert run.communicate()[1] == b"", "progress without a terminal"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        write("short.json", SHORT)
        write("long.json", LONG)
        for check in (check_repetition, check_kill, check_watching, check_reader, check_progress):
            check()
            print("ok:", check.__name__[6:], flush=True)
        os.chdir("/")


main()
