#!/usr/bin/env python3
"""Derived formulas beside the papers' corrected closed forms, as expressions: closed_forms.py TOOL

SymPy judges: the difference must be zero for all angles, rates and parameters, and ours must not
have more terms than theirs when all brackets are multiplied out. Errata are in docs/errata.md.
"""
import json
import os
import subprocess
import sys

try:
    import sympy as sp
except ImportError:  # the interpreter that CMake found may not be the one with Debian's packages
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])

TOOL = sys.argv[1]
complaints, counted = [], 0


def symbol(name):
    return sp.Symbol(name, real=True)


def derive(robot, quantities, *options):
    """{"M": Matrix, …} of a robot, by letters."""
    text = subprocess.run([TOOL, "derive", robot, "--quantity", quantities, "--format", "json",
                           "--quiet", *options], capture_output=True, check=True, text=True).stdout
    data = json.loads(text)
    letters = {s["name"]: symbol(s["name"]) for s in data["parameters"] + data["coordinates"]}
    result = {}
    for quantity in data["quantities"]:
        matrix = sp.zeros(quantity["rows"], quantity["columns"])
        for element in quantity["elements"]:
            value = sp.sympify(element["expression"], locals=letters, rational=True)
            i, j = element["row"] - 1, element["column"] - 1
            matrix[i, j] = value
            if quantity["symmetric"]:
                matrix[j, i] = value
            if terms(value) != element["terms"] and value != 0:
                complaints.append(f"{robot}: {quantity['name']}[{i + 1},{j + 1}] says it has "
                                  f"{element['terms']} terms and has {terms(value)}")
        result[quantity["name"]] = matrix
    return result


def is_zero(expression):
    """As a polynomial in the sine and cosine of every angle, divided by their sin² + cos² - 1."""
    expression = sp.expand_trig(expression)
    angles = sorted({f.args[0] for f in expression.atoms(sp.sin, sp.cos)}, key=str)
    sines, cosines = (sp.symbols(f"{name}:{len(angles)}") for name in ("sin_", "cos_"))
    names = {sp.sin(q): s for q, s in zip(angles, sines)}
    names.update({sp.cos(q): c for q, c in zip(angles, cosines)})
    expression = expression.xreplace(names)
    if not expression.free_symbols:
        return expression == 0
    generators = sorted(expression.free_symbols | set(sines) | set(cosines), key=str)
    circles = [s**2 + c**2 - 1 for s, c in zip(sines, cosines)]
    # Their leading terms have nothing in common: the rest of the division is unique.
    return sp.reduced(sp.expand(expression), circles, *generators)[1] == 0 if circles else (
        sp.expand(expression) == 0)


def terms(expression):
    expanded = sp.expand(expression)
    return 0 if expanded == 0 else len(sp.Add.make_args(expanded))


def compare(what, ours, theirs, longer=False):
    """All elements; `longer` where the paper prints no closed form that could be counted."""
    global counted
    ours, theirs = sp.Matrix(ours), sp.Matrix(theirs)
    if ours.shape != theirs.shape:
        complaints.append(f"{what}: {ours.shape} beside {theirs.shape}")
        return
    for i in range(ours.rows):
        for j in range(ours.cols):
            counted += 1
            a, b = sp.sympify(ours[i, j]), sp.sympify(theirs[i, j])
            if not is_zero(a - b):
                complaints.append(f"{what}[{i + 1},{j + 1}]: {a} is not {b}")
            if not longer and terms(a) > terms(b):
                complaints.append(f"{what}[{i + 1},{j + 1}]: {terms(a)} terms, the paper has "
                                  f"{terms(b)}: {a}")
    print(f"{what}: {sum(map(terms, ours))} terms"
          + ("" if longer else f", the paper {sum(map(terms, theirs))}"))


def planar3():
    """Wang & Ju, section 7.1."""
    l1, l2, l1I, l2I, l3I, m1, m2, m3 = map(symbol, "l1 l2 l1I l2I l3I m1 m2 m3".split())
    I1, I2, I3 = map(symbol, "I1zz I2zz I3zz".split())
    q2, q3 = map(symbol, ("q2", "q3"))
    c2, c3, c23 = sp.cos(q2), sp.cos(q3), sp.cos(q2 + q3)
    M11 = (I1 + I2 + I3 + m1*l1I**2 + m2*(l1**2 + l2I**2 + 2*l1*l2I*c2)
           + m3*(l1**2 + l2**2 + l3I**2 + 2*l1*l2*c2 + 2*l1*l3I*c23 + 2*l2*l3I*c3))
    M12 = (I2 + I3 + m2*(l2I**2 + l1*l2I*c2)
           + m3*(l2**2 + l3I**2 + l1*l2*c2 + l1*l3I*c23 + 2*l2*l3I*c3))
    M13 = I3 + m3*(l3I**2 + l1*l3I*c23 + l2*l3I*c3)
    M22 = I2 + I3 + m2*l2I**2 + m3*(l2**2 + l3I**2 + 2*l2*l3I*c3)
    M23 = I3 + m3*(l3I**2 + l2*l3I*c3)
    M33 = I3 + m3*l3I**2
    compare("planar3 M", derive("planar3", "M")["M"],
            [[M11, M12, M13], [M12, M22, M23], [M13, M23, M33]])


