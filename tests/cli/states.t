Many states from a file, by name where it has names; what is missing is zero and said so.

    $ printf '{"joints": ["L3", "L1", "L2"], "states": [{"q": [3, 1, 2], "v": [0, 0, 1]}, {"q": [30, 10, 20]}]}' > s.json
    $ kinetree eval planar3 --states s.json --quantity T --csv
    q[L1],q[L2],q[L3],v[L1],v[L2],v[L3],T
    1,2,3,0,1,0,...
    10,20,30,0,0,0,0
    $ kinetree eval planar3 --states s.json --quantity T --json | grep assumed
     "assumed": ["v is zero in 1 of 2 states (not given)"],
    $ kinetree eval planar3 --states s.json --quantity T | grep state
    ...
    state 1 of 2
    state 2 of 2
    $ kinetree eval planar3 --states - --quantity U --csv < s.json | wc -l
    3
    $ printf '{"states": []}' | kinetree eval planar3 --states - --json | tail -2
     "states": []
    }

A result can be given as states again.

    $ kinetree eval planar3 --quiet --base floating --q floating_base.z=1,L2=0.3 --json > r.json
    $ kinetree eval planar3 --quiet --base floating --states r.json --json | diff - <(sed 's/"assumed":.*/"assumed": [],/' r.json)

Faults of the file are bad data, a missing one is no input.

    $ printf '{"states": [{"q": [1, 2]}]}' > short.json
    $ kinetree eval planar3 --states short.json
    ! short.json:1:
    [65]
    $ printf '{"joints": ["L1", "L2", "L4"], "states": []}' > joints.json
    $ kinetree eval planar3 --states joints.json
    ! L4
    [65]
    $ printf '{"states": [{"q": [1, NaN, 2]}]}' > nan.json
    $ kinetree eval planar3 --states nan.json
    ! nan.json:1:
    [65]
    $ kinetree eval planar3 --states missing.json
    ! missing.json
    [66]
    $ kinetree eval planar3 --states .
    ! directory
    [66]

NumPy archives.

    $ kinetree eval planar3 --states s.json --quantity M,h,T,poses,J:L3 --npz out.npz
    $ cat > read.py <<'PY'
    > import ast, struct, zipfile
    > archive = zipfile.ZipFile("out.npz")
    > assert archive.testzip() is None
    > for name in archive.namelist():
    >     data = archive.read(name)
    >     assert data[:8] == b"\x93NUMPY\x02\x00", name
    >     size, = struct.unpack("<I", data[8:12])
    >     header = ast.literal_eval(data[12:12 + size].decode())
    >     if name != "about.npy": print(name, header["descr"], header["shape"])
    >     if name == "T.npy": print(struct.unpack("<2d", data[12 + size:]) [1])
    > PY
    $ python3 read.py
    q.npy <f8 (2, 3)
    v.npy <f8 (2, 3)
    M.npy <f8 (2, 3, 3)
    h.npy <f8 (2, 3)
    T.npy <f8 (2,)
    0.0
    poses_position.npy <f8 (2, 3, 3)
    poses_rotation.npy <f8 (2, 3, 3, 3)
    poses_com.npy <f8 (2, 3, 3)
    bodies.npy <U2 (3,)
    J:L3.npy <f8 (2, 6, 3)
    joints.npy <U2 (3,)
    $ kinetree eval planar3 --npz nowhere/out.npz
    ! kinetree: cannot write nowhere/out.npz: No such file or directory
    [70]

    $ kinetree eval planar3 --npz - | head -c 2; echo
    PK

What is left out of a vector given by names is said.

    $ kinetree eval planar3 --q L1=0.1 --quantity g --json | grep -o 'q of [^"]*'
    q of L2, L3 is zero (not given)
    $ kinetree eval planar3 --method M=crba,mass_matrix=crba
    ! kinetree: --method: mass_matrix is given twice
    [2]

A result holds its inputs under names that are read again.

    $ kinetree eval planar3 --q 0.1,0.2,0.3 --v 1,2,3 --a 4,5,6 --tau 7,8,9 --quantity a,tau --json > once.json
    $ kinetree eval planar3 --states once.json --quantity a,tau --json | diff once.json -

needs: shared
Recorded robots carry states and can be given as both.

    $ cd "$KINETREE_SHARED/golden" && for f in p001_puma6.json; do kinetree eval $f --states $f --quantity tau --json | python3 -c 'import json,sys; f=sys.argv[1]; r=json.load(sys.stdin); t=json.load(open(f)); print(max(abs(x-y)/max(map(abs,b["tau"])) for a,b in zip(r["states"],t["states"]) for x,y in zip(a["tau"],b["tau"])) < 1e-12)' $f; done
    True
