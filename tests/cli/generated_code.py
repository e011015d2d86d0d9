#!/usr/bin/env python3
"""Code from `kinetree generate`: generated_code.py TOOL [--uncompiled]

Files in C and C++ must compile without a warning, by gcc and clang, and pass their own test; those
in Python and MATLAB pass theirs where NumPy and Octave are there. What C needs from elsewhere is
sin, cos and sqrt. The operations are as few as they shall be on robots of the recorded ones.

With --uncompiled, for a tool built with sanitizers, code is only written: what is made from it is
the same for every build of the tool.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = sys.argv[1]
UNCOMPILED = "--uncompiled" in sys.argv[2:]
CORPUS = Path(__file__).resolve().parent.parent / "corpus" / "pass"
EVERY_JOINT = str(CORPUS / "every_joint.json")
SHARED = Path(os.environ.get("KINETREE_SHARED")
              or Path(__file__).resolve().parents[3] / "shared")
URDF = SHARED / "models" / "urdf"
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
complaints, done = [], 0


def run(*command, cwd, code=0):
    """What a command printed; anything but this exit code is a complaint."""
    global done
    done += 1
    try:
        result = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    except FileNotFoundError as error:  # a test that was not compiled
        complaints.append(str(error))
        return ""
    if result.returncode != code:
        complaints.append(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                          f"{(result.stdout + result.stderr)[:2000]}")
    return result.stdout


def generate(folder, model, *options):
    folder.mkdir(parents=True, exist_ok=True)
    return json.loads(run(TOOL, "generate", model, *options, "-o", folder, "--json", "--quiet",
                          cwd="."))


def check_c(folder, model, *options, compilers=("gcc", "clang-14"), optimise="-O1"):
    made = generate(folder, model, *options)
    if UNCOMPILED:
        return made
    source, test = [name for name in made["files"] if name.endswith(".c")]
    for compiler in reversed(compilers):
        # Freestanding, so that what gcc leaves at the end tells what the code needs from elsewhere.
        run(compiler, "-std=c99", optimise, "-ffreestanding", *WARNINGS, "-c", source, "-o", "o",
            cwd=folder)
        run(compiler, "-std=c99", optimise, *WARNINGS, "o", test, "-lm", "-o", "test", cwd=folder)
        run("./test", cwd=folder)
    names = {line.split()[-1] for line in run("nm", "-u", "o", cwd=folder).splitlines()}
    if not names <= {"sin", "cos", "sqrt", "_GLOBAL_OFFSET_TABLE_"}:
        complaints.append(f"{model}: needs {sorted(names)}")
    return made


def check_cpp(folder, model, *options):
    made = generate(folder, model, "--language", "cpp", *options)
    if UNCOMPILED:
        return
    sources = [name for name in made["files"] if name.endswith(".cpp")]
    for compiler in ("g++", "clang++-14"):
        run(compiler, "-std=c++20", "-O1", *WARNINGS, "-Wconversion", *sources, "-o", "test",
            cwd=folder)
        run("./test", cwd=folder)


def check_scripts(folder, model, *options):
    if UNCOMPILED:
        for language in ("python", "matlab"):
            generate(folder, model, "--language", language, *options)
        return
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0:
        made = generate(folder, model, "--language", "python", *options)
        run(python, "-B", made["files"][0], cwd=folder)
    else:
        print(f"skipped: Python of {model}: no NumPy here")
    octave = shutil.which("octave-cli")
    if octave:
        made = generate(folder, model, "--language", "matlab", *options)
        run(octave, "--eval", f"{made['prefix']}('test');", cwd=folder)
    else:
        print(f"skipped: MATLAB of {model}: no Octave here")


def check_wrong_code(folder):
    """A sign in any of the functions: the test must notice."""
    made = generate(folder, "planar3")
    source = folder / "planar3.c"
    right = source.read_text()
    for function in (f["function"] for f in made["functions"]):
        for name in (f"planar3_{function}(", f"planar3_{function}_batch("):
            at = right.index(" + ", right.index("{", right.index(name)))
            source.write_text(right[:at] + " - " + right[at + 3:])
            run("gcc", "-std=c99", "planar3.c", "planar3_test.c", "-lm", "-o", "test", cwd=folder)
            run("./test", cwd=folder, code=1)


def check_flops(made, **most):
    for row in made["functions"]:
        if row["flops"] > most.get(row["function"], row["flops"]):
            complaints.append(f"{made['model']}: {row['flops']} operations for {row['function']}")


def check_same_text(folder):
    for place in ("once", "twice"):
        generate(folder / place, "quadruped")
    for file in (folder / "once").iterdir():
        if file.read_bytes() != (folder / "twice" / file.name).read_bytes():
            complaints.append(f"{file.name} is another the second time")


with tempfile.TemporaryDirectory() as directory:
    top = Path(directory)
    for number, arguments in enumerate((
            ["planar3"], ["rocker5"], ["rocker5_printed"], ["puma6"], ["pelican2"],
            ["pelican3", "--payload", "link3"], ["three_link"], ["scara", "--lanes", "3"],
            ["cart_pole", "--lanes", "0"], ["chain:8"], [EVERY_JOINT])):
        check_c(top / f"c{number}", *arguments)
    # Functions of thousands of lines, for which gcc -O1 takes ten seconds.
    check_c(top / "legs", "quadruped", optimise="-O0")
    check_cpp(top / "cpp", "puma6")
    check_cpp(top / "cpp_payload", "pelican3", "--payload", "link3")
    check_cpp(top / "cpp_every", EVERY_JOINT)
    check_scripts(top / "scripts", "puma6")
    check_scripts(top / "scripts_payload", "pelican3", "--payload", "link3")
    check_scripts(top / "scripts_every", EVERY_JOINT)
    if not UNCOMPILED:
        check_wrong_code(top / "wrong")
    check_same_text(top / "same")
    if URDF.exists():
        hand = (URDF / "panda.urdf").read_text()
        (top / "panda7.urdf").write_text(hand.replace('type="prismatic"', 'type="fixed"'))
        arm = check_c(top / "panda", str(top / "panda7.urdf"), compilers=("gcc",))
        check_flops(arm, mass_matrix=400, inverse_dynamics=700, forward_dynamics=1300,
                    coriolis=1600)
        check_c(top / "ur5", str(URDF / "ur5_robot.urdf"), compilers=("gcc",))
        legs = generate(top / "solo", str(URDF / "solo12.urdf"), "--base", "floating")
        check_flops(legs, mass_matrix=800, inverse_dynamics=1600)
    else:
        print("skipped: recorded robots; KINETREE_SHARED names their folder")
print(*complaints, sep="\n")
print(f"{done} commands, {len(complaints)} complaints")
sys.exit(1 if complaints or done < (20 if UNCOMPILED else 80) else 0)
