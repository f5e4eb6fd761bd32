import { useRef, useState } from "./preact.js";
import { decimal } from "./format.js";
import { el, Button } from "./ui.js";
import { nextStance, stanceIn, withStance } from "./scenario.js";
import { t, tn } from "./words.js";

const FEW = 40;
const SIGNS = { agree: "+", disagree: "−", abstain: "○" };
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function stanceWord(stance) {
  return stance === null ? t("whatif.absent") : t(`whatif.stance.${stance}`);
}

function Cell({ vote, scenario, onChange, names, ...props }) {
  const now = stanceIn(scenario, vote);
  const isChanged = now !== vote.stance;
  const next = nextStance(scenario, vote);
  const values = { agent: names.agent(vote.agent), proposal: names.proposal(vote.proposal), was: stanceWord(vote.stance),
    now: stanceWord(now), next: stanceWord(next), weight: decimal(vote.weight) };
  return el("button.vote", { type: "button", class: `vote-${now || "absent"}${isChanged ? " vote-changed" : ""}`,
    "aria-label": t(isChanged ? "whatif.voteChanged" : "whatif.vote", values),
    title: t(isChanged ? "whatif.voteChanged" : "whatif.vote", values),
    onClick: () => onChange(withStance(scenario, vote, next)), ...props },
  el("span", { "aria-hidden": "true" }, now === null ? "×" : SIGNS[now]));
}

/** The votes that count as a grid of agents and proposals. A click turns a vote, then removes it, then restores it. */
export function VoteMatrix({ votes, agents, proposals, scenario, onChange, names }) {
  const [place, setPlace] = useState([0, 0]);
  const [all, setAll] = useState(false);
  const grid = useRef(null);
  const shown = all ? agents : agents.slice(0, FEW);
  const at = new Map(votes.map((vote) => [JSON.stringify([vote.agent, vote.proposal]), vote]));

  function move(event) {
    const step = MOVES[event.key];
    if (!step) {
      return;
    }
    event.preventDefault();
    const row = Math.max(0, Math.min(shown.length - 1, place[0] + step[0]));
    const column = Math.max(0, Math.min(proposals.length - 1, place[1] + step[1]));
    setPlace([row, column]);
    const cell = grid.current.querySelector(`[data-place="${row}-${column}"]`);
    if (cell) {
      cell.focus();
    }
  }

  function cell(agent, row, proposal, column) {
    const vote = at.get(JSON.stringify([agent, proposal]));
    const props = { "data-place": `${row}-${column}`, tabindex: place[0] === row && place[1] === column ? 0 : -1,
      onFocus: () => setPlace([row, column]) };
    return el("td", { key: proposal, role: "gridcell" }, vote
      ? el(Cell, { vote, scenario, onChange, names, ...props })
      : el("span.vote-none", { ...props, role: "note", "aria-label": t("whatif.noVote", { agent: names.agent(agent),
        proposal: names.proposal(proposal) }) }, "·"));
  }

  return el("div", null,
    el("div.matrix-box", null,
      el("table.matrix", { ref: grid, role: "grid", "aria-label": t("whatif.votes"), onKeyDown: move },
        el("thead", null, el("tr", { role: "row" },
          el("th", { scope: "col" }, t("whatif.agent")),
          proposals.map((proposal) => el("th", { key: proposal, scope: "col", title: names.text(proposal) },
            names.proposal(proposal))))),
        el("tbody", null, shown.map((agent, row) => el("tr", { key: agent, role: "row" },
          el("th", { scope: "row" }, el("bdi", null, names.agent(agent))),
          proposals.map((proposal, column) => cell(agent, row, proposal, column))))))),
    el("p.hint", null, t("whatif.votesHint")),
    shown.length < agents.length && el(Button, { class: "button plain small", onClick: () => setAll(true) },
      tn("whatif.moreAgents", agents.length - shown.length)));
}
