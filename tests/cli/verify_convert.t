    $ kinetree verify puma6
    check ...worst ...bound ...verdict
    ...
    worst disagreement: ... allowed, in state ...
    ok: 16 states, seed 1
    $ kinetree verify planar3 --states 3 --seed 18446744073709551615 | tail -1
    ok: 3 states, seed 18446744073709551615
    $ kinetree verify planar3 --json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(r["format"], r["ok"], r["states"], {c["verdict"] for c in r["checks"]} <= {"ok", "skipped"})'
    kinetree-verify/1 True 16 True
    $ diff <(kinetree verify puma6 --seed 3) <(kinetree verify puma6 --seed 3)
    $ kinetree verify planar3 --states 0
    ! --states is '0', but must be a whole number from 1 to 1000000
    [2]
    $ kinetree verify planar3 --seed -1
    ! --seed is '-1'
    [2]
    $ kinetree verify rocker5_printed --quiet
    ...
    forward_dynamics: ... skipped: ...
    ...

The same robot in another format computes the same.

    $ kinetree convert puma6 -o puma.json && diff <(kinetree eval puma6 --q 1,2,3,4,5,6 --csv) <(kinetree eval puma.json --q 1,2,3,4,5,6 --csv)
    $ kinetree convert puma.json --to json | diff - puma.json
    $ kinetree convert planar3 -o planar.urdf && kinetree check planar.urdf
    planar.urdf: ok: ...
    $ kinetree convert planar3 --to urdf | kinetree info - --base fixed | grep -c '^L[123] '
    3
    $ kinetree convert planar3
    ! say where to: -o FILE.json, -o FILE.urdf or --to json|urdf
    [2]
    $ kinetree convert planar3 -o planar.xml
    ! 'planar.xml' ends in neither .json nor .urdf
    [2]
    $ kinetree convert planar3 --to mjcf
    ! --to is 'mjcf', but can only be json|urdf
    [2]
