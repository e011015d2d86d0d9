// Puts the page together once it is read. window.kinetree is what other parts of the page join by:
//   run            the run, as in the file
//   onTime(f)      f(t) is called whenever the time under the cursor changes; returns how to stop
//   seek(t)        puts the cursor of all plots at a time, and tells everyone

/** Who wants to know the time, and the time they were told last. */
class Clock {
  constructor() {
    this.listeners = new Set();
    this.now = null;
  }

  set(t) {
    if (t === this.now || !Number.isFinite(t)) return;
    this.now = t;
    for (const listener of this.listeners) listener(t);
  }

  onTime(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

const STOPS = {
  reached_end: ["good", "reached the end"],
  event: ["plain", "stopped by an event"],
  limit: ["plain", "stopped at a joint limit"],
  running: ["warn", "unfinished"],
};

function fillHeader(run) {
  const model = run.model ?? "unnamed robot";
  document.title = `${model} – kinetree run`;
  byId("model").textContent = model;
  const [tone, words] = STOPS[run.stop] ?? ["bad", String(run.stop).replaceAll("_", " ")];
  byId("stop").replaceChildren(make("span", { class: `badge ${tone}` }, words),
    ...(run.stop_text ? [" ", run.stop_text] : []));
  const { method, rtol, atol } = run.integrator;
  const included = Object.keys(run.included).filter((name) => run.included[name]);
  const last = run.samples.at(-1)?.t;
  const facts = [
    ["Duration", quantity(run.duration, "s")],
    ["Simulated until", quantity(last, "s")],
    ["Integrator", method],
    ["Tolerances", rtol == null ? null : `relative ${number(rtol)}, absolute ${number(atol)}`],
    ["Forward dynamics", run.methods.forward_dynamics],
    ["Controller", run.controller],
    ["Included", included.join(", ") || "neither armature nor friction"],
    ["Velocities", run.v_names.length],
    ["Samples", run.record.every
      ? `${run.samples.length}, every ${quantity(run.record.every, "s")}` : run.samples.length],
  ];
  byId("facts").replaceChildren(...facts.filter(([, value]) => value != null && value !== "–")
    .map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function notice(tone, text) {
  byId("notices").append(make("p", { class: `notice ${tone}` }, text));
}

function fillNotices(run, plotting) {
  if (run.stop === "running") {
    notice("warn", "This run is not finished: its program was stopped, or is still running. The "
      + `page shows what was written, ${count(run.samples.length, "sample")}. The audit is made `
      + "at the end of a run, so there is none.");
  }
  if (!plotting) {
    notice("plain", "This kinetree was built without plots (KINETREE_WEB=OFF): the page has the "
      + "audit and tables only. A build that may use npm draws the curves as well.");
  }
  for (const remark of run.audit?.remarks ?? []) notice("plain", remark);
}

/** The buttons that choose joints, and what they do to the plots. */
function fillChips(run, shown, plots) {
  const chips = run.joints.map((name, joint) => {
    const chip = make("button", { type: "button", class: "chip" }, name);
    chip.addEventListener("click", () => show([joint], !shown.has(joint)));
    return chip;
  });
  function show(joints, on) {
    for (const joint of joints) on ? shown.add(joint) : shown.delete(joint);
    chips.forEach((chip, i) => chip.setAttribute("aria-pressed", shown.has(i)));
    plots.showJoints();
  }
  byId("chips").append(...chips);
  byId("all").addEventListener("click", () => show(run.joints.keys(), true));
  byId("none").addEventListener("click", () => show(run.joints.keys(), false));
  plots.onchoose = (joint, on) => show([joint], on);
  show([], true);
}

/** The time as a slider, for keyboards and fingers. */
function fillSlider(run, clock) {
  const slider = byId("time");
  const [first, last] = [run.samples[0].t, run.samples.at(-1).t];
  Object.assign(slider, { min: first, max: last, step: (last - first) / 1000 || 1, value: first });
  slider.addEventListener("input", () => window.kinetree.seek(Number(slider.value)));
  clock.onTime((t) => {
    slider.value = t;
    byId("now").textContent = quantity(t, "s", 5);
  });
  clock.set(first);
}

function fillPlots(run, list, clock) {
  byId("plots").hidden = false;
  const shown = new Set(run.joints.keys());
  for (const joint of run.joints.keys()) if (joint >= MOST_SHOWN) shown.delete(joint);
  fillSlider(run, clock);
  const plots = new Plots(byId("grid"), run, list, clock, shown);
  fillChips(run, shown, plots);
  byId("reset").addEventListener("click", () => plots.zoom(null));

  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", () => plots.draw());
  // Paper is white and narrow, whatever the screen is.
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("paper");
    plots.draw(660);
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("paper");
    plots.draw();
  });
  return plots;
}

function fillPage(run) {
  const plotting = typeof uPlot !== "undefined";
  const list = panels(run);
  fillHeader(run);
  fillNotices(run, plotting);
  fillAudit(byId("audit-table"), auditGroups(run));
  byId("audit").hidden = !run.audit;
  fillTable(byId("events-table"), ["Event", "Time in s", "What was done"],
    run.events.map((e) => [e.name, e.t, e.action ?? ""]));
  byId("events").hidden = run.events.length === 0;
  fillTable(byId("ranges-table"), ["Curve", "Of", "Smallest", "Largest", "Last", "Unit"],
    rangeRows(list));
  byId("ranges").hidden = list.length === 0;
  byId("ranges-details").open = !plotting;

  const clock = new Clock();
  const plots = plotting && list.length > 0 ? fillPlots(run, list, clock) : null;
  window.kinetree = {
    run,
    onTime: (listener) => clock.onTime(listener),
    seek(t) {
      plots?.seek(t);
      clock.set(t);
    },
  };
}

if (typeof document !== "undefined") {
  document.addEventListener("DOMContentLoaded", () => {
    try {
      fillPage(readRun(byId("run").textContent));
    } catch (error) {
      notice("bad", `This page cannot show its run: ${error.message}.`);
      throw error;
    }
  });
}
