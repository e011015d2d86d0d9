Closed forms of M, C and g, with the proof and the letters below.

    $ kinetree derive planar3 --quantity M,C,g
    M[1,1] = I1zz + I2zz + I3zz + m1·l1I² + m2·(l1² + l2I² + 2·l1·l2I·cos(q2)) + m3·(l1² + l2² + l3I² + 2·l1·l2·cos(q2) + 2·l1·l3I·cos(q2 + q3) + 2·l2·l3I·cos(q3))
    M[1,2] = M[2,1] = I2zz + I3zz + m2·l2I·(l2I + l1·cos(q2)) + m3·(l2² + l3I² + l1·l2·cos(q2) + l1·l3I·cos(q2 + q3) + 2·l2·l3I·cos(q3))
    M[1,3] = M[3,1] = I3zz + m3·l3I·(l3I + l1·cos(q2 + q3) + l2·cos(q3))
    M[2,2] = I2zz + I3zz + m2·l2I² + m3·(l2² + l3I² + 2·l2·l3I·cos(q3))
    M[2,3] = M[3,2] = I3zz + m3·l3I·(l3I + l2·cos(q3))
    M[3,3] = I3zz + m3·l3I²
    C[1,1] = ...
    C[1,2] = ...
    C[1,3] = -m3·l3I·(l1·sin(q2 + q3) + l2·sin(q3))·(q1d + q2d + q3d)
    ...
    C[3,3] = 0
    g[1] = ...
    g[2] = g·(m2·l2I·cos(q1 + q2) + m3·(l2·cos(q1 + q2) + l3I·cos(q1 + q2 + q3)))
    g[3] = m3·g·l3I·cos(q1 + q2 + q3)
    
    with
      m1 = 4  mass of L1
    ...
      g = 9.81  acceleration of free fall of world
    
    proved in 4 random states: worst disagreement with the evaluator ... of the largest entry (bound 1e-11)

One element, by number or by name.

    $ kinetree derive planar3 --element 'M[2,3]' | head -1
    M[2,3] = I3zz + m3·l3I·(l3I + l2·cos(q3))
    $ kinetree derive planar3 --element 'M[ L2 , L3 ]' --ascii | head -1
    M[2,3] = I3zz + m3*l3I*(l3I + l2*cos(q3))
    $ kinetree derive planar3 --quantity g --element 'g[L3]' | head -1
    g[3] = m3·g·l3I·cos(q1 + q2 + q3)
    $ kinetree derive planar3 --element 'J:L3[2,1]' | head -1
    J:L3[2,1] = l1·cos(q1) + l2·cos(q1 + q2)

Letters and numbers, parameter by parameter.

    $ kinetree derive pelican3 --element 'M[2,2]' --symbolic masses,m3 --quiet | head -1
    M[2,2] = 0.0316 + 0.00052441·m2 + m3·(0.0797 + 0.0572·cos(q3))
    $ kinetree derive pelican3 --element 'M[2,2]' --numeric lengths,inertias,m2 --quiet | head -1
    M[2,2] = 0.032672837978 + m3·(0.0797 + 0.0572·cos(q3))
    $ kinetree derive pelican3 --element 'M[2,2]' --numeric all --quiet | head -1
    M[2,2] = 0.152222837978 + 0.0858·cos(q3)
    $ kinetree derive pelican2 --element 'M[1,2]' --name l1=a1,l2I=l2,I2zz=Iz2,q2=theta2 --quiet | head -1
    M[1,2] = Iz2 + m2·l2·(l2 + a1·cos(theta2))

