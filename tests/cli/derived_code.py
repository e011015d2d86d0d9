#!/usr/bin/env python3
"""Derived formulas as code and as LaTeX: derived_code.py TOOL COMPILER_CXX [--uncompiled]

Functions in C, C++ and Python must compile without a warning and give the numbers of `eval`, with
the model's parameters and with another mass; those in MATLAB do where Octave is there. LaTeX is
typeset where pdflatex is there; its braces and environments are counted everywhere.

With --uncompiled, for a tool built with sanitizers, C, C++ and MATLAB are only written: what is
made from them is the same for every build of the tool.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL, CXX = sys.argv[1:3]
UNCOMPILED = "--uncompiled" in sys.argv[3:]
SOURCE = Path(__file__).resolve().parent.parent
EVERY_JOINT = str(SOURCE / "corpus" / "pass" / "every_joint.json")
QUANTITIES = "M,C,g,h,Mdot,T,U"
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
complaints, done = [], 0


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=True, text=True, **options).stdout


def state_of(model):
    """A state and its numbers, as eval has them; quaternions are unit ones."""
    empty = run(TOOL, "eval", model, "--quantity", "M", "--json", "--quiet")
    empty = json.loads(empty)["states"][0]
    q = [x + 0.3 + 0.1*i if abs(x) < 0.5 else x for i, x in enumerate(empty["q"])]
    n = len(empty["M"])
    if model in (EVERY_JOINT, "quadruped"):  # free bodies: one quaternion or two
        q[3:7] = [0.1, 0.3, 0.5, 0.65**0.5]
        if model == EVERY_JOINT:
            q[10:14] = [0.5, 0.1, 0.7, 0.5]
    v = [0.7 - 0.2*i for i in range(n)]
    as_list = lambda numbers: ",".join(repr(x) for x in numbers)
    result = json.loads(run(TOOL, "eval", model, "--q=" + as_list(q), "--v=" + as_list(v),
                            "--quantity", QUANTITIES, "--json", "--quiet"))["states"][0]
    return q, v, {name: flat(result[name]) for name in QUANTITIES.split(",")}


def flat(value):
    if isinstance(value, list):
        return [x for item in value for x in flat(item)]
    return [value]


def compare(what, printed, truth):
    global done
    numbers = [float(x) for x in printed.split()]
    expected = [x for name in QUANTITIES.split(",") for x in truth[name]]
    size = max(map(abs, expected))
    done += 1
    if len(numbers) != len(expected):
        complaints.append(f"{what}: {len(numbers)} numbers, not {len(expected)}")
    elif max(abs(a - b) for a, b in zip(numbers, expected)) > 1e-13*size:
        complaints.append(f"{what}: {printed}\nis not\n{expected}")


def derive(model, language, *options):
    return run(TOOL, "derive", model, "--quantity", QUANTITIES, "--format", language, "--quiet",
               *options)


def c_main(name, q, v, truth, with_parameters):
    calls = []
    for quantity in QUANTITIES.split(","):
        arguments = ["q"] + (["v"] if quantity in ("C", "h", "Mdot", "T") else [])
        arguments += [f"&{name}_model"] if with_parameters else []
        call = f"{name}_{quantity}({', '.join(arguments + ['out'])});"
        if len(truth[quantity]) == 1 and quantity in "TU":
            call = f"out[0] = {name}_{quantity}({', '.join(arguments)});"
        calls.append(f"{call} show(out, {len(truth[quantity])});")
    return """
#include <stdio.h>
static void show(const double *x, int n) {
  int i;
  for (i = 0; i < n; ++i) printf("%.17g ", x[i]);
}
int main(void) {
  const double q[] = {QS}, v[] = {VS};
  double out[4096];
  CALLS
  return 0;
}
""".replace("QS", ", ".join(map(repr, q))).replace("VS", ", ".join(map(repr, v))).replace(
        "CALLS", "\n  ".join(calls))


def cpp_main(space, q, v):
    calls = []
    for quantity in QUANTITIES.split(","):
        arguments = "q, v" if quantity in ("C", "h", "Mdot", "T") else "q"
        if quantity in "TU":
            calls.append(f'std::printf("%.17g ", {space}::{quantity}({arguments}));')
        else:
            calls.append(f'for (double x : {space}::{quantity}({arguments})) '
                         'std::printf("%.17g ", x);')
    return f"""#include "equations.hpp"
