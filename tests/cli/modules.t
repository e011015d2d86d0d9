Assemblies of modules are robots wherever one is taken.

    $ cat > m.json <<'JSON'
    > {"format": "kinetree-modules/1", "parts": [
    >  {"name": "bar", "bodies": [{"name": "rod", "parent": -1, "joint": "fixed", "mass": 1, "com": [0, 0, 0.5]}],
    >   "connectors": [{"name": "in", "body": "rod", "rotation": [1, 0, 0, 0, -1, 0, 0, 0, -1], "joint": "revolute", "axis": [0, 1, 0]},
    >                  {"name": "out", "body": "rod", "origin": [0, 0, 1]}]}],
    >  "assemblies": [
    >   {"name": "one", "steps": [{"part": "bar", "as": "a", "on": "world", "by": "in"}]},
    >   {"name": "two", "steps": [{"part": "bar", "as": "a", "on": "world", "by": "in"},
    >                             {"part": "bar", "as": "b", "on": "a.out", "by": "in"}]}]}
    > JSON
    $ kinetree info m.json#two
    two: 5 links, nq 2, nv 2, 2 kg...
    
    world
    └── ground  (fixed 'ground')
        └── a.in  (revolute 'a.in')
            └── a/rod  (fixed 'a/rod')
                └── b.in  (revolute 'b.in')
                    └── b/rod  (fixed 'b/rod')
    ...
    $ kinetree eval m.json#two --quantity M --csv --q 0,0
    ...
    $ kinetree check m.json#one
    m.json#one: ok: 0 errors, 0 warnings, 0 notes
    $ kinetree convert m.json#two --to json | kinetree info - | head -1
    two: 5 links, nq 2, nv 2, 2 kg...

Which one, must be said where there are several.

    $ kinetree info m.json
    ! kinetree: m.json:5:16: has 2 assemblies, and none is called 'default' (choose one: FILE#one, FILE#two)
    [65]
    $ kinetree info m.json#tow
    ! kinetree: m.json:5:16: there is no assembly 'tow' (did you mean 'two'?)
    [65]
    $ kinetree info planar3#one
    ! kinetree: 'planar3' is a built-in robot, without an assembly 'one' (leave out the # and what follows it)
    [66]
    $ kinetree info n.json#one
    ! kinetree: 'n.json': no such file, and no built-in robot of that name (kinetree robots lists them)
    [66]

A step that cannot be done has its place.

    $ sed 's/"a.out"/"a.uot"/' m.json > wrong.json
    $ kinetree info wrong.json#two
    ! kinetree: wrong.json:8:29: assembly 'two', step 2: instance 'a' is a 'bar': there is no connector 'uot' (did you mean 'out'?)
    [65]
