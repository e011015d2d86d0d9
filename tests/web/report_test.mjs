// The parts of the report page that need no browser: node tests/web/report_test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const folder = new URL("../../web/report/", import.meta.url);
const page = vm.createContext({});
for (const name of ["words", "run", "panels", "audit", "plots", "report"]) {
  const code = `"use strict";${readFileSync(new URL(`${name}.js`, folder), "utf8")}`;
  new vm.Script(code, { filename: `${name}.js` }).runInContext(page);
}
const { readRun, owners, panels, rangeRows, auditGroups, marks, number, tickLabels } = page;
const plain = (value) => JSON.parse(JSON.stringify(value)); // of this realm, to be compared

const sample = (t) => ({ t, q: [t, 2], v: [1, null], a: [0, 0], tau: [3, 4], T: 2, U: -1,
  balance: 0 });
const RUN = {
  format: "kinetree-run/1", model: "a", joints: ["</script><b>x", "two"], dofs: [1, 1],
  q_names: ["</script><b>x", "two"], v_names: ["</script><b>x", "two"], duration: 2,
  integrator: { method: "dopri5" }, included: { friction: false },
  samples: [sample(0), sample(1), sample(2)], events: [{ t: 1, name: "touch", action: "record" }],
  audit: { energy: { initial: 1, final: 1 }, work: { joints: [1, 2], total: 3 },
    balance: { final: 0, largest: 1e-9, at: 2 }, momentum: null,
    steps: { taken: 4, rejected: 0, evaluations: 24, smallest: 0.1, largest: 1 },
    condition: { initial: 10, largest: 1e3, at: 1 }, tracking: null, limits: [],
    instability: { t: 1.5, joint: "two", largest_real_eigenvalue: 2, text: "it falls" } },
  stop: "reached_end",
};
const TEXT = JSON.stringify(RUN).replaceAll("<", "\\u003c");
const rows = (run) => plain(auditGroups(readRun(JSON.stringify(run)))).flatMap((g) => g.rows);
const row = (run, what) => rows(run).find((r) => r.what === what);

test("a whole run is read as it is", () => {
  assert.deepEqual(plain(readRun(TEXT)), { ...RUN, units: {}, methods: {}, record: {} });
});

test("a run that broke off anywhere keeps its whole samples and has no half audit", () => {
  const header = TEXT.indexOf('"samples"');
  for (let end = header; end < TEXT.length; ++end) {
    const run = plain(readRun(TEXT.slice(0, end)));
    assert.equal(run.stop, "running");
    assert.deepEqual(run.samples, RUN.samples.slice(0, run.samples.length));
    assert.equal(run.samples.length, TEXT.slice(header, end).split('"balance":0}').length - 1);
    if (run.audit) assert.deepEqual(run.audit, RUN.audit);
  }
});

test("a robot that changes has a place for every coordinate, and gaps", () => {
  const one = { from: 0, joints: ["a"], dofs: [1], q_names: ["a"], v_names: ["a"] };
  const two = { from: 1, joints: ["a", "b"], dofs: [1, 1], q_names: ["a", "b"], v_names: ["a", "b"] };
  const few = { t: 0, q: [1], v: [2], a: [0], tau: [3], T: 0, U: 0, balance: 0, robot: 0 };
  const many = { t: 1, q: [1, 5], v: [2, 6], a: [0, 0], tau: [3, 0], T: 0, U: 0, balance: 0,
    q_desired: [1, null], robot: 1 };
  const change = { t: 1, name: "take b", action: "attach", robot: { what: "b", mass: 1,
    momentum: { residual: 0 }, energy: { kinetic: 0, potential: 1, lost: 0.5, drive: 0 } } };
  const run = { ...RUN, ...one, samples: [few, many], robots: [one, two], events: [change] };
  const read = plain(readRun(JSON.stringify(run)));
  assert.deepEqual(read.q_names, ["a", "b"]);
  assert.deepEqual(read.samples.map((s) => s.q), [[1, null], [1, 5]]);
  const power = plain(panels(readRun(JSON.stringify(run)))).find((p) => p.id === "power");
  assert.deepEqual(power.series[0].values, [6, 6]);
  assert.match(row(run, "attach b").value, /0.5/);
  assert.match(row(run, "attach b").remark, /1\skg came with 0\sJ of motion and 1\sJ of height/);
  const back = { ...change, action: "detach", robot: { ...change.robot, mass: -1,
    energy: { kinetic: -2, potential: 3, lost: 0, drive: 0 } } };
  assert.match(row({ ...run, events: [back] }, "detach b").remark,
    /1\skg went with 2\sJ of motion and −3\sJ of height/);
  const held = { ...change, action: "lock", robot: { ...change.robot, mass: 0 } };
  assert.doesNotMatch(row({ ...run, events: [held] }, "lock b").remark, /kg/);
});