#include <cstdio>
int main() {{
  const std::array<double, {len(q)}> q{{{{{", ".join(map(repr, q))}}}}};
  const std::array<double, {len(v)}> v{{{{{", ".join(map(repr, v))}}}}};
  {chr(10).join(calls)}
}}
"""


PYTHON_MAIN = """
import equations as e
def show(x):
    if isinstance(x, list):
        for y in x: show(y)
    else:
        print(repr(x))
q, v = {q}, {v}
for name in "{names}".split(","):
    f = getattr(e, name)
    show(f(q, v) if name in ("C", "h", "Mdot", "T") else f(q))
"""


def check_languages(folder, model, options):
    q, v, truth = state_of(model)
    label = f"{Path(model).stem} {' '.join(options)}"
    (folder / "equations.py").write_text(derive(model, "python", *options))
    script = PYTHON_MAIN.format(q=q, v=v, names=QUANTITIES)
    compare(f"Python, {label}", run(sys.executable, "-B", "-c", script, cwd=folder), truth)
    if UNCOMPILED:
        for language in ("c", "cpp", "matlab"):
            derive(model, language, *options)
        return

    code = derive(model, "c", *options)
    name = re.search(r"(\w+)_M\(", code)[1]
    (folder / "equations.c").write_text(code + c_main(name, q, v, truth, "_model" in code))
    run("gcc", "-std=c99", *WARNINGS, "equations.c", "-lm", "-o", "c", cwd=folder)
    compare(f"C, {label}", run("./c", cwd=folder), truth)

    (folder / "equations.hpp").write_text(derive(model, "cpp", *options))
    (folder / "main.cpp").write_text(cpp_main(name, q, v))
    run(CXX, "-std=c++17", *WARNINGS, "main.cpp", "-o", "cpp", cwd=folder)
    compare(f"C++, {label}", run("./cpp", cwd=folder), truth)

    octave = shutil.which("octave-cli") or shutil.which("octave")
    if not octave:
        print(f"skipped: MATLAB, {label}: no Octave here")
        return
    (folder / f"{name}_equations.m").write_text(derive(model, "matlab", *options))
    outputs = "[" + ", ".join(QUANTITIES.split(",")) + "]"
    rows = " ".join(f"x = {n}'; printf('%.17g ', x(:));" for n in QUANTITIES.split(","))
    compare(f"MATLAB, {label}",
            run(octave, "--eval", f"{outputs} = {name}_equations({q}, {v}); {rows}", cwd=folder),
            truth)


def check_parameters(folder):
    """Another mass than the model's, in Python and in the model itself."""
    model = json.loads(run(TOOL, "convert", "planar3", "--to", "json", "--quiet"))
    model["bodies"][2]["mass"] = 3.5
    (folder / "heavy.json").write_text(json.dumps(model))
    _, _, truth = state_of(str(folder / "heavy.json"))
    q, _, _ = state_of("planar3")
    (folder / "equations.py").write_text(derive("planar3", "python"))
    script = f"import equations as e\nprint(*sum(e.M({q}, m3=3.5), []))"
    numbers = [float(x) for x in run(sys.executable, "-B", "-c", script, cwd=folder).split()]
    if max(abs(a - b) for a, b in zip(numbers, truth["M"])) > 1e-14:
        complaints.append(f"another mass: {numbers} is not {truth['M']}")


def check_latex(folder, model, options):
    text = derive(model, "latex", *options)
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            break
    if depth != 0:
        complaints.append(f"LaTeX of {model}: braces do not match")
    begun, ended = re.findall(r"\\begin{(\w+)}", text), re.findall(r"\\end{(\w+)}", text)
    if begun != ended or text.count("$") % 2 != 0 or "document" not in begun:
        complaints.append(f"LaTeX of {model}: environments do not match")
    if UNCOMPILED:
        return
    if not shutil.which("pdflatex"):
        print(f"skipped: typesetting {model}: no pdflatex here")
        return
    (folder / "equations.tex").write_text(text)
    run("pdflatex", "-halt-on-error", "-interaction=nonstopmode", "equations.tex", cwd=folder)


with tempfile.TemporaryDirectory() as directory:
    for robot, choice in (("planar3", []), ("scara", ["--numeric", "lengths"]),
                          ("puma6", ["--numeric", "all"]), ("pendulum", []),
                          (EVERY_JOINT, []), ("quadruped", ["--numeric", "all"]),
                          ("pelican3", ["--name", "m1=lambda,q1=theta1,l1=q"])):
        check_languages(Path(directory), robot, choice)
        check_latex(Path(directory), robot, choice)
    check_parameters(Path(directory))
print(*complaints, sep="\n")
print(f"{done} programs, {len(complaints)} complaints")
sys.exit(1 if complaints or done < (7 if UNCOMPILED else 21) else 0)
