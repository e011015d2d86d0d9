// The run (kinetree-run/1): read from the page, mended where its writer was stopped half-way.

const FORMAT = "kinetree-run/1";

/** The run of a text, with every member that the page relies on; stop is "running" if mended. */
function readRun(text) {
  let run;
  let broken = false;
  try {
    run = JSON.parse(text);
  } catch {
    run = JSON.parse(mend(text));
    broken = true;
  }
  if (run === null || typeof run !== "object" || run.format !== FORMAT) {
    throw new Error(`this is no ${FORMAT}`);
  }
  for (const name of ["joints", "dofs", "q_names", "v_names", "samples", "events"]) {
    if (!Array.isArray(run[name])) run[name] = [];
  }
  for (const name of ["units", "integrator", "methods", "included", "record"]) run[name] ??= {};
  run.audit ??= null;
  if (broken || run.stop === undefined) run.stop = "running";
  return Array.isArray(run.robots) && run.robots.length > 0 ? alignRobots(run) : run;
}

/**
 * A run whose robot changes, with one place for every coordinate that there ever was: what a sample
 * does not have is null.
 */
function alignRobots(run) {
  const joints = new Map();
  const all = { q: [], v: [] };
  for (const robot of run.robots) {
    robot.joints.forEach((name, i) => { if (!joints.has(name)) joints.set(name, robot.dofs[i]); });
    for (const kind of ["q", "v"]) {
      for (const name of robot[`${kind}_names`]) {
        if (!all[kind].includes(name)) all[kind].push(name);
      }
    }
  }
  const places = run.robots.map((robot) => ({
    q: all.q.map((name) => robot.q_names.indexOf(name)),
    v: all.v.map((name) => robot.v_names.indexOf(name)),
  }));
  const spread = (values, place) => values && place.map((k) => (k < 0 ? null : values[k] ?? null));
  const samples = run.samples.map((sample) => {
    const place = places[sample.robot ?? 0] ?? places.at(-1);
    const of = (name, kind) => spread(sample[name], place[kind]);
    const aligned = { ...sample, q: of("q", "q"), v: of("v", "v"), a: of("a", "v"),
      tau: of("tau", "v") };
    if (sample.q_desired) aligned.q_desired = of("q_desired", "q");
    return aligned;
  });
  return { ...run, joints: [...joints.keys()], dofs: [...joints.values()], q_names: all.q,
    v_names: all.v, samples };
}

/**
 * The longest beginning of a JSON object that ends after a whole member, or after a whole element
 * of an array that is a member, with its brackets closed.
 */
function mend(text) {
  const open = []; // the brackets that will close what is open
  let kept = "{}";
  let end = 0;
  let inString = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (inString) {
      if (c === "\\") ++i;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === "{" || c === "[") open.push(c === "{" ? "}" : "]");
    else if (c === "}" || c === "]" || c === ",") {
      if (c !== ",") open.pop();
      if (open.length === 1 || (open.length === 2 && open[1] === "]")) {
        end = c === "," ? i : i + 1;
        kept = [...open].reverse().join("");
      }
    }
  }
  return end > 0 ? text.slice(0, end) + kept : kept;
}

/** Of which joint each coordinate is: joint, and a place that q and v of a joint share. */
function owners(run) {
  const q = [];
  const v = [];
  let place = 0;
  run.joints.forEach((name, joint) => {
    const nv = run.dofs[joint] ?? 1;
    const nq = nv === 6 ? 7 : run.q_names[q.length] === `${name}.qx` ? 4 : nv;
    for (let k = 0; k < nq; ++k) q.push({ joint, place: place + k });
    for (let k = 0; k < nv; ++k) v.push({ joint, place: place + k });
    place += Math.max(nq, nv);
  });
  return { q, v };
}

/** Times that deserve a mark: what happened, and whether it is trouble. */
function marks(run) {
  const events = run.events.map((e) => ({ t: e.t, text: e.name, trouble: false }));
  const { instability, limits } = run.audit ?? {};
  const troubles = (limits ?? []).map((l) => ({ t: l.t, text: `limit of ${l.joint}` }));
  if (instability) troubles.push({ t: instability.t, text: "unstable" });
  return [...events, ...troubles.map((m) => ({ ...m, trouble: true }))]
    .filter((m) => Number.isFinite(m.t));
}
