Times differ from run to run, so only the form of what is printed is compared. Which peers are built
in differs from machine to machine: `--against none` asks for none.

    $ kinetree bench puma6 --against none --quick
    cpu: ...
    cores: ...
    governor: ...
    system: ...
    compiler: ...
    flags: ...
    ...
    commit: ...
    kinetree: ...
    ...
    note: --quick: few windows, no figure below counts
    checked before timed: ... comparisons in 64 states, 0 failed
    ...
    puma6
    quantity  library   mode ...states ...simd ...threads  method ...ns ...median ...spread ...dependent ...cold ...million/s ...flop ...peak ...peer/ours
    M         kinetree  one_state ...bodies ...
    ...
    tau       kinetree  one_state ...bodies ...
    ...
    a         kinetree  one_state ...
    ...
    C         kinetree  one_state ...bodies ...
    ...
    h         kinetree  one_state ...bodies ...
    ...
    g         kinetree  one_state ...bodies ...
    ...
    dtau      kinetree  one_state ...analytic ...
    da        kinetree  one_state ...analytic ...
    ...
    no peer took part: there is nothing to compare with

Quantities, methods and robots of one's own; fixed and floating.

    $ kinetree bench chain:5 --base floating --quantity M --against none --method M --quick | awk '$2 == "kinetree" {print $1, $3, $7}'
    M one_state crba
    M one_state explicit
    M one_state momentum
    M one_state momentum_dense
    M one_state pseudo_inertia
    M one_state denoc
    M one_state progressive
    M one_state gdahj
    M one_state gdahj_printed
    ! 1 complaint about chain:5
    $ kinetree bench scara --method M=generated --against none --quick | awk '$2 == "kinetree" {print $1, $3, $5, $7}'
    M generated native generated

Other libraries: who is not there is named with how to get it, what one does not have, too.

    $ kinetree bench tree:7 --against kdl --quantity M --quick | grep '^note: kdl'
    note: kdl ...
    $ kinetree bench scara --against pinocchio --quantity M --quick | grep '^note: pinocchio\|^pinocchio'
    ...
    $ kinetree bench rocker5_printed --against none --quantity a --quick | grep '^note: kinetree'
    note: kinetree: no a of rocker5_printed: nothing gives joint ...
    ! complaints about rocker5_printed

JSON, a picture, a file.

    $ kinetree bench scara --against none --quantity M,da --quick --json -o bench.json --plot bench.svg
    $ python3 -c 'import json; r=json.load(open("bench.json")); print(r["format"], sorted({(row["quantity"], row["mode"]) for row in r["rows"]}))'
    kinetree-bench/1 [('M', 'generated'), ('M', 'one_state'), ('da', 'one_state')]
    $ grep -c '<rect' bench.svg
    4

Crossovers.

    $ kinetree bench --crossovers --quick --plot crossovers.svg
    ...
    M of chain:n, ns
    n ...gdahj ...crba ...explicit
    2 ...
    ...
    32 ...
    ... is the fastest from n = 2 to ...
    ...
    a of chain:n, ns
    n ...aba ...denoc ...ltdl ...cholesky
    ...
    ... is the fastest from n = ... to 32
    ...
    $ grep -c '<svg' crossovers.svg
    1

What cannot be.

    $ kinetree bench puma6 --against mujocco
    ! --against: 'mujocco' is no library that is known here (did you mean 'mujoco'?); there are kdl, mujoco
    [2]
    $ kinetree bench puma6 --quantity M,x
    ! --quantity: 'x' is not timed
    [2]
    $ kinetree bench puma6 --quantity ''
    ! --quantity is empty
    [2]
    $ kinetree bench puma6 --method crba
    ! --method: 'crba' is not QUANTITY=METHOD
    [2]
    $ kinetree bench puma6 --quantity tau --method M=crba
    ! --method: mass_matrix is not among the quantities of --quantity
    [2]
    $ kinetree bench puma6 puma6 --quick
    ! two robots are called 'puma6'
    [2]
    $ kinetree bench puma6 --soak 100
    ! --soak runs edits
    [2]
    $ kinetree bench --edits --quantity M
    ! --quantity has no meaning with --edits
    [2]
    $ kinetree bench --crossovers puma6
    ! --crossovers takes no MODEL
    [2]
    $ kinetree bench --crossovers --edits
    ! exclude each other
    [2]
    $ kinetree bench nowhere.urdf
    ! nowhere.urdf
    [66]

Many states at once, on one thread and on several.

    $ kinetree bench puma6 --batch --threads 2 --quantity M,tau --against none --quick --json -o batch.json
    $ python3 -c 'import json; print(*(r["quantity"] + " " + r["mode"] + " " + r["method"] for r in json.load(open("batch.json"))["rows"] if r["mode"] == "batch" and r["threads"] == 1), sep="; ")'
    M batch blocks; M batch packed; tau batch blocks
    $ python3 -c 'import json; print(*(r["quantity"] + " " + r["method"] + " " + str(r["threads"]) for r in json.load(open("batch.json"))["rows"] if r["mode"] == "generated_batch"), sep="; ")'
    M blocks 1; M packed 1; M blocks 2; M packed 2; tau blocks 1; tau blocks 2
    $ kinetree bench puma6 --threads 2
    ! kinetree: --threads is for batches: kinetree bench --batch --threads N
    [2]
    $ kinetree bench --edits --batch
    ! kinetree: --batch has no meaning with --edits
    [2]
