Millions of states: CSV or NPZ in, CSV or NPZ out, nothing held in memory.

    $ printf 'q[L2],q[L1],q[L3],v[L1],v[L2],v[L3],a[0],a[1],a[2],t\n0.2,0.1,0.5,1,2,3,3,4,5,0\n\n0.4,0.3,0.6,5,6,7,7,8,9,1\n' > s.csv
    $ kinetree eval planar3 --batch --states s.csv --quantity g
    g[L1],g[L2],g[L3]
    ...
    ...
    $ kinetree eval planar3 --batch --states s.csv --quantity M,C,tau,dtau_dv --out out.npz
    $ kinetree eval planar3 --batch --states s.csv --quantity M,C,tau,dtau_dv -o out.csv
    $ ls
    out.csv
    out.npz
    s.csv
    $ wc -l < out.csv
    3

The same numbers as one state at a time, to rounding; matrices row by row.

    $ cat > compare.py <<'PY'
    > import csv, subprocess, sys
    > states = [((0.1, 0.2, 0.5), (1, 2, 3), (3, 4, 5)), ((0.3, 0.4, 0.6), (5, 6, 7), (7, 8, 9))]
    > rows = list(csv.DictReader(open("out.csv")))
    > for (q, v, a), row in zip(states, rows):
    >     text = lambda x: ",".join(map(str, x))
    >     run = subprocess.run(["kinetree", "eval", "planar3", "--q", text(q), "--v", text(v), "--a",
    >                           text(a), "--quantity", "M,C,tau,dtau_dv", "--csv", "--quiet"],
    >                          capture_output=True, text=True, check=True)
    >     one = next(csv.DictReader(run.stdout.splitlines()))
    >     print(max(abs(float(row[k]) - float(one[k])) for k in row) < 1e-12)
    > PY
    $ python3 compare.py
    True
    True

Standard input and output; what was not given is zero, and said.

    $ kinetree eval planar3 --batch --states - --quantity h --csv < s.csv | wc -l
    3
    $ printf 'q[0],q[1],q[2]\n0,0,0\n' | kinetree eval planar3 --batch --states - --quantity a > a.csv
    ! v is zero (not given)
    $ printf 'q[0],q[1],q[2]\n' | kinetree eval planar3 --batch --states - --quantity M --npz none.npz

Faults have the line of the file, leave nothing behind and keep what was there.

    $ printf 'q[0],q[1],q[2]\n1,2,3\n3,four,5\n' > bad.csv
    $ kinetree eval planar3 --batch --states bad.csv --quantity M --out out.csv
    ! kinetree: bad.csv:3:3: 'four' is not a number
    [65]
    $ ls out.*; wc -l < out.csv
    out.csv
    out.npz
    3
    $ printf 'q[0],q[1],q[2],v[0],v[1],v[2]\n1,2,3,1e200,0,0\n' > large.csv
    $ kinetree eval planar3 --batch --states large.csv --quantity h --out out.csv
    ! large.csv:2: h is not finite
    [65]
    $ kinetree eval planar3 --batch --states none.csv
    ! none.csv: no such file
    [66]
    $ kinetree eval planar3 --batch --states s.csv --out nowhere/out.csv
    ! cannot write nowhere/out.csv
    [70]
    $ head -c 300 out.npz > cut.npz; kinetree eval planar3 --batch --states cut.npz
    ! cut.npz: is no whole NPZ archive
    [65]

Wrong usage says what would be right.

    $ kinetree eval planar3 --batch --states s.csv --quantity T
    ! --batch does not compute T; there are: M, C, h, g, tau, a, dtau_dq
    [2]
    $ kinetree eval planar3 --batch
    ! --batch needs --states FILE
    [2]
    $ kinetree eval planar3 --states s.csv
    ! CSV and NPZ are read by --batch
    [2]
    $ kinetree eval planar3 --batch --states s.csv --out out.txt
    ! .csv or .npz
    [2]
    $ kinetree eval planar3 --batch --states s.csv --json
    ! --json is not for --batch
    [2]
    $ kinetree eval planar3 --batch --states s.csv --npz -
    ! name a file
    [2]
    $ kinetree eval planar3 --out x.csv
    ! --out is for --batch
    [2]
