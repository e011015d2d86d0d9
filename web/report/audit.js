// The audit in plain words: groups of rows {what, value, remark, tone, folded}, where tone is
// "good", "bad" or absent. Elements are made at the end only, so that the words can be tested
// without a browser.

const MOST_LISTED = 12; // torques, before they are folded

function auditGroups(run) {
  const audit = run.audit;
  if (!audit) return [];
  const J = unitsOf(run).energy;
  return [
    { title: "Energy", rows: energyRows(run, audit, J) },
    { title: "Work", rows: workRows(run, audit.work ?? {}, J) },
    { title: "Momentum", rows: momentumRows(audit.momentum, run.units) },
    { title: "Changes of the robot", rows: changeRows(run, J) },
    { title: "Integration", rows: stepRows(audit.steps ?? {}) },
    { title: "Mass matrix", rows: conditionRows(audit.condition) },
    { title: "Tracking", rows: trackingRows(audit.tracking) },
    { title: "Limits", rows: limitRows(audit.limits ?? []) },
    { title: "Stability", rows: stabilityRows(run, J) },
  ].filter((group) => group.rows.length > 0);
}

const at = (t) => `at t = ${quantity(t, "s")}`;

/** The largest balance as a part of the largest kinetic energy; NaN where there is none. */
function relativeBalance(run) {
  const largest = run.samples.reduce((most, s) => Math.max(most, s.T ?? 0), 0);
  return largest > 0 ? Math.abs(run.audit.balance?.largest ?? NaN) / largest : NaN;
}

function energyRows(run, { energy = {}, balance = {} }, J) {
  const relative = relativeBalance(run);
  const part = Number.isFinite(relative)
    ? `, ${number(relative, 2)} of the largest kinetic energy` : "";
  return [
    { what: "Energy at the beginning, E₀", value: quantity(energy.initial, J) },
    { what: "Energy at the end, E", value: quantity(energy.final, J) },
    { what: "Balance at the end", value: quantity(balance.final, J, 3),
      remark: "E − E₀ − ∫τ·v dt, less the work of friction, stops and forces from outside. It is "
        + "0 in theory; what is left is the error of the integration." },
    { what: "Largest balance", value: quantity(balance.largest, J, 3),
      remark: `${at(balance.at)}${part}` },
  ];
}

function workRows(run, work, J) {
  const each = (work.joints ?? []).map((value, i) => ({
    what: `Torque of ${work.names?.[i] ?? run.v_names[i] ?? i}`, value: quantity(value, J),
    folded: work.joints.length > MOST_LISTED }));
  const off = "not in this model of the robot (friction is off)";
  return [
    ...each,
    { what: "All torques", value: quantity(work.total, J),
      remark: "Positive work went into the robot." },
    { what: "Friction", value: quantity(work.friction, J),
      remark: run.included.friction === false ? off : "" },
    { what: "Forces from outside", value: quantity(work.external, J) },
    { what: "Joint limits", value: quantity(work.limits, J) },
    { what: "Events", value: quantity(work.events ?? 0, J) },
  ];
}

function momentumRows(momentum, units) {
  if (!momentum) {
    return [{ what: "Momentum", value: "not applicable",
      remark: "It is kept, but for what gravity adds, only by a robot that floats free: nothing "
        + "else may act on its base, and no event may change its motion." }];
  }
  const { mass = "kg", length = "m", time = "s" } = units;
  return [
    { what: "Drift of the linear momentum",
      value: quantity(momentum.linear_drift, `${mass} ${length}/${time}`, 3) },
    { what: "Drift of the angular momentum",
      value: quantity(momentum.angular_drift, `${mass} ${length}²/${time}`, 3),
      remark: momentum.about ? `about the ${momentum.about}` : "" },
  ];
}

/** What came to the robot or went from it; nothing where a joint was locked. */
function load({ mass, energy }, J) {
  if (mass === 0) return "";
  const sign = mass > 0 ? 1 : -1;
  return `${quantity(sign * mass, "kg", 4)} ${mass > 0 ? "came" : "went"} with `
    + `${quantity(sign * energy.kinetic, J, 4)} of motion and `
    + `${quantity(sign * energy.potential, J, 4)} of height; `;
}

function changeRows(run, J) {
  const rows = run.events.filter((e) => e.robot).map(({ t, action, robot }) => ({
    what: `${action} ${robot.what}`, value: `${quantity(robot.energy.lost, J, 4)} lost`,
    remark: `${at(t)}: ${load(robot, J)}momentum kept to `
      + quantity(robot.momentum.residual, "N m s", 2),
  }));
  const ignored = run.events.filter((e) => e.action === "ignored")
    .map((e) => ({ what: e.name, value: "ignored", remark: `${at(e.t)}: ${e.reason ?? ""}` }));
  return [...rows, ...ignored];
}

