import { useEffect } from "./preact.js";
import { get, url } from "./api.js";
import { Reliability, Whisker } from "./diagram.js";
import { Facts } from "./entry.js";
import { count, decimal, percent } from "./format.js";
import { el, Empty, Loaded, PageHead, Section, Table, useLoad, useQuery } from "./ui.js";
import { t, tn } from "./words.js";

/** Difference of shares from which a trend is one. */
const TREND = 0.02;

function Trend({ value }) {
  const name = value > TREND ? "up" : value < -TREND ? "down" : "level";
  return el("span.nowrap", null,
    el("span", { "aria-hidden": "true" }, { up: "↗ ", down: "↘ ", level: "→ " }[name]),
    t(`reputation.trend.${name}`));
}

function whisker(agent) {
  return el(Whisker, { value: agent.reputation, low: agent.low, high: agent.high,
    words: t("reputation.rightOf", { right: agent.right, count: agent.outcomes }) });
}

function Agent({ agent }) {
  const weights = agent.weights;
  return el(Section, { title: agent.agent, id: "agent", note: tn("reputation.judged", agent.outcomes) },
    el("div.columns", null,
      agent.claims.count > 0
        ? el(Reliability, { bins: agent.claims.bins, label: t("reputation.diagramOf", { agent: agent.agent,
          count: agent.claims.count, error: percent(agent.claims.calibrationError) }) })
        : el(Empty, { title: t("reputation.noClaims") }, t("reputation.noClaimsHint")),
      el("div.stack", null,
        el(Facts, { facts: [
          [t("reputation.right"), whisker(agent)],
          [t("reputation.weight"), decimal(agent.reputation)],
          [t("reputation.vote"), weights && t("reputation.logOdds", { value: decimal(weights.vote),
            deviation: decimal(weights.voteDeviation) })],
          [t("reputation.error"), agent.claims.count > 0 && percent(agent.claims.calibrationError)],
          [t("reputation.overconfidence"), agent.claims.count > 0 && percent(agent.claims.overconfidence)],
          [t("reputation.trendTitle"), el(Trend, { value: agent.trend })],
          [t("reputation.strengths"), agent.strengths.join(", ")],
          [t("reputation.weaknesses"), agent.weaknesses.join(", ")],
        ] }),
        agent.types.length > 0 && el("h3", null, t("reputation.byType")),
        agent.types.length > 0 && el(Table, { caption: t("reputation.byType"), rows: agent.types,
          rowKey: (type) => type.type, columns: [
            { title: t("reputation.type"), cell: (type) => type.type },
            { title: t("reputation.right"), cell: whisker },
            { title: t("reputation.outcomes"), number: true, cell: (type) => count(type.outcomes) }] }),
        weights && weights.companions.length > 0 && el("h3", null, t("reputation.companions")),
        weights && weights.companions.length > 0 && el(Table, { caption: t("reputation.companions"),
          rows: weights.companions, rowKey: (other) => other.agent, columns: [
            { title: t("reputation.agent"), cell: (other) => other.agent },
            { title: t("reputation.together"), number: true, cell: (other) => count(other.together) },
            { title: t("reputation.redundancy"), number: true, cell: (other) => percent(other.redundancy) }] }))));
}

/** Chooses without a load of the page, unless the link is to open elsewhere. */
function onLink(choose) {
  return (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      choose();
    }
  };
}

function columns(chosen, choose) {
  return [
    { title: t("reputation.agent"), cell: (agent) => el("a.strong", { href: url(["reputation"], { agent: agent.agent }),
      "aria-current": agent.agent === chosen ? "true" : undefined, onClick: onLink(() => choose(agent.agent)) },
    agent.agent) },
    { title: t("reputation.right"), cell: whisker },
    { title: t("reputation.weight"), number: true, cell: (agent) => decimal(agent.reputation) },
    { title: t("reputation.trendTitle"), cell: (agent) => el(Trend, { value: agent.trend }) },
    { title: t("reputation.outcomes"), number: true, cell: (agent) => count(agent.outcomes) },
    { title: t("reputation.error"), number: true,
      cell: (agent) => (agent.claims.count > 0 ? percent(agent.claims.calibrationError) : t("app.none")) },
  ];
}

/** What outcomes have taught about the agents and about the answers. */
export function Reputation() {
  const [chosen, choose] = useQuery("agent");
  const state = useLoad((signal) => get("/v1/reputation", signal), []);
  useEffect(() => {
    const section = document.getElementById("agent");
    if (chosen && section) {
      section.scrollIntoView({ block: "start" });
    }
  }, [chosen, state.value]);
  return el("div", null,
    el(PageHead, { title: t("reputation.title"), lead: t("reputation.lead") }),
    el(Loaded, { state }, (all) => {
      if (all.agents.length === 0) {
        return el(Empty, { title: t("reputation.none") }, t("reputation.noneHint"));
      }
      const agent = all.agents.find((one) => one.agent === chosen) || all.agents[0];
      return el("div", null,
        el(Section, { title: t("reputation.agents"), note: t("reputation.scale") },
          el(Table, { caption: t("reputation.agentsTable"), columns: columns(agent.agent, choose), rows: all.agents,
            rowKey: (one) => one.agent,
            rowProps: (one) => ({ class: one.agent === agent.agent ? "chosen" : undefined }) })),
        el(Agent, { key: agent.agent, agent }),
        el(Section, { title: t("reputation.answers"), note: tn("reputation.judged", all.outcomes) },
          el("div.columns", null,
            el(Reliability, { bins: all.bins, label: t("reputation.diagramOf", { agent: t("reputation.answers"),
              count: all.outcomes, error: percent(all.calibrationError) }) }),
            el(Facts, { facts: [
              [t("reputation.right"), percent(all.accuracy)],
              [t("reputation.error"), percent(all.calibrationError)],
              [t("reputation.brier"), decimal(all.brier, 3)],
              [t("reputation.learned"), tn("reputation.judged", all.learnedFrom)],
            ] }))));
    }));
}
