Numbers for people.

    $ kinetree eval planar3 --q 0.1,0.2,0.3
    planar3: 3 degrees of freedom, gravity 0 -9.81 0
    method: mass_matrix=..., bias=..., gravity=...
    included: armature on, friction off
    assumed: v is zero (not given)
    
            q  v
      L1  0.1  0
      L2  0.2  0
      L3  0.3  0
    M
               [0]        [1]        [2]
      L1   2.71919    0.97899   0.156139
      L2   0.97899    0.45989  0.0903202
      L3  0.156139  0.0903202      0.033
                h        g
      L1   36.775   36.775
      L2  9.88344  9.88344
      L3  1.21448  1.21448

The result as JSON describes itself; its keys are the quantities.

    $ kinetree eval planar3 --q 0.1,0.2,0.3 --json > r.json
    $ python3 -c 'import json; r=json.load(open("r.json")); print(*r); print(*r["states"][0])'
    format kinetree model revision joints dofs gravity units conventions method included assumed states
    q v M h g
    $ python3 -c 'import json; r=json.load(open("r.json")); print(r["format"], r["joints"], r["dofs"], r["gravity"], r["assumed"], r["included"])'
    kinetree-result/1 ['L1', 'L2', 'L3'] [1, 1, 1] [0, -9.81, 0] ['v is zero (not given)'] {'armature': True, 'friction': False}

Every quantity has a place and a shape.

    $ kinetree eval planar3 --json --quantity M,Minv,h,g,tau,a,T,U,poses,com,momentum,centroidal_momentum,J:L2,J:L3@com,J:L3@0.1:0:-2e-1,Jdotv:L3@com > all.json
    $ cat > shapes.py <<'PY'
    > import json
    > def shape(x):
    >     return [len(x)] + shape(x[0]) if isinstance(x, list) else sorted(x) if isinstance(x, dict) else []
    > r = json.load(open("all.json"))
    > for key, value in r["states"][0].items(): print(key, *shape(value))
    > print(r["jacobian"]["rows"], r["jacobian"]["axes"], r["jacobian"]["point"])
    > PY
    $ python3 shapes.py
    q 3
    v 3
    a_in 3
    tau_in 3
    M 3 3
    Minv 3 3
    h 3
    g 3
    tau 3
    a 3
    T
    U
    poses 3 body com position rotation
    com 3
    momentum 3
    centroidal_momentum angular linear
    J:L2 6 3
    J:L3@com 6 3
    J:L3@0.1:0:-2e-1 6 3
    Jdotv:L3@com 6
    linear x y z, angular x y z world {'J:L2': [0, 0, 0], 'J:L3@com': [0.12, 0, 0], 'J:L3@0.1:0:-2e-1': [0.1, 0, -0.2], 'Jdotv:L3@com': [0.12, 0, 0]}

Forward dynamics undoes inverse dynamics; the result of the one is input of the other.

    $ kinetree eval puma6 --q 0.1,0.2,0.3,0.4,0.5,0.6 --v 1,1,1,1,1,1 --a 1,-2,3,-4,5,-6 --quantity tau --json > id.json
    $ kinetree eval puma6 --states id.json --quantity a --json | python3 -c 'import json,sys; print([round(x, 9) for x in json.load(sys.stdin)["states"][0]["a"]])'
    [1.0, -2.0, 3.0, -4.0, 5.0, -6.0]

Numbers: negative ones, exponents, blanks; by name.

    $ kinetree eval planar3 --q -1,+2e-1,.5 --quantity U --csv
    q[L1],q[L2],q[L3],U
    -1,0.20000000000000001,0.5,...
    $ diff <(kinetree eval planar3 --q=-1,0,3) <(kinetree eval planar3 --q ' -1 , 0.0,3')
    $ diff <(kinetree eval planar3 --q '-1 0 3') <(kinetree eval planar3 --q 'L3=3, L1 = -1, L2=0')
    $ kinetree eval planar3 --quiet --base floating --q floating_base.x=2,L2=1 --quantity com --csv | tail -1
    2,0,0,0,0,0,1,0,1,0,...

