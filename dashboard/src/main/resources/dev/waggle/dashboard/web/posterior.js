import { useEffect, useRef, useState } from "./preact.js";
import { UPlot } from "./uplot.js";
import { decimal, percent } from "./format.js";
import { el, Button, Empty, Section, Table } from "./ui.js";
import { t, tn } from "./words.js";

const MAX_LINES = 8;
const HEIGHT = 260;
const LABEL_WIDTH = 48;
const LABEL_HEIGHT = 14;
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 4], [12, 6], [3, 3, 8, 3]];

/** The proposals that a chart shows, each with its values by round, the most probable at the end first. */
function linesOf(view) {
  const rounds = view.rounds;
  const lines = view.proposals.map((proposal, index) => ({
    name: proposal.name,
    text: proposal.text,
    values: rounds.map((round) => {
      const figures = round.probabilities.length > 0 ? round.probabilities : round.shares;
      return figures[index] === undefined ? null : figures[index];
    }),
  })).filter((line) => line.values.some((value) => value !== null));
  const last = (line) => line.values[line.values.length - 1] || 0;
  return lines.sort((one, other) => last(other) - last(one));
}

function color(element, name) {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Names at the ends of the lines, moved apart where lines end close together. */
function drawNames(plot, lines, element) {
  const ratio = devicePixelRatio || 1;
  const context = plot.ctx;
  const ends = [];
  lines.forEach((line, index) => {
    const values = plot.data[index + 1];
    let at = values.length - 1;
    while (at >= 0 && values[at] === null) {
      at--;
    }
    if (at >= 0) {
      ends.push({ line, index, x: plot.valToPos(plot.data[0][at], "x", true), y: plot.valToPos(values[at], "y", true) });
    }
  });
  ends.sort((one, other) => one.y - other.y);
  let lowest = -Infinity;
  context.save();
  context.font = `600 ${12 * ratio}px ${getComputedStyle(element).fontFamily}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  ends.forEach((end) => {
    const y = Math.max(end.y, lowest + LABEL_HEIGHT * ratio);
    lowest = y;
    context.fillStyle = color(element, `--s${end.index + 1}`);
    context.fillText(end.line.name, end.x + 8 * ratio, y);
  });
  context.restore();
}

/** A dashed line at the round that the page shows. */
function drawRound(plot, round, element) {
  if (round === null || round === undefined || round < plot.scales.x.min || round > plot.scales.x.max) {
    return;
  }
  const x = Math.round(plot.valToPos(round, "x", true));
  const context = plot.ctx;
  context.save();
  context.strokeStyle = color(element, "--ink");
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(x, plot.bbox.top);
  context.lineTo(x, plot.bbox.top + plot.bbox.height);
  context.stroke();
  context.restore();
}

/** The top of the axis: above all values, in steps of a fifth. */
function highest(lines) {
  const most = Math.max(...lines.flatMap((line) => line.values).filter((value) => value !== null));
  return Math.min(1, Math.max(0.2, Math.ceil(most * 5 + 0.25) / 5));
}

function options(element, lines, rounds, current) {
  const quiet = color(element, "--ink-quiet");
  const grid = { stroke: color(element, "--line"), width: 1 };
  const axis = { stroke: quiet, grid, ticks: grid, font: `12px ${getComputedStyle(element).fontFamily}` };
  const first = rounds[0];
  const last = rounds[rounds.length - 1];
  return {
    width: Math.max(240, element.clientWidth),
    height: HEIGHT,
    padding: [8, LABEL_WIDTH, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [first === last ? first - 1 : first, last] }, y: { range: [0, highest(lines)] } },
    axes: [
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100] },
      { ...axis, size: 52, values: (_, ticks) => ticks.map((tick) => percent(tick)) },
    ],
    series: [{}].concat(lines.map((line, index) => ({
      label: line.name,
      stroke: color(element, `--s${index + 1}`),
      width: index === 0 ? 3 : 2,
      dash: DASHES[index],
      spanGaps: true,
      points: { show: rounds.length < 30, size: 6, fill: color(element, `--s${index + 1}`) },
    }))),
    hooks: { draw: [(plot) => {
      drawNames(plot, lines, element);
      drawRound(plot, current.round, element);
    }] },
  };
}

/** Draws again when the width or the colours of the page change. */
function useChart(box, lines, rounds, round) {
  const current = useRef({ round }).current;
  const plot = useRef(null);
  current.round = round;
  const key = JSON.stringify([rounds, lines.map((line) => [line.name, line.values])]);
  useEffect(() => {
    const element = box.current;
    if (!element) {
      return undefined;
    }
    const dark = matchMedia("(prefers-color-scheme: dark)");
    function draw() {
      if (plot.current) {
        plot.current.destroy();
      }
      plot.current = new UPlot(options(element, lines, rounds, current), [rounds].concat(lines.map((line) => line.values)),
        element);
    }
    draw();
    let width = element.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== width) {
        width = element.clientWidth;
        plot.current.setSize({ width: Math.max(240, width), height: HEIGHT });
      }
    });
    sizes.observe(element);
    document.addEventListener("waggle-theme", draw);
    dark.addEventListener("change", draw);
    return () => {
      sizes.disconnect();
      document.removeEventListener("waggle-theme", draw);
      dark.removeEventListener("change", draw);
      plot.current.destroy();
      plot.current = null;
    };
  }, [key]);
  useEffect(() => {
    if (plot.current) {
      plot.current.redraw(false);
    }
  }, [round]);
}

function Chart({ lines, rounds, round, summary }) {
  const box = useRef(null);
  useChart(box, lines, rounds, round);
  return el("div.posterior-chart", { ref: box, role: "img", "aria-label": summary });
}

function ValueTable({ lines, view }) {
  const columns = [{ title: t("posterior.round"), cell: (row) => row.round }].concat(
    lines.map((line, index) => ({ title: line.name, number: true, cell: (row) => percent(row.values[index], 1) })));
  const rows = view.rounds.map((round, at) => ({ round: round.round, values: lines.map((line) => line.values[at]) }));
  return el(Table, { caption: t("posterior.title"), columns, rows, rowKey: (row) => row.round });
}

/** Probability of each proposal after each round, as a chart or as a table. */
export function Posterior({ view, round }) {
  const [asTable, setAsTable] = useState(false);
  const all = linesOf(view);
  const lines = all.slice(0, MAX_LINES);
  const rounds = view.rounds.map((one) => one.round);
  const toggle = el(Button, { class: "button plain small", "aria-pressed": String(asTable),
    onClick: () => setAsTable(!asTable) }, t("posterior.table"));
  if (lines.length === 0) {
    return el(Section, { title: t("posterior.title") }, el(Empty, { title: t("posterior.none") }, t("posterior.noneHint")));
  }
  const summary = t("posterior.summary", { rounds: tn("posterior.rounds", rounds.length), lines: lines.map((line) =>
    t("posterior.line", { name: line.name, value: percent(line.values[line.values.length - 1], 1) })).join(", ") });
  return el(Section, { title: t("posterior.title"), note: t("posterior.note"), aside: toggle },
    asTable ? el(ValueTable, { lines, view }) : el(Chart, { lines, rounds, round, summary }),
    el("ol.posterior-key", null, lines.map((line, index) => el("li", { key: line.name },
      el("svg.posterior-sample", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" },
        el("line", { x1: 0, x2: 28, y1: 4, y2: 4, class: `stroke-${index + 1}`, "stroke-width": index === 0 ? 3 : 2,
          "stroke-dasharray": DASHES[index].join(" ") })),
      el("span.strong", null, line.name), el("span.posterior-text", null, el("bdi", null, line.text)),
      el("span.number", { title: decimal(line.values[line.values.length - 1], 4) },
        percent(line.values[line.values.length - 1], 1))))),
    all.length > lines.length && el("p.quiet.small", null, tn("posterior.others", all.length - lines.length)));
}
