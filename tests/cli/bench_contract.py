#!/usr/bin/env python3
"""Checks that what `kinetree bench --json` prints can be relied on: bench_contract.py TOOL

The keys and names are those other tools read; times are not looked at beyond being times.
Standard library only.
"""
import json
import subprocess
import sys

ROW = {"library": str, "model": str, "quantity": str, "mode": str, "method": str, "way": str,
       "simd": str, "threads": int, "ns": (int, float), "ns_median": (int, float),
       "spread": (int, float), "windows": int, "calls": int}
MODES = {"one_state", "batch", "generated", "generated_batch"}
EVALUATED = {"M", "tau", "a", "C", "h", "g", "dtau", "da"}
MACHINE = {"cpu", "cores", "governor", "system", "compiler", "flags"}
QUANTITIES = {"M", "attach+M", "detach+M", "attach+M+detach+M", "attach_joint+M", "detach_joint+M",
              "undo+M", "set_inertia+M", "rebuild+M", "rebuild_links+M"}
LIBRARIES = {"kinetree", "kdl", "mujoco", "dart", "pinocchio", "rbdl"}


def check_row(row):
    for key, kind in ROW.items():
        assert isinstance(row[key], kind), f"{key} of {row}"
    assert row["library"] in LIBRARIES, row
    assert row["mode"] in MODES and row["threads"] >= 1 and row["states"] >= 1, row
    assert 0 < row["ns"] <= row["ns_median"], row
    assert row["allocations"] is None or row["allocations"] >= 0, row


def report_of(*options):
    run = subprocess.run([sys.argv[1], "bench", *options, "--quick", "--json"],
                         capture_output=True, text=True, check=True)
    assert run.stderr == "", run.stderr
    return json.loads(run.stdout)


def check_evaluations():
    """One state: every quantity of ours, three times a row, and peers where they are built in."""
    report = report_of("puma6", "quadruped")
    for row in report["rows"]:
        check_row(row)
        assert row["mode"] in ("one_state", "generated") and row["threads"] == 1, row
        assert row["ns_dependent"] > 0 and row["ns_cold"] >= 0, row
        assert abs(row["evaluations_per_s"] * row["ns"] - 1e9) < 1, row
        if row["operations"]:
            assert set(row["operations"]) == {"mul", "add", "div", "sqrt", "sincos"}, row
        if row["peak_share"] is not None:
            assert 0 < row["peak_share"] < 1, row
    for model in ("puma6", "quadruped"):
        ours = [r for r in report["rows"] if r["library"] == "kinetree" and r["model"] == model]
        assert {r["quantity"] for r in ours} == EVALUATED, ours
    named = {r["library"] for r in report["rows"]}
    assert named == set(report["libraries"]) and "kinetree" in named, named
    for peer in LIBRARIES - named:
        assert any(peer in note and "not built in" in note for note in report["notes"]), peer
    assert report["checks"] and all(c["ok"] for c in report["checks"])
    assert bool(report["verdicts"]) == (len(named) > 1), report["verdicts"]
    crossovers = report_of("--crossovers")["crossovers"]
    assert {c["quantity"] for c in crossovers} == {"M", "a"}, crossovers
    return report["rows"]


def main():
    evaluated = check_evaluations()
    report = report_of("--edits")
    assert report["format"] == "kinetree-bench/1"
    assert MACHINE <= report["machine"].keys(), report["machine"]
    assert isinstance(report["commit"], str) and report["commit"]
    assert report["quick"] is True
    for row in report["rows"]:
        check_row(row)
        assert row["mode"] == "one_state" and row["threads"] == 1, row
    for model in ("arm7", "chain:7"):
        ours = [r for r in report["rows"] if r["library"] == "kinetree" and r["model"] == model]
        assert {r["quantity"] for r in ours} == QUANTITIES, ours
        assert [r["way"] for r in ours if r["quantity"] == "rebuild+M"] == ["text"]
        alone = next(r for r in ours if r["quantity"] == "M")
        assert alone["allocations"] in (0, None), alone
        again = [r for r in ours if r["quantity"].startswith("rebuild")]
        assert all(r["allocations"] is None or r["allocations"] > 10 for r in again), again
    named = set(report["libraries"])
    assert named == {r["library"] for r in report["rows"]}, named
    for peer in {"mujoco", "dart"} - named:
        assert any(peer in note for note in report["notes"]), report["notes"]
    assert report["checks"] and all(c["ok"] for c in report["checks"])
    assert len(report["verdicts"]) == 6 and all("reached" in v for v in report["verdicts"])
    print(f"ok: {len(evaluated)} + {len(report['rows'])} rows, {', '.join(sorted(named))}")


main()
