import { useEffect, useRef, useState } from "./preact.js";
import { decimal, percent } from "./format.js";
import { el, Announce, Button, Empty, Field, Problem, Section, Share, State } from "./ui.js";
import { VoteMatrix } from "./matrix.js";
import { factorOf, isOut, keyOf, sizeOf, UNCHANGED, withAgent, withFactor, withPart } from "./scenario.js";
import { hasText, t, tn } from "./words.js";

const STRATEGIES = ["confidence-weighted", "bayesian", "entropy", "hierarchical", "voting"];
const FEW_FLIPS = 8;
const FEW_AGENTS = 24;
const LISTED = 3;
const FACTORS = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5, 7.5, 10];

/**
 * Asks the questions of a panel one after the other: one is on its way at most, and of those that come meanwhile only the
 * latest is asked.
 */
function useAnswer(source, scenario) {
  const [state, setState] = useState({ answer: null, scenario: UNCHANGED, problem: null });
  const queue = useRef({ next: null, busy: false, gone: false }).current;

  async function drain() {
    queue.busy = true;
    while (queue.next && !queue.gone) {
      const asked = queue.next;
      queue.next = null;
      try {
        const answer = await source.whatIf(asked);
        if (!queue.gone && !queue.next) {
          setState({ answer, scenario: asked, problem: null });
        }
      } catch (problem) {
        if (!queue.gone && !queue.next) {
          setState({ answer: null, scenario: asked, problem });
        }
      }
    }
    queue.busy = false;
  }

  useEffect(() => {
    queue.next = scenario;
    if (!queue.busy) {
      drain();
    }
  }, [keyOf(scenario)]);
  useEffect(() => {
    queue.gone = false;
    return () => {
      queue.gone = true;
    };
  }, []);
  return state;
}

function endingWord(ending) {
  const key = `run.ending.${ending}`;
  return ending === "open" ? t("whatif.openEnding") : hasText(key) ? t(key) : ending;
}

function decisionWord(outcome, names) {
  return outcome.decided ? t("whatif.wins", { proposal: names.proposal(outcome.winner) }) : t("whatif.undecided");
}

function winnerWord(outcome, names) {
  return outcome.decided ? names.proposal(outcome.winner) : t("whatif.noWinner");
}

function stanceWord(stance) {
  return stance ? t(`whatif.stance.${stance}`) : t("whatif.absent");
}

function strategyWord(id) {
  const key = `whatif.strategy.${id}`;
  return hasText(key) ? t(key) : id;
}

/** A list in words, of which only the first ones are named. */
function listed(items) {
  const rest = items.length - LISTED;
  return items.slice(0, LISTED).join("; ") + (rest > 0 ? `; ${tn("whatif.andMore", rest)}` : "");
}

/** The changes of a scenario, each a few words. */
function changesOf(scenario, rules, names) {
  const words = [];
  if (scenario.strategy) {
    words.push(t("whatif.flip.strategy", { from: strategyWord(rules.strategy), to: strategyWord(scenario.strategy) }));
  }
  if (scenario.threshold !== undefined) {
    words.push(t("whatif.flip.threshold", { from: percent(rules.threshold, 1), to: percent(scenario.threshold, 1) }));
  }
  if (scenario.quorum !== undefined) {
    words.push(t("whatif.flip.quorum", { from: rules.minVoters, to: scenario.quorum }));
  }
  (scenario.without || []).forEach((agent) => words.push(t("whatif.flip.agent-absent", { agent: names.agent(agent) })));
  Object.entries(scenario.weights || {}).forEach(([agent, factor]) => words.push(t("whatif.flip.agent-weight",
    { agent: names.agent(agent), to: decimal(factor) })));
  (scenario.votes || []).forEach((change) => {
    words.push(t(change.remove ? "whatif.flip.vote-absent" : "whatif.flip.vote-turned", { agent: names.agent(change.agent),
      proposal: names.proposal(change.proposal), to: stanceWord(change.stance) }));
  });
  return words;
}

/** What a scenario has changed, in a sentence. */
function sentence(answer, scenario, rules, names) {
  if (sizeOf(scenario) === 0) {
    return t("whatif.asItWas", { decision: winnerWord(answer.before, names) });
  }
  const changes = listed(changesOf(scenario, rules, names));
  const values = { changes, before: winnerWord(answer.before, names), after: winnerWord(answer.after, names) };
  if (answer.changes) {
    return t("whatif.flips", values);
  }
  return t(answer.before.agreement === answer.after.agreement && answer.before.confidence === answer.after.confidence
    ? "whatif.nothing" : "whatif.stays", values);
}

function Was({ before, after, word }) {
  return word(before) === word(after) ? null : el("span.quiet.small", null, t("whatif.was", { value: word(before) }));
}