function stepRows(steps) {
  const rejected = steps.rejected > 0
    ? `${number(steps.rejected, 12)} more were tried and rejected: their estimated error was too `
      + "large"
    : "none rejected";
  return [
    { what: "Steps", value: number(steps.taken, 12), remark: rejected },
    { what: "Evaluations of forward dynamics", value: number(steps.evaluations, 12) },
    { what: "Smallest and largest step",
      value: `${quantity(steps.smallest, "s", 3)} … ${quantity(steps.largest, "s", 3)}` },
  ];
}

function conditionRows(condition) {
  if (!condition) return [];
  const digits = Math.log10(condition.largest);
  const loss = digits >= 1
    ? `: accelerations lose about ${Math.floor(digits)} of their 16 digits` : "";
  return [
    { what: "Condition of M at the beginning", value: number(condition.initial, 4) },
    { what: "Largest condition of M", value: number(condition.largest, 4),
      remark: `${at(condition.at)}${loss}`, tone: digits > 10 ? "bad" : undefined },
  ];
}

function trackingRows(tracking) {
  if (!tracking) {
    return [{ what: "Tracking", value: "not applicable",
      remark: "There is no desired motion to depart from." }];
  }
  const departures = tracking.departures ?? [];
  const band = number(tracking.band, 4);
  return [
    { what: "Largest departure from the desired motion", value: number(tracking.largest, 4),
      remark: `${tracking.joint} ${at(tracking.at)}` },
    { what: `Joints that left the band of ±${band}`, value: String(departures.length),
      remark: departures.map((d) => `${d.joint} ${at(d.t)}`).join("; "),
      tone: departures.length > 0 ? "bad" : "good" },
  ];
}

function limitRows(limits) {
  if (limits.length === 0) return [{ what: "Position limits", value: "kept", tone: "good" }];
  return limits.map((l) => ({ what: `Limit of ${l.joint}`, value: `${l.limit} limit passed`,
    remark: `${at(l.t)}, q = ${number(l.q)}`, tone: "bad" }));
}

const PHYSICAL = 1e-6; // relative balance below which the integration is not to blame

function stabilityRows(run, J) {
  const { instability, balance } = run.audit;
  if (!instability) {
    return [{ what: "Instability", value: "none found", tone: "good" }];
  }
  const rate = instability.largest_real_eigenvalue;
  const growth = rate > 0
    ? `A small departure grows by e = 2.718… each ${quantity(1 / rate, "s", 3)}. ` : "";
  const size = quantity(Math.abs(balance?.largest ?? NaN), J, 3);
  const cause = relativeBalance(run) < PHYSICAL
    ? "It is physical, not numerical: robot and controller do this at any step size. Errors of the "
      + `integration would show in the energy balance, which stays within ${size}.`
    : `The energy balance departs by ${size}, so errors of the integration may have a part in it: `
      + "run again with smaller tolerances and compare.";
  return [
    { what: "Instability", value: `${instability.joint} ${at(instability.t)}`,
      remark: instability.text ?? "", tone: "bad" },
    { what: "Largest real part of an eigenvalue", value: quantity(rate, "1/s", 4),
      remark: growth + cause },
  ];
}

/** Many rows of one kind are folded behind a button; paper shows them all. */
function unfolder(rows) {
  const folded = rows.filter((row) => row.folded).length;
  const button = make("button", { type: "button" }, `show all ${folded}`);
  button.addEventListener("click", () => {
    const body = button.closest("tbody");
    const open = body.classList.toggle("open");
    button.textContent = open ? "show fewer" : `show all ${folded}`;
  });
  return folded > 0 ? [" ", button] : [];
}

function auditRow(row) {
  const classes = [row.tone, row.folded ? "folded" : ""].filter(Boolean).join(" ");
  return make("tr", classes ? { class: classes } : {},
    make("th", { scope: "row" }, row.what),
    make("td", { class: "value" }, row.value),
    make("td", { class: "remark" }, row.remark ?? ""));
}

function fillAudit(table, groups) {
  const head = ["What", "Value", "Remark"].map((text) => make("th", { scope: "col" }, text));
  const bodies = groups.map(({ title, rows }) => make("tbody", {},
    make("tr", { class: "group" },
      make("th", { scope: "rowgroup", colspan: 3 }, title, ...unfolder(rows))),
    ...rows.map(auditRow)));
  table.replaceChildren(make("thead", {}, make("tr", {}, ...head)), ...bodies);
}
