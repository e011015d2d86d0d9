Robots that need no file.

    $ kinetree robots
    ...
    planar3 ...
    ...
    puma6 ...
    ...
    $ kinetree robots --json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(r["format"], sorted(r["robots"][0]))'
    kinetree-robots/1 ['name', 'source', 'summary']

Every robot of the list can be evaluated, and but for one M is regular.

    $ kinetree robots --json | python3 -c 'import json,sys; [print(r["name"].replace(":N", ":5")) for r in json.load(sys.stdin)["robots"] if "singular" not in r["summary"]]' | xargs -n1 kinetree eval --quiet --quantity a > /dev/null

The methods, and which of them a robot is evaluated with.

    $ kinetree methods
    quantity ...method ...cost ...reference ...summary
    ...
    forward_dynamics  aba ...
    ...
    $ kinetree methods puma6 | grep -c ' auto '
    6
    $ kinetree methods --json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(r["format"], sorted(r["methods"][0]))'
    kinetree-methods/1 ['cost', 'method', 'quantity', 'reference', 'summary']
    $ kinetree methods puma6 --json | python3 -c 'import json,sys; print([m["method"] for m in json.load(sys.stdin)["methods"] if m["auto"] and m["quantity"] == "mass_matrix"])'
    ['bodies']