Into a file, in the other formats.

    $ kinetree derive planar3 --element 'M[3,3]' --format latex -o m.tex
    ! kinetree: m.tex: proved in 4 random states, worst disagreement
    $ grep 'M_' m.tex | tr -d '$'
     M_{3,3} = I_{3zz} + m_{3} l_{3I}^{2} 
    $ kinetree derive planar3 --element 'M[3,3]' --format python | tail -1
        return I3zz + m3*l3I**2
    $ kinetree derive planar3 --element 'M[3,3]' --format c | grep return
      return p->I3zz + p->m3*p->l3I*p->l3I;
    $ kinetree derive planar3 --element 'M[3,3]' --format cpp | grep return
      return p.I3zz + p.m3*p.l3I*p.l3I;
    $ kinetree derive planar3 --element 'M[3,3]' --format matlab | grep '^M'
    M_3_3 = p.I3zz + p.m3*p.l3I*p.l3I;
    $ kinetree derive planar3 --format json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["format"], len(d["quantities"][0]["elements"]), d["parameters"][0])'
    kinetree-equations/1 6 {'name': 'm1', 'kind': 'mass', 'value': 4, 'what': 'mass', 'body': 'L1', 'latex': 'm_{1}'}

Armature, and joints that mimic others.

    $ echo '{"format": "kinetree-model/1", "bodies": [{"name": "a", "parent": -1, "joint": "revolute", "mass": 1, "com": [0.5, 0, 0], "inertia": [0, 0, 0, 0.1, 0, 0.1], "armature": 0.2}, {"name": "b", "parent": "a", "origin": [1, 0, 0], "joint": "revolute", "mass": 1, "com": [0.25, 0, 0], "inertia": [0, 0, 0, 0.1, 0, 0.1], "mimic": {"joint": "a", "multiplier": 0.5}}]}' > geared.json
    $ kinetree derive geared.json | head -1
    M[1,1] = I1zz + 9/4·I2zz + Ia1 + m1·l1I² + m2·(l1² + 9/4·l2I² + 3·l1·l2I·cos(1/2·q1))
    $ kinetree derive geared.json --armature off --mimic off --element 'M[1,1]' | head -1
    M[1,1] = I1zz + I2zz + m1·l1I² + m2·(l1² + l2I² + 2·l1·l2I·cos(q2))

What would explode stops, with an estimate and a way out.

    $ kinetree derive chain:100 --quantity C
    ! kinetree: C of 'chain:100' is too long to be written down: one element of M would have about 10^
    ! terms; ask for an element near a tip of the robot (--quantity M --element 'M[99,100]'), or for code (kinetree generate)
    [2]
    $ kinetree derive chain:100 --element 'M[99,100]' --symbolic masses | head -1 | cut -c1-9
    M[99,100]
    $ kinetree derive chain:2000
    ! kinetree: 'chain:2000' is too large for closed forms: 2000 velocities; kinetree generate makes code of it
    [2]

Wrong words.

    $ kinetree derive planar3 --quantity Mdto
    ! kinetree: 'Mdto' has no closed form here (did you mean 'Mdot'?); M, C, g, h, Mdot, T, U and J:BODY do
    [2]
    $ kinetree derive planar3 --element 'M[4,1]'
    ! kinetree: 'M[4,1]' is no element of 'planar3': M, C, Mdot and J:BODY have [row,column], g and h have [row], numbers from 1 or names such as 'L1' (did you mean 'M[3,1]'?)
    [2]
    $ kinetree derive planar3 --quantity C --element 'M[1,1]'
    ! kinetree: --element 'M[1,1]' is of M, and --quantity asks for C
    [2]
    $ kinetree derive planar3 --symbolic mases
    ! kinetree: 'mases' is no parameter of this robot that is not zero, and no group (did you mean 'masses'?)
    [2]
    $ kinetree derive planar3 --name m1=m2
    ! kinetree: two letters would be called 'm2'
    [2]
    $ kinetree derive planar3 --name m1
    ! kinetree: --name takes OLD=NEW, not 'm1'
    [2]
    $ kinetree derive planar3 --format pdf
    ! kinetree: --format is 'pdf', but can only be
    [2]
    $ kinetree derive planar3 --format c --ascii
    ! kinetree: --ascii goes with --format text
    [2]