function Result({ answer, names, text }) {
  const { before, after } = answer;
  const share = (name) => (outcome) => percent(outcome[name], 1);
  return el("div.whatif-result", { class: answer.changes ? "whatif-flipped" : undefined },
    el("div.whatif-decision", null,
      el(State, { state: after.decided ? "decided" : "open" }, decisionWord(after, names)),
      answer.changes && el("span.whatif-tag", null, t("whatif.flipped"))),
    after.leader && el("p.whatif-answer", null,
      !after.decided && el("span.quiet", null, t("whatif.leads", { proposal: names.proposal(after.leader) }), " "),
      el("bdi", null, names.text(after.leader))),
    el("dl.facts", null,
      el("dt", null, t("whatif.agreement")),
      el("dd", null, el(Share, { value: after.agreement, mark: after.threshold, digits: 1 }), " ",
        el(Was, { before, after, word: share("agreement") })),
      el("dt", null, t("whatif.confidence")),
      el("dd", null, el(Share, { value: after.confidence, digits: 1 }), " ",
        el(Was, { before, after, word: share("confidence") })),
      el("dt", null, t("whatif.endingTitle")),
      el("dd", null, endingWord(after.ending), " ",
        el(Was, { before, after, word: (outcome) => endingWord(outcome.ending) }))),
    el("p.whatif-sentence", null, text));
}

function Rules({ rules, scenario, onChange, voters }) {
  const strategies = STRATEGIES.includes(rules.strategy) ? STRATEGIES : [rules.strategy].concat(STRATEGIES);
  const threshold = scenario.threshold ?? rules.threshold;
  const quorum = scenario.quorum ?? rules.minVoters;
  return el("div.whatif-rules", null,
    el(Field, { label: t("whatif.strategyTitle") }, (ids) => el("select", { ...ids, value: scenario.strategy || rules.strategy,
      onChange: (event) => onChange(withPart(scenario, "strategy",
        event.target.value === rules.strategy ? null : event.target.value)) },
    strategies.map((id) => el("option", { key: id, value: id, selected: id === (scenario.strategy || rules.strategy) },
      id === rules.strategy ? t("whatif.ofRun", { name: strategyWord(id) }) : strategyWord(id))))),
    el(Field, { label: t("whatif.thresholdTitle", { value: percent(threshold, 1) }),
      hint: t("whatif.thresholdHint", { value: percent(rules.threshold, 1) }) },
    (ids) => el("input", { ...ids, type: "range", min: 0, max: 100, step: 0.5, value: threshold * 100,
      "aria-valuetext": percent(threshold, 1), onInput: (event) => {
        const next = Number(event.target.value) / 100;
        onChange(withPart(scenario, "threshold", next === rules.threshold ? null : next));
      } })),
    el(Field, { label: t("whatif.quorumTitle"), hint: t("whatif.quorumHint", { value: rules.minVoters }) },
      (ids) => el("input", { ...ids, type: "number", min: 1, max: Math.max(voters + 1, rules.minVoters), value: quorum,
        onInput: (event) => {
          const next = Number(event.target.value);
          if (Number.isInteger(next) && next >= 1) {
            onChange(withPart(scenario, "quorum", next === rules.minVoters ? null : next));
          }
        } })));
}

/** The place of the factor that is nearest to one, for a slider over the factors. */
function nearestPlace(factors, factor) {
  let best = 0;
  factors.forEach((one, place) => {
    best = Math.abs(one - factor) < Math.abs(factors[best] - factor) ? place : best;
  });
  return best;
}

function Agents({ agents, scenario, onChange, names, factors }) {
  const [all, setAll] = useState(false);
  const shown = all ? agents : agents.slice(0, FEW_AGENTS);
  return el("div.stack", null,
    el("ul.whatif-agents", null, shown.map((agent) => {
      const out = isOut(scenario, agent);
      const factor = factorOf(scenario, agent);
      const name = names.agent(agent);
      return el("li", { key: agent, class: out ? "whatif-out" : factor === 1 ? undefined : "whatif-weighed" },
        el("label", null, el("input", { type: "checkbox", checked: !out,
          onChange: () => onChange(withAgent(scenario, agent, !out)) }), " ", el("bdi", null, name)),
        el("input", { type: "range", min: 0, max: factors.length - 1, step: 1, value: nearestPlace(factors, factor), "aria-label":
          t("whatif.weightOf", { agent: name }), "aria-valuetext": t("whatif.times", { factor: decimal(factor) }),
        onInput: (event) => onChange(withFactor(scenario, agent, factors[Number(event.target.value)])) }),
        el("output.number.small", { "aria-hidden": "true" }, out ? t("whatif.out")
          : t("whatif.times", { factor: decimal(factor) })));
    })),
    shown.length < agents.length && el(Button, { class: "button plain small", onClick: () => setAll(true) },
      tn("whatif.moreAgents", agents.length - shown.length)));
}

function flipWords(flip, rules, names) {
  return listed(changesOf(flip.scenario, rules, names));
}