PELICAN = "l1=a1,l1I=l1,l2=a2,l2I=l2,l3I=l3,I1zz=Iz1,I2zz=Iz2,I3zz=Iz3,q1d=w1,q2d=w2,q3d=w3"


def pelican():
    """Laus et al.: (47), (48), (51), (52) of the arm, with (58), (59), (61) of its payload."""
    a1, a2, l1, l2, l3, m1, m2, m3, g = map(symbol, "a1 a2 l1 l2 l3 m1 m2 m3 g".split())
    Iz1, Iz2, Iz3, w1, w2, w3 = map(symbol, "Iz1 Iz2 Iz3 w1 w2 w3".split())
    q1, q2, q3 = map(symbol, ("q1", "q2", "q3"))
    c, s = sp.cos, sp.sin
    M1 = sp.Matrix([[m1*l1**2 + Iz1, 0], [0, 0]])
    m12 = m2*l2*(l2 + a1*c(q2)) + Iz2
    M2 = sp.Matrix([[m2*(a1**2 + l2**2 + 2*a1*l2*c(q2)) + Iz2, m12], [m12, m2*l2**2 + Iz2]])
    h2 = m2*a1*l2*s(q2)
    C2 = sp.Matrix([[-h2*w2, -h2*(w1 + w2)], [h2*w1, 0]])
    g12 = sp.Matrix([m1*g*l1*c(q1) + m2*g*(a1*c(q1) + l2*c(q1 + q2)), m2*g*l2*c(q1 + q2)])
    names = "l1=a1,l1I=l1,l2I=l2,I1zz=Iz1,I2zz=Iz2,q1d=w1,q2d=w2"
    arm = derive("pelican2", "M,C,g", "--name", names)
    compare("pelican2 M", arm["M"], M1 + M2)
    compare("pelican2 C", arm["C"], C2)
    compare("pelican2 g", arm["g"], g12)

    x, y = l3 + a2*c(q3) + a1*c(q2 + q3), a2*s(q3) + a1*s(q2 + q3)
    n12 = m3*(a2**2 + l3**2 + a1*a2*c(q2) + 2*a2*l3*c(q3) + a1*l3*c(q2 + q3)) + Iz3
    n13 = l3*m3*(l3 + a2*c(q3) + a1*c(q2 + q3)) + Iz3
    n22 = m3*(a2**2 + l3**2 + 2*a2*l3*c(q3)) + Iz3
    n23 = l3*m3*(l3 + a2*c(q3)) + Iz3
    M3 = sp.Matrix([[m3*x**2 + m3*y**2 + Iz3, n12, n13], [n12, n22, n23],
                    [n13, n23, m3*l3**2 + Iz3]])
    p, h3, w = a2*s(q2) + l3*s(q2 + q3), m3*l3*a2*s(q3), w1 + w2 + w3
    C3 = sp.Matrix([
        [-m3*(a1*p*w2 + l3*y*w3), -m3*(a1*p*(w1 + w2) + l3*y*w3), -m3*l3*y*w],
        [m3*(a1*p*w1 - a2*l3*s(q3)*w3), -h3*w3, -h3*w],
        [m3*l3*(a2*s(q3)*(w1 + w2) + a1*s(q2 + q3)*w1), h3*(w1 + w2), 0]])
    c123 = c(q1 + q2 + q3)
    g3 = m3*g*sp.Matrix([a1*c(q1) + a2*c(q1 + q2) + l3*c123, a2*c(q1 + q2) + l3*c123, l3*c123])
    pad = lambda A: sp.diag(A, 0)
    loaded = derive("pelican3", "M,C,g", "--name", PELICAN)
    compare("pelican3 M", loaded["M"], pad(M1 + M2) + M3)
    compare("pelican3 C", loaded["C"], pad(C2) + C3)
    compare("pelican3 g", loaded["g"], sp.Matrix([*g12, 0]) + g3)


