#!/usr/bin/env python3
"""Puts a wrong sign into a kernel, builds the tool with it and expects `kinetree verify` to exit 1.

One or two files are compiled for a mutant, against the objects of a finished build:

    tools/mutate.py --build build/dev            one sign in every kernel, half a minute
    tools/mutate.py --build build/dev --all      every sign, some minutes

A mutant that survives is printed with its line. Exit code 1 if one does."""
import argparse
import itertools
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutation_robot import robot
from repository import ROOT

# Lines without arithmetic on physical quantities: loops, indices, declarations, comments.
NOT_PHYSICS = re.compile(r"^\s*(//|#|template|while)|\bint\b|\.size\(\)|->")
LOOP = re.compile(r"^\s*for \([^;]*;[^;]*;[^)]*\)")
SIGNS = re.compile(r" [+-] |(?<=return )-(?=[\w(])|(?<=[({=,] )-(?=[\w(])|(?<=[({])-(?=[\w(])")
# Signs that cannot be wrong: the last row of a pose's rate is zero, so this term is.
HARMLESS = ("+ A.e[3][3]",)
# Kernels that no evaluation runs, or not on a robot without mimics; and indices of a matrix.
UNUSED = [f"{x}.hpp" for x in "denoc_rods plane_turn energy coupling matrix screws".split()]
# Where a kernel is compiled, if not for the registry alone.
SOURCES = {"rate.hpp": ["coriolis.cpp"], "derivative.hpp": ["coriolis.cpp"],
           "derivatives.hpp": ["derivatives.cpp"], "displacement.hpp": ["derivatives.cpp"],
           "regressor.hpp": ["derivatives.cpp"], "jacobian.hpp": ["jacobian.cpp"],
           "aba.hpp": ["registry.cpp", "solution.cpp"], "hybrid.hpp": ["solution.cpp"],
           "forward_dynamics/denoc.hpp": ["registry.cpp", "solution.cpp"],
           "recursive.hpp": ["registry.cpp", "coriolis.cpp"]}
# clang, because it takes Eigen compiled in advance, which halves the time of a mutant.
COMPILE = ["clang++-14", "-std=c++20", "-O0", "-w", "-ffp-contract=off",
           "-DEIGEN_MAX_ALIGN_BYTES=32", "-isystem", "/usr/include/eigen3"]
SWAPPED = {" + ": " - ", " - ": " + ", "-": ""}


def signs(text):
    """(line number, start, end, replacement) of every sign that could be typed wrong."""
    for number, line in enumerate(text.splitlines()):
        code = LOOP.sub(lambda loop: " " * len(loop[0]), line.split("//")[0])
        if NOT_PHYSICS.search(code):
            continue
        for match in SIGNS.finditer(code):
            if code[match.start():].lstrip().startswith(HARMLESS):
                continue
            yield number, match.start(), match.end(), SWAPPED[match[0]]


def mutated(text, sign):
    number, start, end, replacement = sign
    lines = text.splitlines(keepends=True)
    lines[number] = lines[number][:start] + replacement + lines[number][end:]
    return "".join(lines)


class Workshop:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.model = folder / "robot.json"
        self.model.write_text(json.dumps(robot()))
        cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
        self.libraries = ["-lmujoco"] if "\nKINETREE_MUJOCO:BOOL=ON\n" in cache else []
        self.includes = [f"-I{ROOT}/src", f"-I{ROOT}/include", f"-I{build}/include"]
        # The header of ours by which others reach Eigen; no kernel is in it.
        self.first = folder / "link.pch"
        subprocess.run([*COMPILE, *self.includes, "-fpch-instantiate-templates", "-x", "c++-header",
                        ROOT / "include/kinetree/link.hpp", "-o", self.first], check=True)
        self.objects = sorted((build / "cli/CMakeFiles").glob("kinetree_*.dir/**/*.o"))

    def verdict(self, number, file, text):
        """Exit code of verify with this text in place of the file; None if it does not compile."""
        place = self.folder / str(number)
        overlay = place / file.relative_to(ROOT / "src")
        overlay.parent.mkdir(parents=True)
        overlay.write_text(text)
        mutants = []
        name = f"{file.parent.name}/{file.name}"
        for source in SOURCES.get(name) or SOURCES.get(file.name, ["registry.cpp"]):
            mutants.append(place / f"{source}.o")
            if subprocess.run(
                    [*COMPILE, "-include-pch", self.first, f"-I{place}", *self.includes, "-c",
                     ROOT / "src/evaluate" / source, "-o", mutants[-1]],
                    stderr=subprocess.DEVNULL, check=False).returncode != 0:
                return None
        subprocess.run(
            ["g++", "-fuse-ld=gold", *mutants, *self.objects, self.build / "libkinetree.a", "-o",
             place / "kinetree", "-lfmt", "-ltinyxml2", "-lz", "-ltbb", "-pthread",
             *self.libraries], check=True)
        run = subprocess.run([place / "kinetree", "verify", self.model, "--states", "4", "--quiet"],
                             stdout=subprocess.DEVNULL, check=False)
        (place / "kinetree").unlink()
        return run.returncode


def trials(kernels, every):
    """Lists of mutants of which one has to compile: each sign alone, or the last of a kernel."""
    for kernel in kernels:
        text = kernel.read_text(encoding="utf-8")
        found = [(kernel, text, sign) for sign in signs(text)]
        if every:
            yield from ([mutant] for mutant in found)
        elif found:
            yield found[::-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a finished build folder")
    parser.add_argument("--all", action="store_true", help="every sign, not one a kernel")
    parser.add_argument("kernels", nargs="*", type=Path, help="only these files")
    options = parser.parse_args()
    kernels = [path.resolve() for path in options.kernels] or sorted(
        path for path in (ROOT / "src/kernel").rglob("*.hpp") if path.name not in UNUSED)
    survivors = tried = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        workshop = Workshop(options.build.resolve(), Path(folder))
        if workshop.verdict("sound", kernels[0], kernels[0].read_text(encoding="utf-8")) != 0:
            sys.exit("verify fails without any mutation")
        numbers = itertools.count()

        def try_one(mutants):
            for kernel, text, sign in mutants:
                code = workshop.verdict(next(numbers), kernel, mutated(text, sign))
                if code is not None:
                    return kernel, text, sign, code
            return None

        for result in pool.map(try_one, trials(kernels, options.all)):
            if result is None:
                continue  # e.g. inertias can be added, but not subtracted
            kernel, text, sign, code = result
            tried += 1
            if code != 1:
                survivors += 1
                print(f"{kernel.relative_to(ROOT)}:{sign[0] + 1}: verify exits {code}: "
                      f"{text.splitlines()[sign[0]].strip()} (column {sign[1] + 1})", flush=True)
    print(f"mutate: {tried} wrong signs, {tried - survivors} noticed, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
