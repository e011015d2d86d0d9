"""The robot on which tools/mutate.py expects every wrong sign to show."""


def robot():
    """Every type of joint, nothing aligned with anything, two branches."""
    kinds = ["floating", "revolute", "prismatic", "helical", "spherical", "planar", "revolute",
             "prismatic", "revolute"]
    parents = [-1, 0, 1, 2, 3, 1, 5, 6, 4]
    bodies = []
    for i, (kind, parent) in enumerate(zip(kinds, parents)):
        x = 0.1 * (i + 1)
        body = {"name": f"b{i}", "parent": parent, "joint": kind, "origin": [x, 0.3 - x, 0.2],
                "rpy": [0.3 + x, -0.4, 0.5 - x], "mass": 1 + x, "com": [0.1, x / 2, -0.07],
                "inertia": [0.5, 0.02, -0.03, 0.6 + x / 5, 0.04, 0.7 + x / 5], "armature": 0.1}
        if kind not in ("floating", "spherical"):
            body["axis"] = [0.3, -0.5, 0.8]
        if kind == "helical":
            body["pitch"] = 0.2
        bodies.append(body)
    return {"format": "kinetree-model/1", "name": "all joints", "bodies": bodies}
