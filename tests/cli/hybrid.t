Some joints move as prescribed, the others as they are driven.

    $ kinetree eval planar3 --q 0.1,0.2,0.3 --prescribed L1,L2 --a L1=1,L2=-2 --tau 0,0,0.5 --quantity hybrid_a,hybrid_tau
    planar3: 3 degrees of freedom, gravity 0 -9.81 0
    included: armature on, friction off
    assumed: v is zero (not given)
    remark: hybrid: inputs are a of L1, L2 and tau of L3
    ...
    $ kinetree eval planar3 --q 0.1,0.2,0.3 --v 1,2,3 --prescribed L3 --a L3=4 --tau L1=5,L2=6 --quantity hybrid_a,hybrid_tau --json > h.json
    $ python3 -c 'import json; r=json.load(open("h.json")); s=r["states"][0]; print(*s); print(s["hybrid_a"][2], s["hybrid_tau"][:2], r["remarks"], r["assumed"])'
    q v a tau hybrid_a hybrid_tau
    4 [5, 6] ['hybrid: inputs are a of L3 and tau of L1, L2'] []

Inverse dynamics of that motion has the same forces.

    $ cat > again.py <<'PY'
    > import json
    > r = json.load(open("h.json"))
    > s = r["states"][0]
    > print(json.dumps({"joints": r["joints"], "states": [{"q": s["q"], "v": s["v"], "a": s["hybrid_a"]}]}))
    > PY
    $ python3 again.py > again.json
    $ kinetree eval planar3 --states again.json --quantity tau --json > id.json
    $ python3 -c 'import json; a, b = (json.load(open(f))["states"][0][k] for f, k in (("h.json", "hybrid_tau"), ("id.json", "tau"))); print(max(abs(x - y) for x, y in zip(a, b)) < 1e-12)'
    True

A joint of several degrees by its name, or some of them.

    $ kinetree eval planar3 --quiet --base floating --armature on --prescribed L1,L2,L3,floating_base --quantity hybrid_tau --csv > all.csv
    $ kinetree eval planar3 --quiet --base floating --quantity tau --csv > tau.csv
    $ diff <(tail -1 all.csv | tr , '\n' | tail -9) <(tail -1 tau.csv | tr , '\n' | tail -9)
    $ kinetree eval planar3 --quiet --base floating --prescribed L1,L2,L3,floating_base.wz --quantity hybrid_a --csv > /dev/null
    $ kinetree eval planar3 --base floating --prescribed L1,floating_base.w --quantity hybrid_a
    ! kinetree: --prescribed: there is no joint 'floating_base.w' (did you mean 'floating_base.w
    [2]

What is wrong is said.

    $ kinetree eval planar3 --quantity hybrid_tau
    ! kinetree: hybrid_tau needs --prescribed JOINT,…: the joints whose accelerations are given (of the others the forces are); there are: L1, L2, L3
    [2]
    $ kinetree eval planar3 --quantity hybrid_tau --prescribed L4
    ! kinetree: --prescribed: there is no joint 'L4' (did you mean 'L1'?); there are: L1, L2, L3
    [2]
    $ kinetree eval planar3 --quantity M --prescribed L1
    ! kinetree: --prescribed is for hybrid_a and hybrid_tau: ask for one of them
    [2]
    $ cat > wheel.json <<'JSON'
    > {"format": "kinetree-model/1", "name": "wheel", "bodies": [
    >  {"name": "arm", "parent": -1, "joint": "revolute", "axis": [0,0,1], "mass": 1, "com": [0.3,0,0]},
    >  {"name": "wheel", "parent": "arm", "joint": "revolute", "axis": [0,0,1], "origin": [0.5,0,0], "mass": 0}]}
    > JSON
    $ kinetree eval wheel.json --quiet --prescribed arm --quantity hybrid_a
    ! hybrid dynamics: nothing gives joint 'wheel' inertia, so its acceleration is undefined (prescribe it
    [65]
    $ kinetree eval wheel.json --quiet --prescribed wheel --a 0,3 --tau 1,0 --quantity hybrid_a --csv | tail -1 | tr , '\n' | tail -1
    3

Factors of M.

    $ kinetree eval planar3 --quantity udut --json > u.json
    $ python3 -c 'import json; s=json.load(open("u.json"))["states"][0]; print(*s); print([s["udut_U"][k][k] for k in range(3)], s["udut_U"][2][0], len(s["udut_D"]))'
    q udut_U udut_D
    [1, 1, 1] 0 3
    $ kinetree eval planar3 --quantity udut_D --csv
    q[L1],q[L2],q[L3],udut_D[L1],udut_D[L2],udut_D[L3]
    ...
    $ kinetree eval planar3 --quantity a --method forward_dynamics=denoc | grep method
    method: forward_dynamics=denoc
    $ kinetree verify planar3 --states 2 | grep -E 'hybrid|U D|forward_dynamics: denoc' | grep -c ok
    4
