The tool alone explains itself, on standard output, and that is no error.

    $ kinetree | head -3
    kinetree: the dynamics of robots that are trees of rigid bodies
    
    usage: kinetree VERB [arguments]; `kinetree VERB -h` explains a verb
    $ diff <(kinetree) <(kinetree --help) && diff <(kinetree -h) <(kinetree --help)
    $ diff <(kinetree eval -h) <(kinetree --help eval) && diff <(kinetree eval -h) <(kinetree help eval)
    $ kinetree --version
    kinetree ...
    $ for verb in robots methods info check eval verify convert; do kinetree $verb -h | grep -c '^examples:'; done
    1
    1
    1
    1
    1
    1
    1

Misspellings are wrong usage, with the nearest spelling.

    $ kinetree evla planar3
    ! kinetree: unknown verb 'evla' (did you mean 'eval'?); `kinetree -h` lists them
    [2]
    $ kinetree --quantity M
    ! kinetree: unknown option '--quantity'; `kinetree -h` lists them
    [2]
    $ kinetree eval planar3 --quantiy M
    ! kinetree: unknown option '--quantiy' of eval (did you mean '--quantity'?); `kinetree eval -h` lists them
    [2]
    $ kinetree eval planar3 --zzzzzzzzz
    ! kinetree: unknown option '--zzzzzzzzz' of eval; `kinetree eval -h` lists them
    [2]
    $ kinetree eval planar3 --base flaoting
    ! --base is 'flaoting', but can only be fixed|floating
    [2]
    $ kinetree eval
    ! kinetree: eval needs MODEL: kinetree eval MODEL; `kinetree eval -h` has an example
    [2]
    $ kinetree eval planar3 puma6
    ! 'puma6' is one argument too many for eval
    [2]
    $ kinetree robots planar3
    ! one argument too many
    [2]
    $ kinetree eval planar3 --q
    ! --q needs a value: --q a,b,…
    [2]
    $ kinetree eval planar3 --q 1,2,3 --q=1,2,3
    ! --q is given twice
    [2]
    $ kinetree eval planar3 --json=yes
    ! --json takes no value
    [2]
    $ kinetree eval planar3 --json --csv
    ! exclude each other
    [2]
