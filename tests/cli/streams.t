Standard output is data, standard error is talk.

    $ kinetree eval rocker5_printed --quantity T 2> /dev/null | head -1
    rocker5_printed: 5 degrees of freedom, ...
    $ kinetree eval rocker5_printed --quantity T --quiet > /dev/null
    $ kinetree --quiet eval rocker5_printed --quantity T > /dev/null

A reader that had enough is no error.

    $ kinetree robots | head -1
    pendulum ...
    $ set -o pipefail; kinetree eval chain:100 --json | head -1
    {
    $ set -o pipefail; kinetree eval chain:300 --json | true

Output that cannot be written is.

    $ kinetree robots >&-
    ! kinetree: cannot write standard output: Bad file descriptor
    [70]
    $ kinetree eval planar3 --npz planar.npz >&- && ls planar.npz
    planar.npz
    $ kinetree robots 2>&-
    ...
    $ kinetree info - <&-
    ! ...
    [66]

needs: file /dev/full
    $ kinetree robots > /dev/full
    ! kinetree: cannot write standard output: No space left on device
    [70]
    $ kinetree eval planar3 --npz /dev/full
    ! kinetree: cannot write /dev/full: No space left on device
    [70]

needs: nothing
No such input, and things that are no input.

    $ kinetree info missing.urdf
    ! missing.urdf
    [66]
    $ kinetree info .
    ! directory
    [66]
    $ kinetree info chain:0
    ! chain:0
    [2]
    $ printf '' | kinetree info -
    ! <stdin>
    [65]
    $ printf '<robot><link name="a">' | kinetree info -
    ! <stdin>:1:
    [65]
    $ printf '{"format": "kinetree-model/1", "bodies": [' | kinetree eval -
    ! <stdin>:1:
    [65]

A message is one line.

    $ kinetree info $'no\nsuch\x1b[31m' 2>&1 | wc -l
    1

Colour only where somebody looks.

    $ kinetree check rocker5_printed | grep -c $'\x1b'
    0
    [1]

needs: terminal
    $ script -qec 'kinetree check rocker5_printed' /dev/null < /dev/null | grep -c $'\x1b'
    3
    $ NO_COLOR=1 script -qec 'kinetree check rocker5_printed' /dev/null < /dev/null | grep -c $'\x1b'
    0
    [1]
