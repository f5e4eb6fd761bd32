import { brief, count, duration, money } from "./format.js";
import { el, Section, Table } from "./ui.js";
import { t } from "./words.js";

const FORMATS = { rounds: count, signals: count, tokens: brief, usd: money, milliseconds: duration };
const NEAR = 0.8;

function Gauge({ limit }) {
  const words = FORMATS[limit.name] || count;
  const isBound = limit.allowed !== null && limit.allowed !== undefined;
  const share = isBound ? Math.min(1, limit.used / limit.allowed) : 0;
  const level = share >= 1 ? "full" : share >= NEAR ? "near" : "free";
  const text = isBound ? t("run.usedOf", { used: words(limit.used), allowed: words(limit.allowed) })
    : t("run.used", { used: words(limit.used) });
  return el("li.gauge", { class: `gauge-${level}` },
    el("span.gauge-name", null, t(`run.limit.${limit.name}`)),
    el("span.number", null, text),
    el("span.gauge-bar", { "aria-hidden": "true" }, isBound && el("span.gauge-fill", { style: { width: `${share * 100}%` } })),
    level !== "free" && el("span.small.gauge-word", null, t(`run.limitLevel.${level}`)));
}

/** Limits of a run as gauges. */
export function Limits({ view }) {
  return el(Section, { title: t("run.limits"), id: "limits" },
    el("ul.gauges", null, view.limits.map((limit) => el(Gauge, { key: limit.name, limit }))));
}

/** Calls, tokens and money by agent. */
export function Cost({ view, nameOf }) {
  const rows = Object.entries(view.cost.byAgent).map(([agent, cost]) => ({ agent, ...cost }))
    .sort((one, other) => (other.estimatedUsd || 0) - (one.estimatedUsd || 0)
      || other.inputTokens + other.outputTokens - one.inputTokens - one.outputTokens);
  const hasMoney = rows.some((row) => row.estimatedUsd !== undefined);
  const models = new Map(view.agents.map((agent) => [agent.id, agent.models]));
  const columns = [
    { title: t("run.agent"), cell: (row) => el("bdi", null, nameOf(row.agent)) },
    { title: t("run.model"), cell: (row) => (models.get(row.agent) || []).join(", ") || t("app.none") },
    { title: t("run.calls"), number: true, cell: (row) => (row.failedCalls > 0
      ? t("run.callsFailed", { calls: count(row.calls), failed: count(row.failedCalls) }) : count(row.calls)) },
    { title: t("run.tokensIn"), number: true, cell: (row) => brief(row.inputTokens) },
    { title: t("run.tokensOut"), number: true, cell: (row) => brief(row.outputTokens) },
  ].concat(hasMoney ? [{ title: t("run.money"), number: true, cell: (row) => money(row.estimatedUsd) }] : []);
  return el(Section, { title: t("run.cost"), id: "cost",
    note: view.cost.estimatedUsd === undefined ? undefined : t("run.costSum", { money: money(view.cost.estimatedUsd) }) },
  rows.length === 0 ? el("p.quiet", null, t("run.noCost")) : el(Table, { caption: t("run.cost"), columns, rows,
    rowKey: (row) => row.agent }));
}