What is wrong is said: which vector, how many, which joints.

    $ kinetree eval planar3 --v 1,2
    ! kinetree: --v has 2 numbers, but needs 3: L1, L2, L3
    [2]
    $ kinetree eval planar3 --q nan,0,0
    ! kinetree: --q: nan is not finite
    [2]
    $ kinetree eval planar3 --q 0,-inf,0
    ! not finite
    [2]
    $ kinetree eval planar3 --q 1e400,0,0
    ! beyond the range of a double
    [2]
    $ kinetree eval planar3 --q 1,,2
    ! kinetree: --q: '' is not a number
    [2]
    $ kinetree eval planar3 --q 0x1,2,1.2.3
    ! is not a number
    [2]
    $ kinetree eval planar3 --q L2=1,L4=1
    ! kinetree: --q: there is no 'L4' (did you mean 'L1'?); there are: L1, L2, L3
    [2]
    $ kinetree eval planar3 --q L2=1,L2=1
    ! given twice
    [2]
    $ kinetree eval planar3 --q L2=1,4
    ! name all or none
    [2]
    $ kinetree eval planar3 --q 1,2,%n%n%s
    ! '%n%n%s' is not a number
    [2]
    $ kinetree eval planar3 --quantity X
    ! kinetree: unknown quantity 'X'; there are: M, Minv, C, Mdot, Ctv, Cw, dM, christoffel, h, g, tau, a
    [2]
    $ kinetree eval planar3 --quantity M,minw
    ! kinetree: unknown quantity 'minw' (did you mean 'Minv'?); there are: M,
    [2]
    $ kinetree eval planar3 --quantity ''
    ! --quantity is empty
    [2]
    $ kinetree eval planar3 --quantity J:L9
    ! 'L9'
    [2]
    $ kinetree eval planar3 --quantity J:
    ! 'J:' needs the name of a body
    [2]
    $ kinetree eval planar3 --quantity J:L2@1:2
    ! kinetree: the point of J:L2@1:2 has 2 numbers, but needs 3: x, y, z
    [2]
    $ kinetree eval planar3 --q 0,0,0 --states x.json
    ! --q and --states exclude each other
    [2]
    $ kinetree eval - --states -
    ! cannot both come from standard input
    [2]

Methods by name, of the quantity or of its symbol.

    $ kinetree eval planar3 --quantity a --method forward_dynamics=ltdl | grep method
    method: forward_dynamics=ltdl
    $ kinetree eval planar3 --quantity a --method a=cholesky | grep method
    method: forward_dynamics=cholesky
    $ kinetree eval planar3 --method mass_matrix=crab
    ! no method 'crab' for mass_matrix
    [2]
    $ kinetree eval planar3 --method mass_matrx=crba
    ! (did you mean 'mass_matrix'?)
    [2]
    $ kinetree eval planar3 --method crba
    ! 'crba' is not QUANTITY=METHOD
    [2]

Armature is part of M unless it is left out; friction is only there when asked for.

    $ printf '{"format": "kinetree-model/1", "bodies": [{"name": "a", "parent": -1, "joint": "prismatic", "axis": [1,0,0], "mass": 2, "com": [0,0,0], "inertia": [1,0,0, 0,1,0, 0,0,1], "armature": 0.5, "damping": 3}]}' > cart.json
    $ kinetree eval cart.json --v 2 --quantity M,tau --csv | tail -1
    0,2,0,2.5,0
    $ kinetree eval cart.json --v 2 --quantity M,tau --armature off --friction on --csv | tail -1
    0,2,0,2,6

Where M is singular, accelerations are refused and the joints named.

    $ kinetree eval rocker5_printed --quiet --quantity a
    ! nothing gives inertia to 'wheel_a', 'wheel_b' (give the links below them mass or inertia, or the joints armature; or lock them)
    [65]
    $ kinetree eval rocker5_printed --quiet --quantity Minv --json
    ! 'wheel_a', 'wheel_b'
    [65]
    $ kinetree eval rocker5_printed --quantity T --csv | tail -1
    ...,0
    ! kinetree: warning: 2 complaints about rocker5_printed; `kinetree check rocker5_printed` lists them

A result that is not a number is never printed.

    $ kinetree eval planar3 --v 1e300,1e300,1e300 --quantity h --json
    ! kinetree: h is not finite in state 1
    [65]