test("another format is refused", () => {
  assert.throws(() => readRun("{}"), /kinetree-run\/1/);
  assert.throws(() => readRun("null"), /kinetree-run\/1/);
});

test("coordinates of joints with several belong to them", () => {
  const { q, v } = plain(owners({ joints: ["base", "ball", "flat", "hinge"], dofs: [6, 3, 3, 1],
    q_names: [..."1234567", "ball.qx", "ball.qy", "ball.qz", "ball.qw", "flat.x"] }));
  const counts = (list) => [0, 1, 2, 3].map((j) => list.filter((o) => o.joint === j).length);
  assert.deepEqual([counts(q), counts(v)], [[7, 4, 3, 1], [6, 3, 3, 1]]);
  assert.equal(q.at(-1).place, v.at(-1).place); // the same colour
});

test("panels have a curve a coordinate, and gaps where a number is missing", () => {
  const list = plain(panels(readRun(TEXT)));
  assert.deepEqual(list.map((p) => p.id), ["q", "v", "a", "tau", "power", "energy", "balance"]);
  assert.deepEqual(list[1].series[1].values, [null, null, null]);
  assert.deepEqual(list[4].series.map((s) => s.values[0]), [null, 3, null]);
  assert.deepEqual(plain(rangeRows(list))[0].slice(2, 5), [0, 2, 2]);
  const tracked = { ...RUN, samples: [{ ...sample(1), q_desired: [0.5, 2] }] };
  const error = plain(panels(readRun(JSON.stringify(tracked)))).find((p) => p.id === "error");
  assert.deepEqual(error.series.map((s) => s.values), [[0.5], [0]]);
});

test("the audit says in words what does not apply, and whose fault an instability is", () => {
  assert.equal(row(RUN, "Momentum").value, "not applicable");
  assert.equal(row(RUN, "Torque of </script><b>x").value, "1\u00a0J");
  assert.equal(row(RUN, "Position limits").tone, "good");
  assert.match(row(RUN, "Largest real part of an eigenvalue").remark, /physical, not numerical/);
  const sloppy = { ...RUN, audit: { ...RUN.audit, balance: { largest: 0.1 } } };
  assert.match(row(sloppy, "Largest real part of an eigenvalue").remark, /smaller tolerances/);
  assert.deepEqual(rows({ ...RUN, audit: null }), []);
  assert.ok(rows({ ...RUN, audit: {} }).length > 0); // members may be missing
});

test("what happened is marked, trouble as trouble", () => {
  assert.deepEqual(plain(marks(readRun(TEXT))).map((m) => [m.t, m.trouble]),
    [[1, false], [1.5, true]]);
});

test("numbers are short and keep their digits", () => {
  const cases = [[0, "0"], [null, "–"], [NaN, "–"], [100, "100"], [-0.5, "−0.5"], [1e-9, "1e−9"],
    [1234567, "1.23457e6"], [0.001, "0.001"], [123456, "123456"], [1.50, "1.5"]];
  for (const [value, text] of cases) assert.equal(number(value), text);
});

test("labels of an axis tell its ticks apart", () => {
  const cases = [[[6, 6.25, 6.5], ["6.00", "6.25", "6.50"]], [[0, 20], ["0", "20"]],
    [[-2e-9, 0, 2e-9], ["−2e−9", "0", "2e−9"]], [[1e6, 1.5e6], ["1.0e6", "1.5e6"]], [[0], ["0"]]];
  for (const [splits, labels] of cases) assert.deepEqual(plain(tickLabels(splits)), labels);
});
