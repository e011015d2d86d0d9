// What is plotted. To add a panel, add an object to the list in panels(): the page has its plot,
// its rows of the ranges and its place in print from there.

/** Units as the writer gives them, for joints that may turn or slide. */
function unitsOf(run) {
  const u = { angle: "rad", length: "m", time: "s", force: "N", torque: "N m", energy: "J",
    ...run.units };
  const rate = (n) => `${u.angle}/${u.time}${n} or ${u.length}/${u.time}${n}`;
  return {
    t: u.time,
    q: u.q ?? `${u.angle} or ${u.length}`,
    v: u.v ?? rate(""),
    a: u.a ?? rate("²"),
    tau: u.tau ?? `${u.torque} or ${u.force}`,
    energy: u.energy,
    power: u.power ?? "W",
  };
}

/** One object a panel: {id, title, unit, series: [{name, joint, place, values}]}. */
function panels(run) {
  const unit = unitsOf(run);
  const of = owners(run);
  const { samples, q_names: qs, v_names: vs } = run;
  const column = (get) => samples.map((s) => get(s) ?? null);
  const curve = (name, get) => ({ name, joint: null, values: column(get) });
  const curves = (names, owner, get) => names.map((name, i) => ({
    name, ...(owner[i] ?? { joint: null, place: i }), values: column((s) => get(s, i)),
  }));
  const difference = (a, b) => (a == null || b == null ? null : a - b);
  const product = (a, b) => (a == null || b == null ? null : a * b);
  // Joints that a changing robot does not have at a time do no work then.
  const none = run.robots ? 0 : NaN;
  const power = (s) => vs.reduce((sum, _, i) => sum + (product(s.tau?.[i], s.v?.[i]) ?? none), 0);
  const finite = (x) => (Number.isFinite(x) ? x : null);
  const total = (s) => (s.T == null || s.U == null ? null : s.T + s.U);

  const list = [
    { id: "q", title: "Positions q", unit: unit.q, series: curves(qs, of.q, (s, i) => s.q?.[i]) },
    { id: "v", title: "Velocities v", unit: unit.v, series: curves(vs, of.v, (s, i) => s.v?.[i]) },
    { id: "a", title: "Accelerations a", unit: unit.a,
      series: curves(vs, of.v, (s, i) => s.a?.[i]) },
    { id: "tau", title: "Torques and forces τ", unit: unit.tau,
      series: curves(vs, of.v, (s, i) => s.tau?.[i]) },
    { id: "error", title: "Tracking error q − q desired", unit: unit.q,
      series: samples.some((s) => s.q_desired)
        ? curves(qs, of.q, (s, i) => difference(s.q?.[i], s.q_desired?.[i])) : [] },
    { id: "power", title: "Power τ v", unit: unit.power, series: [
      curve("total", (s) => finite(power(s))),
      ...curves(vs, of.v, (s, i) => product(s.tau?.[i], s.v?.[i])),
    ] },
    { id: "energy", title: "Energies", unit: unit.energy, series: [
      curve("T, kinetic", (s) => s.T), curve("U, potential", (s) => s.U),
      curve("E = T + U", total),
    ] },
    { id: "balance", title: "Energy balance E − E₀ − ∫τ·v dt", unit: unit.energy,
      series: [curve("balance", (s) => s.balance)] },
  ];
  return list.filter((panel) => panel.series.length > 0 && samples.length > 0);
}

/** A row a curve: panel, name, unit, smallest, largest, last. */
function rangeRows(list) {
  return list.flatMap((panel) => panel.series.map(({ name, values }) => {
    let [low, high, last] = [Infinity, -Infinity, null];
    for (const x of values) {
      if (x === null) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
      last = x;
    }
    return [name, panel.title, low, high, last, panel.unit];
  }));
}
