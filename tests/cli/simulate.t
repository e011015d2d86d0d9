kinetree simulate: a scenario runs, is recorded, and is audited.

    $ kinetree simulate -h
    kinetree simulate: run a scenario, record it, and audit energy and power
    
    usage: kinetree simulate SCENARIO [options]
    ...
    examples:
    ...
    $ cat > drop.json <<'END'
    > {"format": "kinetree-scenario/1", "model": "planar3", "duration": 0.5,
    >  "initial": {"q": {"L1": 0.5}}, "record": {"every": 0.1},
    >  "events": [{"t": 0.25, "name": "half way"}]}
    > END
    $ kinetree simulate drop.json
    planar3: 0.5 s simulated; reached the end
      integrator            dopri5, rtol 1e-08, atol 1e-10
      forward dynamics      bodies
      controller            none
      steps                 ... taken, ... rejected, ... evaluations
      energy                ... J → ... J
      work of the torques   0 J
      E - E0 - work         ... J at the end, ... J at most ...
      condition of M        ... at the start, ... at most ...
      event                 half way at 0.25 s: record

The run to standard output, then nothing but the run.

    $ kinetree simulate drop.json --json | head -2
    {
      "format": "kinetree-run/1",
    $ kinetree simulate drop.json --json | python3 -c 'import json, sys
    > run = json.load(sys.stdin)
    > print(len(run["samples"]), run["samples"][-1]["t"], run["stop"], run["events"])'
    6 0.5 reached_end [{'t': 0.25, 'name': 'half way', 'action': 'record'}]
    $ kinetree simulate drop.json --csv | head -2
    t,q[L1],q[L2],q[L3],v[L1],v[L2],v[L3],a[L1],a[L2],a[L3],tau[L1],tau[L2],tau[L3],T,U,balance
    0,0.5,0,0,0,0,0,...
    $ kinetree simulate drop.json --csv | wc -l
    7
    $ kinetree simulate - --csv < drop.json | wc -l
    7

Files, whose names say their format.

    $ kinetree simulate drop.json -o run.json -o run.json > /dev/null
    ! -o
    [2]
    $ kinetree simulate drop.json -o run.json --report run.html --plot run.svg --quiet > /dev/null
    $ ls
    drop.json
    run.html
    run.json
    run.svg
    $ kinetree simulate drop.json --json | cmp - run.json
    $ kinetree simulate drop.json -o run.csv > /dev/null; kinetree simulate drop.json --csv | cmp - run.csv
    $ kinetree simulate drop.json -o run.npz > /dev/null; python3 -m zipfile -l run.npz | cut -c1-14
    File Name     
    t.npy         
    q.npy         
    v.npy         
    a.npy         
    tau.npy       
    T.npy         
    U.npy         
    balance.npy   
    joints.npy    
    about.npy     
    $ kinetree simulate drop.json --plot run.png > /dev/null && head -c 4 run.png | tail -c 3; ls run.png*
    PNGrun.png
    $ PATH=$(dirname "$(command -v kinetree)") kinetree simulate drop.json --plot none.png > /dev/null
    ! kinetree: cannot write none.png: PNG needs rsvg-convert (apt-get install librsvg2-bin), or ask for .svg
    [70]
    $ grep -c '</svg>' run.svg; for c in v a tau energy balance; do
    > kinetree simulate drop.json --plot $c.svg --curves $c > /dev/null && grep -c '</svg>' $c.svg; done
    1
    1
    1
    1
    1
    1
    $ grep -c '"format": "kinetree-run/1"' run.html
    1

A link to another place stays a link.

    $ ln -sf real.npz link.npz && touch real.npz && kinetree simulate drop.json -o link.npz > /dev/null
    $ test -L link.npz && cmp real.npz run.npz

Wrong usage.

    $ kinetree simulate
    ! SCENARIO
    [2]
    $ kinetree simulate drop.json --json --csv
    ! kinetree: --json and --csv exclude each other
    [2]
    $ kinetree simulate drop.json -o run.txt
    ! kinetree: -o run.txt: the name must end in .json, .csv or .npz
    [2]
    $ kinetree simulate drop.json --plot run.gif
    ! kinetree: --plot run.gif: the name must end in .svg or .png
    [2]
    $ kinetree simulate drop.json --curves q
    ! kinetree: --curves needs --plot FILE
    [2]
    $ kinetree simulate drop.json --plot a.svg --curves jerk
    ! jerk
    [2]
    $ kinetree simulate drop.json --plot error.svg --curves error; test -e error.svg
    ! nothing is desired in this scenario
    [1]
    $ kinetree simulate drop.json -o drop.json
    ! kinetree: --output drop.json would overwrite drop.json
    [2]
    $ kinetree simulate drop.json -o out.json --report ./out.json
    ! would overwrite
    [2]
    $ head -1 drop.json
    {"format": "kinetree-scenario/1", "model": "planar3", "duration": 0.5,

No such input.

    $ kinetree simulate missing.json
    ! kinetree: missing.json: no such file
    [66]
    $ kinetree simulate .
    ! directory
    [66]
    $ kinetree simulate puma6
    ! kinetree: puma6: a robot, and no scenario
    [66]

Bad data: the place, the path, what is wrong, what to do; and nothing is written.

    $ echo '{"format": "kinetree-scenario/1", "model": "planar3", "duration": -1}' > bad.json
    $ kinetree simulate bad.json -o never.json --report never.html --plot never.svg
    ! kinetree: bad.json:1:67: $.duration: is -1, but must be positive (write a number above 0)
    [65]
    $ ls never.*
    ! ...
    [2]
    $ kinetree simulate - < bad.json
    ! kinetree: <stdin>:1:67: $.duration: is -1, but must be positive
    [65]
    $ echo '{"format": "kinetree-scenario/1", "model": "rocker5_printed", "duration": 1}' > bad.json
    $ kinetree simulate bad.json -o never.json; test -e never.json
    ! kinetree: bad.json: $.model: simulate: nothing gives joint 'wheel_a' inertia
    [1]
    $ echo '{"format": "kinetree-scenario/1", "model": "planar3", "duration": 1,
    > "controller": {"type": "torque", "tau": 1e308}}' > bad.json; kinetree simulate bad.json -o never.json
    ! kinetree: bad.json: $: at the start, accelerations are not finite
    [65]
    $ test -e never.json
    [1]

A run that cannot reach its end says why and exits with 1; what there is of it is written.

    $ cat > stiff.json <<'END'
    > {"format": "kinetree-scenario/1", "model": "planar3", "duration": 1,
    >  "events": [{"t": 0.5, "name": "blow", "set": {"v": {"L1": 1e300}}}]}
    > END
    $ kinetree simulate stiff.json -o part.json
    ! kinetree: an event left a motion that is not finite
    planar3: 0.5 s simulated; an event left a motion that is not finite
    ...
      event                 blow at 0.5 s: change
    [1]
    $ python3 -c 'import json; print(json.load(open("part.json"))["stop"])'
    not_finite

What was assumed is said.

    $ cat > hold.json <<'END'
    > {"format": "kinetree-scenario/1", "model": "planar3", "duration": 0.1,
    >  "controller": {"type": "pd_gravity", "target": 0.3, "kp": 10, "kd": 1},
    >  "integrator": {"method": "rk4", "rtol": 1e-6}, "events": [{"t": 3}]}
    > END
    $ kinetree simulate hold.json | grep -E 'note|tracking'
      tracking error        ...
      note                  "rtol" of the integrator is not used: rk4 has fixed steps
      note                  the event at 3 s is after the end

Output that cannot be written.

    $ kinetree simulate drop.json -o no/such/folder/run.json
    ! kinetree: cannot write no/such/folder/run.json: No such file or directory
    [70]
    $ kinetree simulate drop.json -o no/such/folder/run.npz
    ! kinetree: cannot write no/such/folder/run.npz.part: No such file or directory
    [70]

needs: file /dev/full
    $ ln -s /dev/full full.json; ln -s /dev/full full.csv; ln -s /dev/full full.npz
    $ for f in json csv npz; do kinetree simulate drop.json -o full.$f > /dev/null; echo $?; done
    ! kinetree: cannot write full.json: No space left on device
    ! kinetree: cannot write full.csv: No space left on device
    ! No space left on device
    70
    70
    70
    $ kinetree simulate drop.json --csv > /dev/full
    ! kinetree: cannot write standard output: No space left on device
    [70]
    $ ln -s /dev/full full.html; kinetree simulate drop.json --report full.html > /dev/null
    ! No space left on device
    [70]