function Flips({ source, scenario, onChange, rules, names }) {
  const [state, setState] = useState({ flips: null, problem: null });
  const [all, setAll] = useState(false);
  useEffect(() => {
    let gone = false;
    source.flips().then((flips) => !gone && setState({ flips, problem: null }),
      (problem) => !gone && setState({ flips: null, problem }));
    return () => {
      gone = true;
    };
  }, [source]);
  if (state.problem) {
    return el(Problem, { problem: state.problem });
  }
  if (!state.flips) {
    return el("p.quiet", { role: "status" }, t("app.loading"));
  }
  const { flips, omittedSets } = state.flips;
  const shown = all ? flips : flips.slice(0, FEW_FLIPS);
  const key = keyOf(scenario);
  if (flips.length === 0) {
    return el("p.quiet", null, t("whatif.noFlips"));
  }
  return el("div.stack", null,
    el("ol.flips", null, shown.map((flip, index) => el("li", { key: index },
      el("button.flip", { type: "button", "aria-pressed": String(keyOf(flip.scenario) === key),
        onClick: () => onChange(keyOf(flip.scenario) === key ? UNCHANGED : flip.scenario) },
      el("span.flip-words", null, flipWords(flip, rules, names)),
      el("span.flip-outcome", null, decisionWord(flip.outcome, names)))))),
    shown.length < flips.length && el(Button, { class: "button plain small", onClick: () => setAll(true) },
      tn("whatif.moreFlips", flips.length - shown.length)),
    omittedSets > 0 && el("p.quiet.small", null, tn("whatif.omittedSets", omittedSets)));
}

/** Names of agents and proposals, and the texts of proposals. */
function namesOf(view) {
  const agents = new Map(view.agents.map((agent) => [agent.id, agent.name]));
  const proposals = new Map(view.proposals.map((proposal) => [proposal.id, proposal]));
  return {
    agent: (id) => agents.get(id) || id,
    proposal: (id) => (proposals.has(id) ? proposals.get(id).name : id),
    text: (id) => (proposals.has(id) ? proposals.get(id).text : id),
  };
}

/** The votes that count, with ids in place of numbers. */
function votesOf(view) {
  return view.votes.filter((vote) => vote.agent >= 0 && vote.proposal >= 0).map((vote) => ({
    agent: view.agents[vote.agent].id, proposal: view.proposals[vote.proposal].id, stance: vote.stance, weight: vote.weight,
  }));
}

function unique(values) {
  return Array.from(new Set(values));
}

function Panel({ view, source }) {
  const [scenario, setScenario] = useState(UNCHANGED);
  const names = namesOf(view);
  const votes = votesOf(view);
  const agents = unique(votes.map((vote) => vote.agent));
  const proposals = view.proposals.map((proposal) => proposal.id)
    .filter((id) => votes.some((vote) => vote.proposal === id));
  const { answer, scenario: asked, problem } = useAnswer(source, scenario);
  const text = answer ? sentence(answer, asked, view.rules, names) : "";
  const all = { scenario, onChange: setScenario, rules: view.rules, votes, agents, proposals, names };
  const outcome = el("div.whatif-side.whatif-outcome", null,
    el("div.whatif-head", null,
      answer && el(Result, { answer, names, text }),
      problem && el(Problem, { problem }),
      !answer && !problem && el("p.quiet", { role: "status" }, t("app.loading")),
      el(Announce, { text }),
      el(Button, { disabled: sizeOf(scenario) === 0, onClick: () => setScenario(UNCHANGED) }, t("whatif.reset"))),
    el("div.whatif-part", null, el("h3", null, t("whatif.flipsTitle")),
      el("p.hint", null, t("whatif.flipsHint")), el(Flips, { source, ...all })));
  const controls = el("div.whatif-side", null,
    el("div.whatif-part", null, el("h3", null, t("whatif.rulesTitle")), el(Rules, { ...all, voters: agents.length })),
    el("div.whatif-part", null, el("h3", null, t("whatif.votes")), el(VoteMatrix, all)),
    el("div.whatif-part", null, el("h3", null, t("whatif.agentsTitle")), el("p.hint", null, t("whatif.agentsHint")),
      el(Agents, { ...all, factors: source.factors || FACTORS })),
    sizeOf(asked) > 0 && el("p.whatif-echo", { "aria-hidden": "true",
      class: answer && answer.changes ? "whatif-echo-flipped" : undefined }, answer ? text : problem && problem.detail));
  return el("div.whatif", null, outcome, controls);
}

/** The decision of a finished run under other rules and with other votes, and everything that would have flipped it. */
export function WhatIf({ view, source }) {
  const isOver = view.finished;
  return el(Section, { title: t("whatif.title"), note: t("whatif.note"), id: "what-if" },
    !isOver ? el(Empty, { title: t("whatif.notYet") }, t("whatif.notYetHint"))
      : view.votes.length === 0 ? el(Empty, { title: t("whatif.noVotes") }, t("whatif.noVotesHint"))
        : el(Panel, { view, source }));
}