def three_link():
    """Truc et al., (64) to (69); their y_1 is our z_1."""
    l0, l1, r0, r1, r2, m1, m2, m3, g = map(symbol, "l0 l1 r0 r1 r2 m1 m2 m3 g".split())
    I1yy, I2xx, I2yy, I2zz = map(symbol, "I1yy I2xx I2yy I2zz".split())
    I3xx, I3yy, I3zz, d1, d2, d3 = map(symbol, "I3xx I3yy I3zz q1d q2d q3d".split())
    q2, q3 = map(symbol, ("q2", "q3"))
    c2, s2, c3, s3 = sp.cos(q2), sp.sin(q2), sp.cos(q3), sp.sin(q3)
    c23, s23 = sp.cos(q2 + q3), sp.sin(q2 + q3)
    M11 = (I3yy*c23**2 + I3xx*s23**2 + I2xx*s2**2 + I1yy + (m2*r1**2 + I2yy)*c2**2
           + m3*(r2*c23 + l1*c2)**2)
    M22 = 2*l1*m3*r2*c3 + (l1**2 + r2**2)*m3 + m2*r1**2 + I3zz + I2zz
    M23, M33 = l1*m3*r2*c3 + m3*r2**2 + I3zz, m3*r2**2 + I3zz
    A, B = m3*r2**2 + I3yy - I3xx, l1**2*m3 + m2*r1**2 - I2xx + I2yy
    k = l1*m3*r2
    C11 = -(A*(d2 + d3)*s23 + k*(2*d2 + d3)*s2)*c23 - B*c2*s2*d2 - k*s3*(d2 + d3)
    C12 = -((A*s23 + 2*k*s2)*c23 + B*c2*s2 + k*s3)*d1
    C13 = -((A*s23 + k*s2)*c23 + k*s3)*d1
    C = [[C11, C12, C13], [-C12, -k*s3*d3, -k*s3*(d2 + d3)], [-C13, k*s3*d2, 0]]
    P = g*(l0*m2 + l0*m3 + m1*r0 - (l1*m3 + m2*r1)*s2 - m3*r2*s23)
    gravity = [0, -(l1*m3 + m2*r1)*g*c2 - m3*r2*g*c23, -m3*r2*g*c23]
    ours = derive("three_link", "M,C,g,U", "--name",
                  "l1=l0,l2=l1,l1I=r0,l2I=r1,l3I=r2,I1zz=I1yy,I1yy=I1zz")
    compare("three_link M", ours["M"], [[M11, 0, 0], [0, M22, M23], [0, M23, M33]])
    compare("three_link C", ours["C"], C)
    compare("three_link U", ours["U"], [[P]])
    compare("three_link g", ours["g"], gravity)


def cross(r):
    return sp.Matrix([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])


def rocker(robot, spin):
    """Wang & Ju, section 7.2: every element by (30) and (32) from vectors along common axes."""
    x, z = sp.Matrix([1, 0, 0]), sp.Matrix([0, 0, 1])
    S = symbol
    parents, axes = [-1, 0, 1, 0, 3], [x, z, x, z, x]
    places = [sp.zeros(3, 1), sp.Matrix([S("l1_2x"), S("l1_2y"), 0]),
              sp.Matrix([S("l2x"), 0, S("l2z")]), sp.Matrix([S("l1_4x"), S("l1_4y"), 0]),
              sp.Matrix([S("l4x"), 0, S("l4z")])]
    centres = [S("l1I")*x, S("l2I")*z, S("l3I")*x, S("l4I")*z, S("l5I")*x]
    wheel = lambda i: sp.diag(S(f"I{i}xx") if spin else 0, S(f"I{i}yy"), S(f"I{i}zz"))
    steer = lambda i: sp.diag(S(f"I{i}xx"), S(f"I{i}yy"), 0)
    inertias = [sp.diag(0, S("I1yy"), S("I1zz")), steer(2), wheel(3), steer(4), wheel(5)]
    R, o, c, I, n, above = [], [], [], [], [], []
    for i, parent in enumerate(parents):
        q = S(f"q{i + 1}")
        turn = sp.rot_axis1(-q) if axes[i] == x else sp.rot_axis3(-q)
        R.append((R[parent] if parent >= 0 else sp.eye(3)) * turn)
        o.append((o[parent] + R[parent]*places[i]) if parent >= 0 else places[i])
        c.append(o[i] + R[i]*centres[i])
        I.append(R[i]*inertias[i]*R[i].T)
        n.append(R[i]*axes[i])
        above.append({i} | (above[parent] if parent >= 0 else set()))
    M = sp.zeros(5, 5)
    for u in range(5):
        for k in range(u, 5):
            for l in range(5):
                if {u, k} <= above[l]:
                    body = I[l] - S(f"m{l + 1}")*cross(c[l] - o[u])*cross(c[l] - o[k])
                    M[u, k] += (n[u].T*body*n[k])[0]
            M[k, u] = M[u, k]
    ours = derive(robot, "M")["M"]
    compare(f"{robot} M", ours, M, longer=True)
    zeros = {(u, k) for u in range(5) for k in range(5) if not any({u, k} <= a for a in above)}
    if any(ours[place] != 0 for place in zeros) or len(zeros) != 8:
        complaints.append(f"{robot}: elements of different branches are written down")
    if not {S("m5"), S("I5yy"), S("I5zz")} <= ours[3, 3].free_symbols:
        complaints.append(f"{robot}: M[4,4] has no link 5: {ours[3, 3]}")
    if (ours[2, 2] == 0) == spin:
        complaints.append(f"{robot}: M[3,3] is {ours[2, 2]}")


planar3()
pelican()
three_link()
rocker("rocker5", True)
rocker("rocker5_printed", False)
print(*complaints, sep="\n")
print(f"{counted} elements, {len(complaints)} complaints")
sys.exit(1 if complaints or counted < 90 else 0)
