Papers again, ours beside theirs. Numbers depend on the machine's rounding; verdicts do not.

    $ kinetree reproduce -h | head -3
    kinetree reproduce: tables and figures of the papers, ours beside theirs, with a verdict each
    
    usage: kinetree reproduce [options]
    $ kinetree reproduce --paper 9
    ! kinetree: --paper
    [2]
    $ kinetree reproduce --paper two
    ! kinetree: --paper
    [2]
    $ kinetree reproduce --paper 3
    ! kinetree: --paper 3: Laus et al. will come with a later version; there are 2 and 5
    [2]
    $ kinetree reproduce --paper 5 -o ''
    ! kinetree: --output needs the name of a directory
    [2]
    $ kinetree reproduce --paper 5 -o /dev/null/nowhere --quiet
    ! kinetree: cannot make directory '/dev/null/nowhere'
    [70]

Mohan & Saha: what holds, what does not. CPU times (Fig. 9) are this machine's, so is their verdict.

    $ kinetree reproduce --paper 2 -o out --json --quiet > two.json
    $ python3 -c 'import json
    > r = json.load(open("two.json"))
    > print(r["format"], [p["paper"] for p in r["papers"]], r["papers"][0]["ok"])
    > for i in r["papers"][0]["items"]:
    >     assert all(i[k] for k in ("item", "claim", "paper", "ours", "verdict", "evidence"))
    >     if i["item"] != "Fig. 9": print(i["verdict"], "-", i["item"])'
    kinetree-reproduction/1 [2] True
    partly - Table 1, counts
    partly - Table 1, n* and n⁺
    reproduced - Table 2
    reproduced - Fig. 4
    reproduced - Fig. 5, joints 3, 5, 6
    partly - Fig. 5, joints 1, 2, 4
    partly - Table 3, durations
    not reproduced - Table 3 and Fig. 6, comparison
    not reproduced - Fig. 7
    reproduced - Fig. 8, deviation
    not reproduced - Fig. 8, comparison
    not reproduced - Fig. 8, energy
    not reproduced - Sec. 4.2, the cause
    not reproduced - Sec. 5, the algorithm
    reproduced - Sec. 5, stability

Every figure has its picture and its data; the data are the same in every run, but for CPU times.

    $ ls out out/paper2 | grep -c '^fig[4-9]_joint[1-6].svg$'
    19
    $ ls out/*.* out/paper2/*.csv
    out/paper2/cause_growth_rate.csv
    out/paper2/fig4_torques.csv
    out/paper2/fig5_angles.csv
    out/paper2/fig6_errors.csv
    out/paper2/fig7_accelerations.csv
    out/paper2/fig8_energy_balance.csv
    out/paper2/fig8_powers.csv
    out/paper2/fig9_cpu_times.csv
    out/paper2/stability_long_chains.csv
    out/report.json
    out/report.md
    $ kinetree reproduce --paper 2 -o again > text.txt
    ! kinetree: figures, data and report are in again
    $ diff -r -q -x fig9_cpu_times.csv -x 'report.*' out again
    $ grep -c 'FAIL' text.txt
    0
    [1]
    $ head -1 out/paper2/fig5_angles.csv | cut -d, -f1-4
    t,desired_1,recursive_1,nonrecursive_1
    $ grep -c '^| Fig' out/report.md
    8

Truc et al.; MuJoCo is the independent plant where it was built in.

    $ kinetree reproduce --paper 5 > five.txt; sed -n '/^item/,$p' five.txt
    item ... verdict ... claim
    Eq. (71) ... reproduced ...
    Eq. (52), skewness ... reproduced ...
    Eq. (52), force ... reproduced ...
    Eq. (70) ... partly ...
    Eq. (72), Fig. 5 ... reproduced ...
    Fig. 6, own plant ... reproduced ...
    Fig. 6, for all t ... not reproduced ...
    Fig. 6, independent plant ... the same torques keep an independently written model on the motion
    $ sed -n '/^Fig. 6, independent plant$/,/evidence/p' five.txt | grep -c -e 'verdict   reproduced' -e 'install libmujoco-dev'
    1
