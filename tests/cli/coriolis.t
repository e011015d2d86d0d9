The Coriolis matrix comes with its certificate.

    $ kinetree eval three_link --q 0,0.5,-1 --v 1,1,1 --quantity C
    three_link: 3 degrees of freedom, gravity 0 0 -9.807
    method: coriolis=bodies
    included: armature on, friction off
    
           ...q  v
      link1    0  1
      link2  0.5  1
      link3   -1  1
    C
                    [0]         [1]        [2]
      link1  -0.0132331  -0.0327397  0.0195066
      link2   0.0327397   0.0201704  0.0403408
      link3  -0.0195066  -0.0201704          0
    C: Christoffel factorisation (Ṁ = C + Cᵀ, h = C v + g) by bodies: max|Ṁ-C-Cᵀ| = ..., |vᵀ(Ṁ-2C)v| = ..., max|Cv-(h-g)| = ...
    $ cat > certificate.py <<'PY'
    > import json, sys
    > r = json.load(sys.stdin)
    > c = r["coriolis"]
    > worst = max(x for state in c["residuals"] for x in state["relative"].values())
    > print(c["factorisation"], c["method"], len(c["residuals"]), worst < 1e-12, *c["residuals"][0])
    > PY
    $ kinetree eval quadruped --v floating_base.wz=1,floating_base.vx=-2 --quantity C --json | python3 certificate.py
    christoffel bodies 1 True max|Mdot-C-C^T| |v^T(Mdot-2C)v| max|Cv-(h-g)| relative
    $ kinetree eval puma6 --v 1,2,3,4,5,6 --quantity C --method C=kronecker --json | python3 certificate.py
    christoffel kronecker 1 True max|Mdot-C-C^T| |v^T(Mdot-2C)v| max|Cv-(h-g)| relative

In CSV there is only C; the certificate is talk.

    $ kinetree eval planar3 --v 1,1,1 --quantity C --csv | wc -l
    2
    ! kinetree: C: Christoffel factorisation
    $ kinetree eval planar3 --v 1,1,1 --quantity C --csv --quiet | wc -l
    2

Every quantity has a place and a shape, in JSON and in NPZ.

    $ kinetree eval planar3 --json --quantity C,Mdot,Ctv,Cw,dM,christoffel,dtau_dq,dtau_dv,da_dq,da_dv,da_dtau,regressor,parameters,Jdot:L3,Lambda:L3,Jbar:L3,Cx:L3,mu:L3,p:L3@com --task position > all.json
    $ cat > shapes.py <<'PY'
    > import json
    > def shape(x):
    >     return [len(x)] + shape(x[0]) if isinstance(x, list) else []
    > r = json.load(open("all.json"))
    > for key, value in r["states"][0].items(): print(key, *shape(value))
    > print(r["columns"]["regressor"][:3], r["assumed"])
    > print(*r["remarks"], sep="\n")
    > PY
    $ python3 shapes.py
    q 3
    v 3
    a 3
    tau 3
    w 3
    C 3 3
    Mdot 3 3
    Ctv 3
    Cw 3
    dM 3 3 3
    christoffel 3 3 3
    dtau_dq 3 3
    dtau_dv 3 3
    da_dq 3 3
    da_dv 3 3
    da_dtau 3 3
    regressor 3 30
    parameters 30
    Jdot:L3 6 3
    Lambda:L3 3 3
    Jbar:L3 3 3
    Cx:L3 3 3
    mu:L3 3
    p:L3@com 3
    ['L1.m', 'L1.mcx', 'L1.mcy'] ['q is zero (not given)', 'v is zero (not given)', 'a is zero (not given)', 'tau is zero (not given)', 'w is zero (not given)']
    L3: 2 of 3 directions can hardly be moved and are damped, in state 1
    L3@com: 2 of 3 directions can hardly be moved and are damped, in state 1
    $ python3 -c 'import json; r=json.load(open("all.json")); print(r["task"]["rows"], r["task"]["singular_below"], *r["task"]["point"]); print(*r["jacobian"]["point"]); print(*r["method"])'
    linear x y z 1e-06 Lambda:L3 Jbar:L3 Cx:L3 mu:L3 p:L3@com
    Jdot:L3
    coriolis forward_dynamics gravity
    $ kinetree eval planar3 --quantity dM --csv | head -1 | tr , '\n' | sed -n '4,6p'
    "dM[0
    0
    0]"

