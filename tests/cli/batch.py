#!/usr/bin/env python3
"""Batches of 200,000 states with kinetree eval --batch: batch.py TOOL

Every way in and out gives the same numbers, for any number of threads, in memory that does not grow
with the file; compressed and ZIP64 archives are read; Ctrl-C leaves what was there; progress is
shown on a terminal and nowhere else. Standard library only.
"""
import array
import hashlib
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

TOOL = os.path.abspath(sys.argv[1])
STATES = 200000
N = 6  # puma6


def npy(values, shape):
    text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (63 - (10 + len(text)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + values.tobytes()


def write_npz(name, arrays, method=zipfile.ZIP_STORED, large=False):
    with zipfile.ZipFile(name, "w", method) as archive:
        for key, (values, shape) in arrays.items():
            with archive.open(key + ".npy", "w", force_zip64=large) as member:
                member.write(npy(values, shape))


def read_npz(name):
    """The arrays of doubles, as bytes, and their shapes."""
    found = {}
    with zipfile.ZipFile(name) as archive:
        assert archive.testzip() is None
        for member in archive.namelist():
            data = archive.read(member)
            size, = struct.unpack("<I", data[8:12])
            if b"<f8" in data[12:12 + size]:
                shape = data[12:12 + size].decode().split("(")[1].split(")")[0]
                found[member[:-4]] = (shape, data[12 + size:])
    return found


def evaluate(*options):
    """Runs a batch; its peak memory in MB and its time in s."""
    start = time.monotonic()
    child = subprocess.Popen([TOOL, "eval", "puma6", "--batch", "--quiet", *options])
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, options
    return usage.ru_maxrss / 1024, time.monotonic() - start


def hash_of(name):
    """Without holding the file: a child starts with the peak memory of its parent."""
    found = hashlib.sha256()
    with open(name, "rb") as file:
        while some := file.read(1 << 16):
            found.update(some)
    return found.hexdigest()


def bytes_of(name):
    with open(name, "rb") as file:
        return file.read()


def write_states():
    """The same states in every form; in a child of its own, whose memory goes with it."""
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0, "the states could not be written"
        return
    numbers = random.Random(1)
    columns = [array.array("d", (numbers.uniform(-2, 2) for _ in range(STATES * N)))
               for _ in range(3)]
    arrays = {key: (x, (STATES, N)) for key, x in zip("qva", columns)}
    write_npz("stored.npz", arrays)
    write_npz("deflated.npz", arrays, zipfile.ZIP_DEFLATED)
    write_npz("large.npz", arrays, large=True)
    with open("states.csv", "w", encoding="utf-8") as file:
        file.write(",".join(f"{key}[{i}]" for key in "qva" for i in range(N)) + "\n")
        for k in range(STATES):
            file.write(",".join(repr(x[i]) for x in columns
                                for i in range(N * k, N * k + N)) + "\n")
    os._exit(0)


def check_forms():
    """All ways give the same bytes, and memory is that of some portions."""
    seen = set()
    for name in ("stored.npz", "deflated.npz", "large.npz", "states.csv"):
        for threads in ("1", "2"):
            memory, seconds = evaluate("--states", name, "--quantity", "tau,M", "--threads",
                                       threads, "--out", "out.npz")
            print(f"{name}, {threads} threads: {memory:.0f} MB, {seconds:.2f} s")
            assert memory < 100, "57 MB of results must not be held"
            assert seconds < 60
            seen.add(hash_of("out.npz"))
    assert len(seen) == 1, "results depend on the file's form or on threads"
    found = read_npz("out.npz")
    assert found["tau"][0] == f"{STATES},{N},", found["tau"][0]
    assert found["M"][0] == f"{STATES},{N},{N},"
    assert sorted(os.listdir(".")) == ["deflated.npz", "large.npz", "out.npz", "states.csv",
                                       "stored.npz"]
    return found["tau"][1]


def check_csv(tau):
    evaluate("--states", "stored.npz", "--quantity", "tau", "--out", "out.csv", "--threads", "2")
    with open("out.csv", encoding="utf-8") as file:
        assert file.readline().startswith("tau[")
        numbers = array.array("d", (float(x) for line in file for x in line.split(",")))
    assert numbers.tobytes() == tau, "CSV does not read back as the same bits"


def check_faults():
    """The first fault of the file is told, whatever the threads do."""
    lines = bytes_of("states.csv").split(b"\n")
    for bad in (150000, 60000):
        lines[bad] = lines[bad].replace(b",", b",x", 1)
    with open("bad.csv", "wb") as file:
        file.write(b"\n".join(lines))
    for threads in ("1", "2"):
        run = subprocess.run([TOOL, "eval", "puma6", "--batch", "--states", "bad.csv", "--threads",
                              threads, "--out", "bad.npz"], capture_output=True, text=True,
                             check=False)
        assert run.returncode == 65 and "bad.csv:60001:" in run.stderr, run.stderr
    assert not [f for f in os.listdir(".") if f.startswith("bad.npz")]
    os.remove("bad.csv")


def check_interruption():
    """A signal in the middle takes the unfinished file away and keeps the one before."""
    with open("out.npz", "wb") as file:
        file.write(b"before")
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen([TOOL, "eval", "puma6", "--batch", "--states", "-", "--out",
                               "out.npz"], stdin=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as child:
            child.stdin.write(b"q[0],q[1],q[2],q[3],q[4],q[5]\n" + b"1,2,3,4,5,6\n" * 1000)
            child.stdin.flush()
            limit = time.monotonic() + 30
            while not os.path.exists("out.npz.part") and time.monotonic() < limit:
                time.sleep(0.01)
            assert os.path.exists("out.npz.part"), "nothing was begun"
            child.send_signal(number)
            assert child.wait() == -number, child.returncode
        assert bytes_of("out.npz") == b"before"
        assert not [f for f in os.listdir(".") if ".part" in f], "a part was left behind"


def check_progress():
    """States and their rate, on a terminal; a pipe that waits makes the run last."""
    master, slave = pty.openpty()
    with subprocess.Popen([TOOL, "eval", "puma6", "--batch", "--states", "-", "--out", "out.csv"],
                          stdin=subprocess.PIPE, stderr=slave) as child:
        os.close(slave)
        child.stdin.write(b"q[0],q[1],q[2],q[3],q[4],q[5]\n")
        said, limit = b"", time.monotonic() + 60
        while b" a second" not in said and time.monotonic() < limit:
            child.stdin.write(b"1,2,3,4,5,6\n" * 20000)
            child.stdin.flush()
            while select.select([master], [], [], 0.05)[0]:
                said += os.read(master, 1000)
        assert b" states, " in said, said
        child.stdin.close()
        try:  # until the terminal is closed, so that nobody waits for its reader
            while os.read(master, 1000):
                pass
        except OSError:
            pass
        assert child.wait() == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_states()
        tau = check_forms()
        check_csv(tau)
        check_faults()
        check_interruption()
        check_progress()
        os.chdir("/")


if __name__ == "__main__":
    main()
