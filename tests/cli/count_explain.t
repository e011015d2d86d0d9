One element of M, taken apart.

    $ kinetree explain rocker5 'M[2,1]' --q 0.1,0.2,0.3,0.4,0.5
    M[2,1] of rocker5 = 0.001881727829455...
    counted from 1, as in the papers; eval calls it M[1,0]
    q as given; armature on
    
    u  steer_a  turns  carried by k
    k  rocker   turns  carries u
    case 1, eq. (30): u turns, k turns, k carries u
        z_uᵀ Σ_{l below u} (I_l - m_l [r_ul][r_kl]) z_k
    link     part
    steer_a  ...
    wheel_a  0.00188...
    sum      0.00188...
    
    M[2,1] = 1/2·(I3zz - I3yy)·sin(q2)·sin(2·q3) - m3·l2z·(l2x + l3I)·cos(q2)

Different branches: the element is zero because of the tree.

    $ kinetree explain rocker5 'M[2,4]'
    M[2,4] of rocker5 = 0
    counted from 1, as in the papers; eval calls it M[1,3]
    q is neutral (not given); armature on
    
    u  steer_a  turns  on another branch
    k  steer_b  turns  on another branch
    no case: the joints are on different branches, so the element is zero, without arithmetic

The diagonal, by name, with blanks.

    $ kinetree explain scara 'M[ link3 , link3 ]' | tail -9
    case 8, eq. (37): u slides, k slides, u carries k or is k
        (Σ_{l below k} m_l) z_uᵀ z_k
    link        part
    link3       ...
    link4       ...
    (armature)  0
    sum         ...
    
    M[3,3] = m3 + m4

The closed form is in JSON too; where it would fill pages, derive is named.

    $ kinetree explain scara 'M[3,3]' --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["closed_form"])'
    m3 + m4
    $ kinetree explain chain:6 'M[1,1]' | tail -1
    M[1,1] = too long to be shown here; `kinetree derive MODEL --element 'M[1,1]'` may have it
    $ kinetree explain chain:6 'M[4,4]' | tail -1
    M[4,4] = ... terms; `kinetree derive MODEL --element 'M[4,4]'` shows them

JSON holds the same, and the value is that of M.

    $ kinetree explain puma6 'M[3,2]' --q 0.1,0.2,0.3,0.4,0.5,0.6 --json > e.json
    $ kinetree eval puma6 --q 0.1,0.2,0.3,0.4,0.5,0.6 --quantity M --method M=explicit --json > m.json
    $ python3 -c 'import json; e=json.load(open("e.json")); m=json.load(open("m.json"))["states"][0]["M"]; print(e["format"], e["row"], e["column"], e["terms"][0]["cases"], e["terms"][0]["equations"], e["value"] == m[2][1])'
    kinetree-explain/1 3 2 [1] [30] True

What does not exist has a nearest spelling, and exit code 2.

    $ kinetree explain planar3 'M[9,9]'
    ! kinetree: 'M[9,9]': M of 'planar3' has rows and columns 1 to 3, or names such as 'L1' (did you mean 'M[3,3]'?)
    [2]
    $ kinetree explain planar3 'X[1,2]'
    ! kinetree: 'X[1,2]': 'X' has no elements to explain, M has (did you mean 'M[1,2]'?)
    [2]
    $ kinetree explain planar3 'M[0,1]'
    ! kinetree: 'M[0,1]': M of 'planar3' has rows and columns 1 to 3, or names such as 'L1' (did you mean 'M[1,1]'?)
    [2]
    $ kinetree explain planar3 'M[l1,L22]'
    ! kinetree: 'M[l1,L22]': M of 'planar3' has rows and columns 1 to 3, or names such as 'L1' (did you mean 'M[L1,L2]'?)
    [2]
    $ kinetree explain planar3 M
    ! kinetree: 'M': an element is written M[u,k] (did you mean 'M[1,1]'?)
    [2]
    $ kinetree explain planar3 'M[99999999999999999999,1]'
    ! kinetree: 'M[99999999999999999999,1]': M of 'planar3' has rows
    [2]
    $ kinetree explain planar3
    ! kinetree: explain needs an ELEMENT, such as 'M[1,1]', or --link NAME; `kinetree explain -h` has examples
    [2]
    $ kinetree eval planar3 --method mass_matrix=gdajh
    ! kinetree: no method 'gdajh' for mass_matrix (did you mean 'gdahj'? there are: crba, explicit,
    [2]
    $ kinetree count chain:3 --method mass_matrx
    ! kinetree: --method: 'mass_matrx' has no methods to choose from (did you mean 'mass_matrix'?)
    [2]
    $ kinetree explain nobody 'M[1,1]'
    ! kinetree: 'nobody': no such file
    [66]

Counts, formulas beside the paper's, and the verdict.

    $ kinetree count chain:6 --method mass_matrix=explicit,M=gdahj_printed
    chain:6: 6 degrees of freedom
    method                     mul   add   div  sqrt  sincos  given: mul  add  div  sincos
    mass_matrix=explicit       1428  1155  0    0     0       576         747  0    6
    mass_matrix=gdahj_printed  705   612   0    0     0       306         236  0    6
    
    n revolute joints in a row; divisions count as multiplications
    mass_matrix=explicit
      counted  3.5n³ + 16.5n² + 13n mul, 3.5n³ + 10n² + 6.5n add
      given    102n - 36 mul, n³ + 3n² + 75n - 27 add
      printed  3.5n³ + 16n² + 12.5n mul, 3.5n³ + 10n² + 6.5n add  [Wang & Ju, Table 1]
      verdict  multiplications differ by 0.5n² + 0.5n; additions agree (nᵀ (…) n takes 9 + 3 = 12 multiplications, not 11)
    mass_matrix=gdahj_printed
      counted  3n² + 102n - 15 mul, 2.5n² + 92.5n - 33 add
      given    57n - 36 mul, 44n - 28 add
      printed  3n² + 88n - 3 mul, 2.5n² + 95.5n - 18 add  [Safeea et al., Table I]
      verdict  multiplications differ by 14n - 12; additions differ by -3n - 15 (of the linear part; the nested loop is as printed)
    $ kinetree count puma6 --json | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["format"], r["n"], len(r["methods"]) >= 20, all("counted" in m for m in r["methods"]))'
    kinetree-count/1 6 True True

