#!/usr/bin/env python3
"""Checks that data flows one way: which folder may include what. See docs/architecture.md."""
import re
import sys
from pathlib import Path

from repository import ROOT, files, report

PUBLIC = "kinetree/"
STD = "<std>"            # the standard library, except what FORBIDDEN takes away
THIRD_PARTY = "<other>"  # Eigen, tinyxml2, nlohmann, fmt, CLI, zlib, …

# Folder: what its files may include beside their own folder. A name ending in "/" is a folder.
LAYERS = {
    "include/kinetree": [STD, THIRD_PARTY],
    "src/spatial": [STD],
    "src/scalar": [STD],
    "src/model": [STD, THIRD_PARTY, PUBLIC, "spatial/"],
    "src/modules": [STD, THIRD_PARTY, PUBLIC, "model/"],
    "src/io": [STD, THIRD_PARTY, PUBLIC, "model/"],
    "src/kernel": [STD, "spatial/", "model/tree.hpp", "model/joints.hpp", "model/joint_pose.hpp"],
    "src/plan": [STD, THIRD_PARTY, PUBLIC, "spatial/", "model/", "kernel/",
                 "scalar/pack.hpp", "scalar/single.hpp"],
    "src/evaluate": [STD, THIRD_PARTY, PUBLIC, "spatial/", "model/", "kernel/", "plan/",
                     "scalar/op_count.hpp", "scalar/dual.hpp", "scalar/double_double.hpp"],
    "src/batch": [STD, THIRD_PARTY, PUBLIC, "spatial/", "model/", "kernel/", "plan/",
                  "scalar/pack.hpp", "evaluate/pool.hpp"],
    "src/symbolic": [STD, THIRD_PARTY, PUBLIC, "spatial/", "model/", "kernel/", "evaluate/",
                     "scalar/expr.hpp", "scalar/graph.hpp", "scalar/number.hpp"],
    "src/verify": [STD, THIRD_PARTY, PUBLIC],
    "src/simulate": [STD, THIRD_PARTY, PUBLIC],
    "src/report": [STD, THIRD_PARTY, PUBLIC],
    "cli": [STD, THIRD_PARTY, PUBLIC],
    "python": [STD, THIRD_PARTY, PUBLIC],
    "examples": [STD, THIRD_PARTY, PUBLIC],
}
# Kernels allocate nothing, so they do not even see the containers that would.
FORBIDDEN = {"src/kernel": {"vector", "string", "map", "unordered_map", "memory", "iostream"}}
INTRINSICS = "immintrin.h"  # comes with the compiler
WITH_INTRINSICS = {"src/scalar", "src/plan", "cli"}
# The one place for KINETREE_* macros; everybody under src/ may see it.
EVERYWHERE = "config.hpp"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    """The folder of the table that holds the file; for a file in none of them, its own folder."""
    for folder in LAYERS:
        if path.is_relative_to(folder):
            return folder
    return path.parent.as_posix()


def allowed(root, path, bracket, name):
    """None if the file may include the name, otherwise the reason."""
    layer = layer_of(path)
    may = LAYERS[layer]
    own = layer.removeprefix("src/").removeprefix("include/") + "/"
    if name.startswith(own) or (layer.startswith("src/") and name == EVERYWHERE):
        return None
    if name.startswith(PUBLIC):
        return None if PUBLIC in may else "public headers"
    if bracket == "<":
        if name == INTRINSICS:
            return None if layer in WITH_INTRINSICS else "instructions of a processor"
        if "/" in name or name.endswith(".h"):
            return None if THIRD_PARTY in may else "other libraries"
        return f"<{name}>" if name in FORBIDDEN.get(layer, ()) else None
    if any(name == m or (m.endswith("/") and name.startswith(m)) for m in may):
        return None
    # "x.hpp" beside the file, or "../x.hpp": what counts is where it lies.
    beside = (root / path.parent / name).resolve()
    if beside.is_relative_to((root / layer).resolve()) and beside.exists():
        return None
    return f'"{name}"'


def check(root):
    complaints = []
    for top in ("include", "src", "cli", "python", "examples"):
        for file in files(root / top, ".hpp", ".cpp", ".h", ".inc"):
            path = file.relative_to(root)
            if layer_of(path) not in LAYERS:
                if path.as_posix() != f"src/{EVERYWHERE}":
                    complaints.append(f"{path}:1: {path.parent} is no layer that is known here")
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                reason = match and allowed(root, path, *match.groups())
                if reason:
                    complaints.append(f"{path}:{number}: {layer_of(path)} may not include {reason}")
    return complaints


if __name__ == "__main__":
    sys.exit(report("layers", check(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT)))
