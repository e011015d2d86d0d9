    $ kinetree info planar3
    planar3: 3 links, nq 3, nv 3, 7.75 kg, gravity 0 -9.81 0 m/s², revision ...
    
    world
    └── L1  (revolute 'L1')
        └── L2  (revolute 'L2')
            └── L3  (revolute 'L3')
    
    joint  type      q  v  units  limits  actuator
    L1     revolute  0  0  rad
    L2     revolute  1  1  rad
    L3     revolute  2  2  rad

A floating base comes first; gravity can be said.

    $ kinetree info planar3 --base floating --gravity '0, 0, -1.62'
    planar3: ...nq 10, nv 9...gravity 0 0 -1.62 m/s²...
    ...
    floating_base  floating  0..6  0..5  m, quaternion x y z w
    L1             revolute  7     6     rad
    ...
    ! warning: 1 complaint about planar3; `kinetree check planar3 --base floating --gravity '0, 0, -1.62'` lists it
    $ kinetree info planar3 --json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(r["format"], r["nq"], r["joints"][2]["name"], r["links"][1]["parent"], r["joints"][0]["limits"]["lower"])'
    kinetree-info/1 3 L3 L1 None
    $ kinetree info planar3 --gravity 1,2
    ! kinetree: --gravity has 2 numbers, but needs 3: x, y, z
    [2]

Branches, fixed links, limits, actuators and mimics of a file.

    $ cat > gripper.urdf <<'XML'
    > <robot name="gripper">
    >   <link name="hand"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
    >   <link name="left"><inertial><mass value="0.1"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
    >   <link name="right"><inertial><mass value="0.1"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
    >   <link name="tip"/>
    >   <joint name="jl" type="prismatic"><parent link="hand"/><child link="left"/><axis xyz="0 1 0"/><limit lower="0" upper="0.04" velocity="0.2" effort="20"/><dynamics damping="10"/></joint>
    >   <joint name="jr" type="prismatic"><parent link="hand"/><child link="right"/><axis xyz="0 -1 0"/><limit lower="0" upper="0.04" velocity="0.2" effort="20"/><mimic joint="jl" multiplier="2"/></joint>
    >   <joint name="jt" type="fixed"><parent link="left"/><child link="tip"/></joint>
    > </robot>
    > XML
    $ kinetree info gripper.urdf
    gripper: ...nq 1, nv 1...
    ...
    └── hand  (fixed 'hand')
        ├── left  (prismatic 'jl')
        │   └── tip  (fixed 'jt')
        └── right  (prismatic 'jr' = 2 × 'jl' + 0)
    
    joint  type       q  v  units  limits                            actuator
    jl     prismatic  0  0  m      [0, 0.04] velocity 0.2 effort 20  damping 10
    
    fixed links, merged for evaluation:
      hand  into world  1 kg
      tip   into left   0 kg
    $ kinetree info gripper.urdf --mimic off | grep -c '^j[lr] '
    2
    $ kinetree info - < gripper.urdf | head -1
    gripper: ...

A chain deeper than a screen is wide stays readable, and fast.

    $ kinetree info chain:1000 | wc -c | awk '{print ($1 < 1000000)}'
    1

Instruction sets of this machine: the narrowest is everywhere, and can be asked for.

    $ kinetree info --simd
    set       lanes  needs
    baseline  2      nothing ...
    ...
    $ KINETREE_SIMD=baseline kinetree info --simd --json
    {"format": "kinetree-simd/1", "in_use": "baseline", "sets": [{"name": "baseline", "lanes": 2, "available": true}, ...
    $ KINETREE_SIMD=mmx kinetree info --simd
    ! kinetree: KINETREE_SIMD=mmx: there is no such instruction set (there are: baseline
    [2]
    $ kinetree info planar3 --simd
    ! kinetree: --simd is about this machine: no MODEL
    [2]
    $ kinetree info
    ! kinetree: info needs MODEL, or --simd: kinetree info MODEL (kinetree info -h)
    [2]
