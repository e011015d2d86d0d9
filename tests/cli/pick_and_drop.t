kinetree simulate: events that edit the robot.

    $ cat > crucible.json <<'END'
    > {"format": "kinetree-model/1", "name": "load", "bodies": [
    >  {"name": "bowl", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
    >   "mass": 1.5, "com": [0.11, 0, 0], "inertia": [0, 0, 0, 0.01, 0, 0.02]}]}
    > END
    $ cat > pick.json <<'END'
    > {"format": "kinetree-scenario/1", "model": "pelican2", "duration": 1, "record": {"every": 0.25},
    >  "initial": {"q": [-1.2, 0.6], "v": [1, 0]},
    >  "events": [{"t": 0.25, "attach": {"to": "link2", "model": "crucible.json", "as": "crucible", "origin": [0.26, 0, 0]}},
    >             {"t": 0.75, "detach": "crucible"}]}
    > END
    $ kinetree simulate pick.json -o run.json
    pelican2: 1 s simulated; reached the end
    ...
      energy by events      ... J
    ...
      event                 attach crucible at 0.25 s: attach
                            1.5 kg came with 0 J of motion and ... J of height
                            ... J lost in the impact
                            momentum kept to ... N m s
      event                 detach crucible at 0.75 s: detach
    ...
    $ python3 -c 'import json
    > run = json.load(open("run.json"))
    > print([(s["t"], s["robot"], len(s["q"]), len(s["tau"])) for s in run["samples"]])
    > print([(r["from"], r["joints"]) for r in run["robots"]])
    > print([(e["t"], e["action"], e["robot"]["energy"]["lost"] >= 0) for e in run["events"]])
    > print(abs(run["audit"]["balance"]["largest"]) < 1e-6, run["audit"]["robot_changes"]["number"])'
    [(0, 0, 2, 2), (0.25, 0, 2, 2), (0.25, 1, 3, 3), (0.5, 1, 3, 3), (0.75, 1, 3, 3), (0.75, 2, 2, 2), (1, 2, 2, 2)]
    [(0, ['link1', 'link2']), (0.25, ['link1', 'link2', 'crucible']), (0.75, ['link1', 'link2'])]
    [(0.25, 'attach', True), (0.75, 'detach', True)]
    True 2

Tables keep their columns: empty where there is no such joint.

    $ kinetree simulate pick.json --csv | cut -d, -f1-4
    t,q[link1],q[link2],q[crucible]
    0,-1.2,...,
    0.25,...,
    0.25,...,0
    0.5,...
    0.75,...
    0.75,...,
    1,...,
    $ kinetree simulate pick.json --json | cmp - run.json
    $ kinetree simulate pick.json -o a.npz --report a.html --plot a.svg --quiet > /dev/null
    $ kinetree simulate pick.json -o b.npz > /dev/null; cmp a.npz b.npz
    $ kinetree simulate pick.json --plot v.svg --curves v --quiet > /dev/null; grep -c polyline v.svg
    3

Nothing is half-done where it cannot be.

    $ sed 's/link2", "model/link3", "model/' pick.json > wrong.json; kinetree simulate wrong.json -o no.json
    ! $.events[0].attach.to: 'pelican2' has no body 'link3'
    [65]
    $ sed 's/"as": "crucible"/"as": "link1"/' pick.json > wrong.json; kinetree simulate wrong.json -o no.json
    ! 'link1' is in 'pelican2' already
    [65]
    $ sed 's/0.75/0.125/' pick.json > wrong.json; kinetree simulate wrong.json -o no.json
    ! $.events[1].detach: nothing called 'crucible' is attached at that time
    [65]
    $ sed 's/crucible.json/nowhere.json/' pick.json > wrong.json; kinetree simulate wrong.json -o no.json
    ! $.events[0].attach.model: cannot take 'nowhere.json'
    [65]
    $ sed 's/1.5/NaN/' crucible.json > broken.json; sed 's/crucible.json/broken.json/' pick.json > wrong.json
    $ kinetree simulate wrong.json -o no.json
    ! $.events[0].attach.model: 
    [65]
    $ ls no.json 2> /dev/null
    [2]