A method whose count would take long says so and is left out, unless it is named.

    $ kinetree count chain:400 --json | python3 -c 'import json, sys; print([m["method"] for m in json.load(sys.stdin)["methods"] if "skipped" in m])'
    ['explicit', 'momentum', 'momentum_dense', 'pseudo_inertia', 'kronecker', 'christoffel', 'progressive', 'explicit']

Tables and claims of the papers.

    $ kinetree count --table wang_ju | tail -4
    - claim of Fig. 3, cheaper than momentum_dense: holds from n = 3 on; ...
    - claim of Fig. 3, cheaper than momentum: does NOT hold; ...
    - claim of Fig. 3, cheaper than pseudo_inertia: holds; ...
    - as the paper counts: vectors r, rotated inertias and the matrices U are given
    $ kinetree count --table mohan_saha --json | python3 -c 'import json, sys; t = json.load(sys.stdin); print(t["format"], t["rows"][0]["measured"]["multiplications"]["text"], len(t["findings"]))'
    kinetree-count-table/1 179n - 305 5
    $ kinetree count --table safea
    ! kinetree: --table: no table 'safea' (did you mean 'safeea'?); there are: wang_ju, mohan_saha, safeea
    [2]

Fig. 3 as numbers and as a picture.

    $ kinetree count --curves fig3.csv --plot fig3.svg
    $ wc -l < fig3.csv
    51
    $ tail -1 fig3.csv | cut -d, -f1,2,4,6
    50,990165,1765815,621910
    $ head -c 4 fig3.svg; grep -c polyline fig3.svg
    <svg7
    $ kinetree count --curves /nowhere/fig3.csv
    ! kinetree: cannot write /nowhere/fig3.csv
    [70]
    $ kinetree count
    ! kinetree: count needs one of: a MODEL (such as chain:6), --table NAME, or --curves FILE and --plot FILE
    [2]
    $ kinetree count chain:3 --table safeea
    ! kinetree: count needs one of: a MODEL
    [2]

    $ kinetree count --curves same --plot same
    ! kinetree: --curves and --plot cannot both go to 'same'
    [2]
    $ kinetree count --curves f.csv --json
    ! kinetree: --json has no meaning with --curves
    [2]
    $ kinetree count --plot f.svg --method M
    ! kinetree: --method has no meaning with --plot
    [2]

A tree is not taken for a chain of the same size.

    $ kinetree count tree:2000 --json | python3 -c 'import json, sys; print([m["method"] for m in json.load(sys.stdin)["methods"] if "skipped" in m])'
    ['momentum_dense', 'kronecker', 'christoffel', 'cholesky']

Slips have a suggestion.

    $ kinetree explain planar3 'M(1,2)'
    ! kinetree: 'M(1,2)': an element is written M[u,k] (did you mean 'M[1,2]'?)
    [2]
    $ kinetree explain planar3 'M[1][2]'
    ! kinetree: 'M[1][2]': an element is written M[u,k] (did you mean 'M[1,2]'?)
    [2]
    $ kinetree eval planar3 --method explicit
    ! kinetree: --method: 'explicit' is not QUANTITY=METHOD (did you mean 'mass_matrix=explicit'?)
    [2]

Axes of joints that have several, and what helices add.

    $ kinetree explain quadruped 'M[1,2]' | sed -n 5,6p
    u  floating_base.vx  slides  of the same joint
    k  floating_base.vy  slides  of the same joint

Threads change nothing.

    $ kinetree eval snake:30 --method M=explicit --quantity M --csv > one.csv
    $ kinetree eval snake:30 --method M=explicit --quantity M --csv --threads 4 > four.csv
    $ cmp one.csv four.csv
    $ kinetree eval snake:3 --threads many
    ! kinetree: --threads is
    [2]
