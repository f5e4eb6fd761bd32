import { el } from "./ui.js";
import { count, percent } from "./format.js";
import { t } from "./words.js";

/** Places in the picture: the square of the shares, and the room for words left of it and below. */
const LEFT = 42;
const TOP = 12;
const INNER = 224;
const WIDTH = LEFT + INNER + TOP;
const HEIGHT = TOP + INNER + 34;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

function x(share) {
  return LEFT + share * INNER;
}

function y(share) {
  return TOP + (1 - share) * INNER;
}

/** An estimate as a dot with its interval as a whisker, on a scale from 0 to 1, and what it rests on in words. */
export function Whisker({ value, low, high, words }) {
  const place = (share) => 4 + Math.max(0, Math.min(1, share)) * 152;
  return el("span.whisker", null,
    el("svg", { viewBox: "0 0 160 20", width: 160, height: 20, "aria-hidden": "true" },
      el("line.axis", { x1: 4, x2: 156, y1: 17, y2: 17 }),
      [0, 0.5, 1].map((tick) => el("line.axis", { key: tick, x1: place(tick), x2: place(tick),
        y1: tick === 0.5 ? 2 : 14, y2: 19 })),
      el("line.range", { x1: place(low), x2: place(high), y1: 9, y2: 9 }),
      [low, high].map((end, index) => el("line.range", { key: index, x1: place(end), x2: place(end), y1: 5, y2: 13 })),
      el("circle.dot", { cx: place(value), cy: 9, r: 4.5 })),
    el("span.number", null, words),
    el("span.quiet.small.nowrap", null, t("reputation.interval", { low: percent(low), high: percent(high) })));
}

/** Stated confidence against the share that was right. A point on the diagonal is calibrated. */
export function Reliability({ bins, label }) {
  const known = bins.filter((bin) => bin.cases > 0);
  const most = Math.max(1, ...known.map((bin) => bin.cases));
  return el("figure.reliability", null,
    el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      el("polygon.over", { points: `${x(0)},${y(0)} ${x(1)},${y(1)} ${x(1)},${y(0)}` }),
      TICKS.map((tick) => [
        el("line.grid", { key: `x${tick}`, x1: x(tick), x2: x(tick), y1: y(0), y2: y(1) }),
        el("line.grid", { key: `y${tick}`, x1: x(0), x2: x(1), y1: y(tick), y2: y(tick) }),
        el("text.tick.middle", { key: `tx${tick}`, x: x(tick), y: y(0) + 14 }, tick * 100),
        el("text.tick.end", { key: `ty${tick}`, x: LEFT - 5, y: y(tick) + 4 }, tick * 100),
      ]),
      el("line.diagonal", { x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
      el("text.region.end", { x: x(0.97), y: y(0.06) }, t("reputation.tooSure")),
      el("text.region", { x: x(0.03), y: y(0.92) }, t("reputation.tooShy")),
      known.map((bin) => el("line.gap", { key: `g${bin.low}`, x1: x(bin.confidence), x2: x(bin.confidence),
        y1: y(bin.confidence), y2: y(bin.accuracy) })),
      known.map((bin) => el("circle.dot", { key: bin.low, cx: x(bin.confidence), cy: y(bin.accuracy),
        r: 3 + 7 * Math.sqrt(bin.cases / most) },
      el("title", null, t("reputation.bin", { cases: bin.cases, confidence: percent(bin.confidence),
        accuracy: percent(bin.accuracy) })))),
      el("text.label.middle", { x: x(0.5), y: HEIGHT - 4 }, t("reputation.stated")),
      el("text.label.middle", { x: -y(0.5), y: 11, transform: "rotate(-90)" }, t("reputation.wasRight"))),
    el("details", null, el("summary", null, t("reputation.asTable")),
      el("table.small", null,
        el("thead", null, el("tr", null, ["stated", "wasRight", "cases"].map((name) => el("th.number", { key: name,
          scope: "col" }, t(`reputation.${name}`))))),
        el("tbody", null, known.map((bin) => el("tr", { key: bin.low }, el("td.number", null, percent(bin.confidence)),
          el("td.number", null, percent(bin.accuracy)), el("td.number", null, count(bin.cases))))))));
}
