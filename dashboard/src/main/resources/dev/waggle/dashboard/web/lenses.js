import { useState } from "./preact.js";
import { decimal } from "./format.js";
import { el, Button, Empty, Section } from "./ui.js";
import { hasText, t, tn } from "./words.js";

const WIDTH = 160;
const HEIGHT = 40;
const EDGE = 4;
const FIRST = 9;

/** Lenses with a finding first, then those with values, each with its findings. */
function lensesOf(data) {
  const findings = new Map();
  data.findings.forEach((finding) => {
    findings.set(finding.lens, (findings.get(finding.lens) || []).concat(finding));
  });
  const lenses = data.series.map((series) => ({ ...series, findings: findings.get(series.name) || [],
    known: series.values.filter((value) => value !== null) }));
  const rank = (lens) => (lens.findings.length > 0 ? 0 : lens.known.length > 0 ? 1 : 2);
  return lenses.sort((one, other) => rank(one) - rank(other));
}

function places(values) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const step = values.length > 1 ? (WIDTH - 2 * EDGE) / (values.length - 1) : 0;
  return values.map((value, index) => (value === null ? null : {
    x: EDGE + (values.length > 1 ? index * step : (WIDTH - 2 * EDGE) / 2),
    y: range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / range) * (HEIGHT - 2 * EDGE),
  }));
}

function path(points) {
  let isOpen = false;
  return points.map((point) => {
    if (point === null) {
      isOpen = false;
      return "";
    }
    const move = isOpen ? "L" : "M";
    isOpen = true;
    return `${move}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  }).join(" ");
}

function Spark({ lens, rounds, round }) {
  const points = places(lens.values);
  const at = rounds.indexOf(round);
  const found = new Set(lens.findings.map((finding) => rounds.indexOf(finding.round)));
  return el("svg.lens-spark", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMinYMid", role: "img", "aria-label": t("lenses.values", {
    name: lens.name, values: lens.values.map((value) => decimal(value, 2)).join(", ") }) },
  at >= 0 && points[at] && el("line.lens-now", { x1: points[at].x, x2: points[at].x, y1: 0, y2: HEIGHT }),
  el("path.lens-line", { d: path(points) }),
  points.map((point, index) => point && (found.has(index)
    ? el("rect.lens-found", { key: index, x: point.x - 3.5, y: point.y - 3.5, width: 7, height: 7,
      transform: `rotate(45 ${point.x} ${point.y})` })
    : points.length === 1 || index === points.length - 1
      ? el("circle.lens-dot", { key: index, cx: point.x, cy: point.y, r: 2.5 })
      : null)));
}

function kindOf(finding) {
  const key = `lenses.kind.${finding.finding}`;
  return hasText(key) ? t(key) : finding.finding;
}

function Lens({ lens, rounds, round }) {
  const at = rounds.indexOf(round);
  const value = at >= 0 ? lens.values[at] : lens.known[lens.known.length - 1];
  const findings = lens.findings.filter((finding) => round === null || round === undefined || finding.round <= round);
  return el("li.lens", { class: lens.findings.length > 0 ? "lens-finding" : undefined },
    el("h3", null, lens.name.replace(/-/g, " ")),
    el("p.quiet.small", null, lens.question),
    el("div.lens-figure", null, el(Spark, { lens, rounds, round }),
      el("p.lens-value", null, el("span.number", null, decimal(value, 2)), " ",
        el("span.quiet.small", null, lens.unit ? `${lens.headline}, ${lens.unit}` : lens.headline))),
    findings.length > 0 && el("ul.lens-findings", null, findings.slice(-3).map((finding, index) =>
      el("li", { key: index }, el("span.lens-mark", { "aria-hidden": "true" }),
        el("span", null, el("strong", null, t("lenses.found", { round: finding.round, kind: kindOf(finding) })), " ",
          el("bdi", null, finding.because))))),
    findings.length > 3 && el("p.quiet.small", null, tn("lenses.earlier", findings.length - 3)));
}

/** What each lens read after each round, as small pictures of one form, with the findings that it gave. */
export function Lenses({ view, round }) {
  const [all, setAll] = useState(false);
  if (!view.lenses) {
    return el(Section, { title: t("lenses.title") }, el(Empty, { title: t("lenses.none") }, t("lenses.noneHint")));
  }
  const lenses = lensesOf(view.lenses);
  const shown = all ? lenses : lenses.slice(0, Math.max(FIRST, lenses.filter((lens) => lens.findings.length > 0).length));
  return el(Section, { title: t("lenses.title"), note: t("lenses.note") },
    view.lenses.notes.length > 0 && el("ul.quiet.small.stack", null,
      view.lenses.notes.map((note) => el("li", { key: note }, note))),
    el("ul.lenses", null, shown.map((lens) =>
      el(Lens, { key: lens.name, lens, rounds: view.lenses.rounds, round }))),
    shown.length < lenses.length && el(Button, { onClick: () => setAll(true) },
      tn("lenses.more", lenses.length - shown.length)),
    all && lenses.length > FIRST && el(Button, { onClick: () => setAll(false) }, t("lenses.fewer")));
}
