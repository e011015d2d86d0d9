All well.

    $ kinetree check planar3 chain:5
    planar3: ok: 0 errors, 0 warnings, 0 notes
    chain:5: ok: 0 errors, 0 warnings, 0 notes

A joint that nothing gives inertia: named, with a remedy; exit code 1.

    $ kinetree check rocker5_printed
    rocker5_printed: warning: joint 'wheel_a': ... [massless_joint]
      remedy: ...
    rocker5_printed: warning: joint 'wheel_b': ... [massless_joint]
      remedy: ...
    rocker5_printed: something is wrong: 0 errors, 2 warnings, 0 notes
    [1]

Line and column of a complaint about a file.

    $ printf '{"format": "kinetree-model/1", "bodies": [\n {"name": "a", "parent": -1, "joint": "revolute", "axis": [0,0,1],\n  "mass": -4, "com": [0,0,0], "inertia": [1,0,0, 0,1,0, 0,0,1]}]}\n' > minus.json
    $ kinetree check minus.json
    minus.json:2:2: error: link 'a': ...
      remedy: ...
    ...
    [1]
    $ kinetree check minus.json --json | python3 -c 'import json,sys; r=json.load(sys.stdin); f=r["files"][0]; print(r["format"], f["file"], f["ok"], sorted(f["diagnostics"][0]), f["diagnostics"][0]["line"])'
    kinetree-check/1 minus.json False ['column', 'level', 'line', 'message', 'remedy', 'rule', 'subject'] 2

A note is no fault unless the user is strict.

    $ sed 's/-4/4/; s/"mass"/"colour": "red", "mass"/' minus.json > colour.json
    $ kinetree check --quiet colour.json
    colour.json:...: note: ...colour...
    ...
    colour.json: ok: 0 errors, 0 warnings, 1 note
    $ kinetree check --strict colour.json > /dev/null
    [1]
    $ kinetree eval --strict colour.json
    ! kinetree: --strict: 1 complaint about colour.json, the first: colour.json:
    [65]
    $ kinetree info --strict colour.json
    ! --strict
    [65]
    $ kinetree verify --strict colour.json
    ! --strict
    [65]

Text that is neither JSON nor XML is 65, a missing file 66; the others are still checked and the
worst code wins.

    $ printf 'solid mesh' > mesh.stl
    $ kinetree check mesh.stl planar3
    mesh.stl:...
    ...
    planar3: ok: 0 errors, 0 warnings, 0 notes
    [65]
    $ kinetree check missing.urdf mesh.stl planar3
    mesh.stl:...
    ...
    planar3: ok: 0 errors, 0 warnings, 0 notes
    ! missing.urdf
    [66]
    $ kinetree check missing.urdf --json
    {"format": "kinetree-check/1", "files": [
      {"file": "missing.urdf", "ok": false, "diagnostics": [
       {"level": "error", "rule": "no_input", ...}]}
    ]}
    ! missing.urdf
    [66]

Wrong usage is wrong whatever the file holds, and standard input is read once.

    $ echo nonsense > nonsense.urdf; kinetree check nonsense.urdf --gravity 1,2
    ! kinetree: --gravity has 2 numbers, but needs 3: x, y, z
    [2]
    $ kinetree check - - < nonsense.urdf
    ! kinetree: standard input, -, can be read once only
    [2]

Names are data: no format strings, nothing that steers a terminal.

    $ printf '{"format": "kinetree-model/1", "name": "%%n%%s", "bodies": [{"name": "%%n{}", "parent": -1, "joint": "revolute", "mass": 0}]}' > hostile.json
    $ kinetree check hostile.json
    ...
    hostile.json:1:...: warning: joint '%n{}': ... [massless_joint]
    ...
    [1]
    $ kinetree eval hostile.json --quantity M
    %n%s: ...
    ...
      %n{}    0
    ! kinetree: warning: 1 complaint about hostile.json; `kinetree check hostile.json` lists it
    $ kinetree eval hostile.json --quantity a
    ! '%n{}'
    [65]
    $ sed 's/%n{}/\\u001b[31m/' hostile.json > escape.json
    $ kinetree check escape.json | grep -c $'\x1b'
    0
    [1]
    $ kinetree check $'\x1b[31m.urdf' 2>&1 | grep -c $'\x1b'
    0
    [1]

needs: shared
    $ kinetree check "$KINETREE_SHARED/models/urdf/bravo7_gripper.urdf" | grep -o "joint 'bravo_finger1_joint'.*singular"
    joint 'bravo_finger1_joint': ...
