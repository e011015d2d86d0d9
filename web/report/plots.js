// The plots: one uPlot a panel, with one cursor, one zoom and one choice of joints for all of them.

const MOST_SHOWN = 12; // joints shown at first, and colours before dashes
const HEIGHT = 230;
const LABELLED_MARKS = 12;

/** Colours as the style sheet has them now: light, dark or print. */
function themeOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(name).trim();
  return {
    text: colour("--soft"), grid: colour("--grid"), mark: colour("--accent"), bad: colour("--bad"),
    series: Array.from({ length: MOST_SHOWN }, (_, i) => colour(`--series-${i + 1}`)),
    ink: colour("--ink"), paper: colour("--paper"),
  };
}

/** The look of curve i: colours first, then the same colours dashed. */
function lookOf(series, i, theme) {
  const place = series.place ?? i;
  const dashes = [undefined, [8, 4], [2, 3]];
  return {
    stroke: series.name === "total" ? theme.ink : theme.series[place % MOST_SHOWN],
    dash: dashes[Math.floor(place / MOST_SHOWN) % dashes.length],
    width: series.name === "total" ? 2 : 1.5,
  };
}

/** Vertical lines where something happened, with names while there is room for them. */
function drawMarks(u, list, theme) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  list.forEach((mark, i) => {
    const x = u.valToPos(mark.t, "x", true);
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
    ctx.strokeStyle = ctx.fillStyle = mark.trouble ? theme.bad : theme.mark;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (list.length > LABELLED_MARKS) return;
    const left = x < bbox.left + bbox.width * 0.8;
    ctx.textAlign = left ? "left" : "right";
    const label = [String(mark.text).slice(0, 24), x + (left ? 4 : -4) * devicePixelRatio,
      bbox.top + 13 * (1 + (i % 3)) * devicePixelRatio];
    halo(ctx, label, theme.paper);
    ctx.fillText(...label);
  });
  ctx.restore();
}

/** Clears the curves around a text that comes next. */
function halo(ctx, label, colour) {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  ctx.strokeText(...label);
  ctx.restore();
}

function axisOf(theme, more) {
  return {
    stroke: theme.text, font: "12px system-ui, sans-serif",
    grid: { stroke: theme.grid, width: 1 }, ticks: { stroke: theme.grid, width: 1, size: 5 },
    values: (_, splits) => tickLabels(splits), ...more,
  };
}

/** The range of y: room above and below, also around a curve that is flat. */
function rangeOf(_, low, high) {
  if (low == null || high == null) return [-1, 1];
  if (low !== high) return uPlot.rangeNum(low, high, 0.1, true);
  const room = Math.abs(low) / 10 || 1;
  return [low - room, high + room];
}

/** The range of x: as asked for; a single sample has room beside it. */
function spanOf(_, first, last) {
  return first < last ? [first, last] : [(first ?? 0) - 0.5, (first ?? 0) + 0.5];
}

/** All plots in a grid. `clock` is told about the cursor; `shown` holds the joints to draw. */
class Plots {
  constructor(grid, run, list, clock, shown) {
    Object.assign(this, { grid, list, clock, shown, marks: marks(run), all: [], width: null });
    this.times = run.samples.map((s) => s.t);
    this.range = null; // of x, where zoomed in
    this.observer = new ResizeObserver(() => this.resize());
    this.draw();
    this.observer.observe(grid);
    // Legends always show the values of some time: the last one, when the mouse has left.
    grid.addEventListener("mouseleave", () => this.seek(clock.now), true);
  }

  /** Makes every plot anew, e.g. because colours changed; zoom and choice of joints stay. */
  draw(width = null) {
    this.width = width;
    this.all.forEach(({ u }) => u.destroy());
    const theme = themeOf(this.grid);
    const figures = this.list.map((panel) => make("figure", { id: `panel-${panel.id}` },
      make("figcaption", {}, make("strong", {}, panel.title), " ",
        make("span", { class: "unit" }, panel.unit))));
    this.grid.replaceChildren(...figures); // all of them, for only then they have their widths
    this.all = this.list.map((panel, i) => {
      const figure = figures[i];
      const data = [this.times, ...panel.series.map((s) => s.values)];
      return { panel, figure, u: new uPlot(this.options(panel, theme, figure), data, figure) };
    });
    if (this.range) this.zoom(this.range);
    const now = this.clock.now ?? this.times[0];
    queueMicrotask(() => this.seek(now)); // uPlot knows its scales only after one of its own
  }

  options(panel, theme, figure) {
    const series = panel.series.map((s, i) => ({
      label: s.name, ...lookOf(s, i, theme), show: s.joint === null || this.shown.has(s.joint),
      points: { show: this.times.length < 2 }, value: (_, x) => number(x, 5),
    }));
    const widest = (_, labels) => 18 + 7.2 * Math.max(2, ...(labels ?? []).map((l) => l.length));
    return {
      width: this.room(figure), height: HEIGHT, legend: { markers: { width: 2 } },
      scales: { x: { time: false, range: spanOf }, y: { range: rangeOf } },
      axes: [axisOf(theme, { size: 34 }), axisOf(theme, { size: widest })],
      series: [{ label: "t", value: (_, x) => quantity(x, "s", 5) }, ...series],
      cursor: {
        y: false, points: { size: 6 },
        sync: { key: "kinetree", scales: ["x", null],
          filters: { pub: (type) => type === "mousemove" || type === "mouseleave" } },
      },
      hooks: {
        draw: [(u) => drawMarks(u, this.marks, theme)],
        setCursor: [(u) => { if (u.cursor.idx != null) this.clock.set(this.times[u.cursor.idx]); }],
        setScale: [(u, key) => { if (key === "x") this.follow(u); }],
        setSeries: [(_, i, { show }) => this.choose(panel.series[i - 1], show)],
      },
    };
  }

  room(figure) {
    return this.width ?? Math.max(200, figure.clientWidth);
  }

  resize() {
    if (this.width !== null) return;
    for (const { u, figure } of this.all) {
      if (u.width !== this.room(figure)) u.setSize({ width: this.room(figure), height: HEIGHT });
    }
  }

  /** Zooms all plots: {min, max}, or null for the whole run. */
  zoom(range) {
    const whole = { min: this.times[0], max: this.times.at(-1) };
    this.range = range;
    this.following = true;
    for (const { u } of this.all) u.batch(() => u.setScale("x", range ?? whole));
    this.following = false;
  }

  /** One plot was zoomed by hand: so are the others. */
  follow(u) {
    if (this.following || this.all.length < this.list.length) return;
    const { min, max } = u.scales.x;
    if (min == null || (this.range?.min === min && this.range?.max === max)) return;
    const whole = min <= this.times[0] && max >= this.times.at(-1);
    if (whole && this.range === null) return;
    this.zoom(whole ? null : { min, max });
  }

  /** A click in a legend counts for the joint, in all plots. */
  choose(series, show) {
    if (this.choosing || show == null || !series || series.joint === null) return;
    this.onchoose(series.joint, show);
  }

  /** Draws the joints that are in `shown`, and no others. */
  showJoints() {
    this.choosing = true;
    for (const { panel, u } of this.all) {
      u.batch(() => panel.series.forEach((s, i) => {
        const show = s.joint === null || this.shown.has(s.joint);
        if (u.series[i + 1].show !== show) u.setSeries(i + 1, { show });
      }));
    }
    this.choosing = false;
  }

  /** Puts the cursor of every plot at a time. */
  seek(t) {
    for (const { u } of this.all) {
      u.setCursor({ left: u.valToPos(t, "x"), top: 0 }, false);
    }
  }
}
