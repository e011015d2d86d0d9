// Numbers as text, and text as elements. Names come from robot files and may be anything, so text
// enters the page as text content only, never as markup.

/** Six digits, or as many as given; a dash where there is no finite number. */
function number(value, digits = 6) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const exponent = size < 1e-3 || size >= 1e6;
  const text = exponent ? value.toExponential(digits - 1) : value.toPrecision(digits);
  const short = text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
  return signed(short.replace("e+", "e"));
}

/** With a minus that is as wide as a plus. */
function signed(text) {
  return text.replaceAll("-", "−");
}

function quantity(value, unit, digits) {
  const text = number(value, digits);
  return text === "–" ? text : `${text}\u00a0${unit}`;
}

function count(n, one, many = `${one}s`) {
  return `${number(n, 12)} ${n === 1 ? one : many}`;
}

/** Decimals that show multiples of a step apart from each other, and none in vain. */
function decimals(step) {
  const misses = (x) => Math.abs(x - Math.round(x)) > 1e-6 * x;
  let n = 0;
  while (n < 12 && misses(step * 10 ** n)) ++n;
  return n;
}

/** Labels of an axis: all with the same decimals, with an exponent where that is shorter. */
function tickLabels(splits) {
  const largest = Math.max(...splits.map(Math.abs));
  if (!(largest > 0)) return splits.map(String);
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : largest;
  const power = largest < 1e5 && step >= 1e-4 ? 0 : Math.floor(Math.log10(largest) + 1e-9);
  const digits = decimals(step / 10 ** power);
  const label = (v) => (v / 10 ** power).toFixed(digits) + (power === 0 ? "" : `e${power}`);
  return splits.map((v) => (v === 0 ? "0" : signed(label(v))));
}

/** An element: make("td", {class: "number"}, "text", another, …). */
function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content.map((part) => (part instanceof Node ? part : String(part))));
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

/** Heads, then rows of cells; the first cell of a row names it. Numbers may be missing. */
function fillTable(table, heads, rows) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((cell, i) => {
    if (i === 0) return make("th", { scope: "row" }, cell);
    return typeof cell === "number" || cell === null
      ? make("td", { class: "number" }, number(cell)) : make("td", {}, cell);
  })));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
}