Numbers that belong together do: C w from C, dM from Mdot, the regressor from tau.

    $ kinetree eval puma6 --q 0.1,0.2,0.3,0.4,0.5,0.6 --v 1,2,3,4,5,6 --w 0,0,1,0,0,0 --a 1,1,1,1,1,1 --armature off --quantity C,Cw,Ctv,dM,Mdot,christoffel,regressor,parameters,tau --json > r.json
    $ cat > laws.py <<'PY'
    > import json
    > s = json.load(open("r.json"))["states"][0]
    > n, v = range(6), s["v"]
    > def same(a, b): return max(abs(x - y) for x, y in zip(a, b)) < 1e-9
    > print(same(s["Cw"], [s["C"][i][2] for i in n]))
    > print(same(s["Ctv"], [sum(s["C"][j][i] * v[j] for j in n) for i in n]))
    > print(all(same(s["Mdot"][i], [sum(s["dM"][k][i][j] * v[k] for k in n) for j in n]) for i in n))
    > print(all(same(s["C"][i], [sum(s["christoffel"][k][i][j] * v[k] for k in n) for j in n]) for i in n))
    > print(same(s["tau"], [sum(y * p for y, p in zip(row, s["parameters"])) for row in s["regressor"]]))
    > PY
    $ python3 laws.py
    True
    True
    True
    True
    True

tau = Y p needs a column for whatever is in tau: if there is none, that is said.

    $ printf '{"format": "kinetree-model/1", "bodies": [{"name": "a", "parent": -1, "joint": "revolute", "axis": [0,0,1], "mass": 2, "com": [0,0,0], "inertia": [1,0,0, 0,1,0, 0,0,1], "armature": 0.5, "damping": 3}]}' > rotor.json
    $ kinetree eval rotor.json --a 2 --quantity tau,regressor | grep -e '^remark'
    remark: regressor: armature is in tau and has no column (--regressor armature, or --armature off)
    $ kinetree eval rotor.json --a 2 --v 1 --friction on --quantity tau,regressor,parameters --regressor friction,armature --json | python3 -c 'import json,sys; s=json.load(sys.stdin)["states"][0]; print(s["tau"], [sum(y*p for y, p in zip(s["regressor"][0], s["parameters"]))])'
    [6] [6.0]

Nothing is damped with --singular 0 but what cannot move.

    $ kinetree eval three_link --q 0.3,-0.4,0.2 --quantity Lambda:link3 --singular 0 --json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(max(abs(x) for row in r["states"][0]["Lambda:link3"] for x in row) < 100, r["remarks"])'
    True ['link3: 3 of 6 directions can hardly be moved and are damped, in state 1']

A file of states may have w.

    $ echo '{"states": [{"q": [0,0.5,-1], "v": [1,1,1], "w": [1,0,0]}, {"v": [1,0,0]}]}' > states.json
    $ kinetree eval three_link --states states.json --quantity Cw --csv | cut -d, -f10- | head -2 | tail -1
    -0.0132330686...

What is wrong is said.

    $ kinetree eval planar3 --quantity Cw --w 1,2
    ! --w has 2 numbers, but needs 3: L1, L2, L3
    [2]
    $ kinetree eval planar3 --quantity regressor --regressor damping
    ! kinetree: --regressor: 'damping' is neither friction nor armature
    [2]
    $ kinetree eval planar3 --quantity Lambda:L3 --task tip
    ! --task is 'tip', but can only be pose|position|orientation
    [2]
    $ kinetree eval planar3 --quantity Lambda:L3 --singular 2
    ! kinetree: --singular is '2', but must be from 0 to less than 1
    [2]
    $ kinetree eval planar3 --quantity Lambda:L3 --length 0
    ! kinetree: --length is '0', but must be positive
    [2]
    $ kinetree eval planar3 --q 0.1,0.5,0.7 --v 1e200,1e200,1e200 --quantity C
    ! kinetree: the certificate of C is not finite in state 1
    [65]
    $ kinetree eval planar3 --quantity Lambda:L9
    ! 'L9'
    [2]
    $ kinetree eval planar3 --quantity Lamda:L3
    ! did you mean 'Lambda:'?
    [2]
    $ kinetree eval chain:513 --quantity C --method coriolis=kronecker
    ! kinetree: coriolis=kronecker: ∂M/∂q of 513 velocities has 1.4e+08 numbers, and kinetree goes up to 512 velocities there (coriolis=recursive needs none of them)
    [2]
    $ kinetree eval chain:513 --quantity dM
    ! ∂M/∂q of 513 velocities
    [2]
    $ kinetree eval rocker5_printed --quiet --quantity da_dq
    ! 'wheel_a', 'wheel_b'
    [65]
    $ kinetree eval rocker5_printed --quiet --quantity Lambda:arm
    ! 'arm'
    [2]

verify says which C was verified.

    $ kinetree verify three_link | grep '^C: '
    C: Christoffel factorisation (Ṁ = C + Cᵀ, h = C v + g) by bodies: max|Ṁ-C-Cᵀ| = ...
    $ kinetree verify three_link --json | python3 -c 'import json,sys; print(*json.load(sys.stdin)["coriolis"])'
    factorisation method max|Mdot-C-C^T| |v^T(Mdot-2C)v| max|Cv-(h-g)| relative
    $ kinetree methods puma6 | grep coriolis
    coriolis          recursive             ...
    coriolis          link_frames     ...
    coriolis          kronecker       ...
    coriolis          christoffel     ...
    coriolis          progressive     ...
    coriolis          screws          ...
    coriolis          bodies          auto  ...a chain of 6: 2 bodies in a register (baseline)
    coriolis          limbs           ...
    coriolis          generated       ...
