One link, body by body: structure, a rotor behind a gear, a tool.

    $ cat > geared.json << 'END'
    > {"format": "kinetree-model/1", "name": "geared", "gravity": [0, -9.81, 0], "bodies": [
    >   {"name": "arm", "parent": -1, "joint": "revolute", "axis": [0, 0, 1],
    >    "mass": 6.5, "com": [0.1, 0, 0], "inertia": [0.12, 0, 0, 0.12, 0, 0.12]},
    >   {"name": "forearm", "parent": "arm", "joint": "revolute", "axis": [0, 0, 1],
    >    "origin": [0.26, 0, 0], "armature": 0.001,
    >    "mass": 2, "com": [0.03, 0, 0], "inertia": [0.01, 0, 0, 0.01, 0, 0.01]},
    >   {"name": "rotor", "parent": "arm", "joint": "revolute", "axis": [0, 0, 1],
    >    "origin": [0.2, 0, 0], "mimic": {"joint": "forearm", "multiplier": -50},
    >    "mass": 0.4, "com": [0, 0, 0], "inertia": [0.0001, 0, 0, 0.0001, 0, 0.0002]},
    >   {"name": "tool", "parent": "forearm", "joint": "fixed", "origin": [0.25, 0, 0],
    >    "mass": 1, "com": [0, 0, 0], "inertia": [0, 0, 0, 0, 0, 0]}]}
    > END
    $ kinetree explain geared.json --link rotor --q 0.4,-0.9
    rotor is a part of arm
    arm of geared: a link of 2 bodies, moved by arm, forearm
    q as given; v is zero (not given); armature on
    
    arm: structure
    mass               6.5 kg
    centre             0.1 0 0 m in its frame, 0.0921061 0.0389418 0 m in the world
    principal moments  0.12 0.12 0.12 kg m²
    radii of gyration  0.135873 0.135873 0.135873 m: with both signs, pitches of the six screws
    principal axes     those of its frame
    M          arm    forearm
      arm      0.185  0
      forearm  0      0
    C          arm  forearm
      arm      0    0
      forearm  0    0
    g
      arm      5.87315
      forearm  0
    
    rotor: on arm, moves -50 times joint forearm
    mass               0.4 kg
    centre             0 0 0 m in its frame, 0.184212 0.0778837 0 m in the world
    principal moments  0.0001 0.0001 0.0002 kg m²
    radii of gyration  0.0158114 0.0158114 0.0223607 m: with both signs, pitches of the six screws
    principal axes     those of its frame
    M          arm     forearm
      arm      0.0162  -0.01
      forearm  -0.01   0.5
    C          arm  forearm
      arm      0    0
      forearm  0    0
    g
      arm      0.722849
      forearm  0
    
    sum
    M          arm     forearm
      arm      0.2012  -0.01
      forearm  -0.01   0.5
    C          arm  forearm
      arm      0    0
      forearm  0    0
    g
      arm      6.59599
      forearm  0
    
    of the whole robot's M(k, k)
    arm      34.8 %
    forearm  86.9 %
    $ kinetree explain geared.json --link forearm --q arm=0.4 --v arm=1 | grep -e tool -e sum -e given
    q of forearm is neutral (not given); v of forearm is zero (not given); armature on
    tool: fixed to forearm
    sum, with armature

JSON: the links add up to the robot. A ratio of 50 makes rounding 2500 times larger.

    $ for link in arm forearm; do kinetree explain geared.json --link $link --q 0.4,-0.9 --v 0.7,1.3 --json > $link.json; done
    $ kinetree eval geared.json --q 0.4,-0.9 --v 0.7,1.3 --quantity M,C,g --json > whole.json
    $ python3 -c 'import json
    > whole = json.load(open("whole.json"))["states"][0]
    > links = [json.load(open(name + ".json")) for name in ("arm", "forearm")]
    > print(links[0]["format"], links[0]["movers"], [[b["link"], b["role"]] for l in links for b in l["bodies"]])
    > for key in "MC":
    >     print(max(abs(sum(l[key][i][k] for l in links) - whole[key][i][k]) for i in (0, 1) for k in (0, 1)) < 1e-12)
    > print(max(abs(sum(l["g"][i] for l in links) - whole["g"][i]) for i in (0, 1)) < 1e-14)
    > b = links[0]["bodies"][1]
    > print(len(b["screws"]), len(b["J"]), len(b["J"][0]), b["screws"][5][2] == -b["radii_of_gyration"][2])'
    kinetree-link/1 ['arm', 'forearm'] [['arm', 'structure'], ['rotor', 'geared'], ['forearm', 'structure'], ['tool', 'fixed']]
    True
    True
    True
    6 6 2 True

Slides, and joints with several velocities.

    $ kinetree explain scara --link link3 | head -1
    link3 of scara: a link of 1 body, moved by link1, link2, link3
    $ kinetree explain quadruped --link trunk | head -1
    trunk of quadruped: a link of 1 body, moved by floating_base.vx, floating_base.vy, floating_base.vz, floating_base.wx, floating_base.wy, floating_base.wz

What does not exist has a nearest spelling; an element and a link exclude each other.

    $ kinetree explain pelican3 --link lnik3 --quiet
    ! kinetree: no link 'lnik3' in model 'pelican3' (did you mean 'link3'?)
    [65]
    $ kinetree explain pelican3 'M[1,1]' --link link3
    ! kinetree: explain needs either an ELEMENT, such as 'M[1,1]', or --link NAME
    [2]
    $ kinetree explain pelican3 'M[1,1]' --v 1,2,3 --quiet
    ! kinetree: --v goes with --link: an element of M does not depend on v
    [2]
    $ kinetree explain pelican3 --link link3 --q 1,2 --quiet
    ! kinetree: --q
    [2]
