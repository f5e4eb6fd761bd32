import { useMemo, useRef, useState } from "./preact.js";
import { pathOf, shapeOf } from "./mark-shapes.js";
import { el, Button, Empty, Section } from "./ui.js";
import { t, tn } from "./words.js";

const NONE = -1;
const FEW_AGENTS = 30;
const FEW_PROPOSALS = 12;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function Sign({ stance }) {
  const [shape, colour] = shapeOf("vote", "speech", stance);
  return el("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" },
    el("path", { d: pathOf(shape), "fill-rule": "evenodd", class: `fill${colour}` }));
}

function Cell({ history, row, label, isNew, onOpen, ...props }) {
  if (row === NONE) {
    return el("span.cast-none", { role: "note", "aria-label": label, ...props }, "·");
  }
  return el("button.cast", { type: "button", "aria-label": label, title: label, class: isNew ? "cast-new" : "",
    onClick: () => onOpen(row), ...props },
  history.length > 1 && el("span.cast-before", { "aria-hidden": "true" }, history.slice(-3, -1).map((stance, index) =>
    el(Sign, { key: index, stance }))),
  el(Sign, { stance: history[history.length - 1] }));
}

/** Proposals in the order of their standing, the leading one first, as places in the model. */
function ordered(model, view) {
  const standing = new Map(view.proposals.map((proposal) => [proposal.id, proposal.share === undefined ? 0 : proposal.share]));
  return model.proposals.map((_, index) => index)
    .sort((one, other) => (standing.get(model.proposals[other].id) || 0) - (standing.get(model.proposals[one].id) || 0));
}

/**
 * Votes by agent and proposal at a position of the run. A vote that was another one before shows both, and a click opens
 * its signal.
 */
export function Votes({ model, view, votes, version, position, onOpen }) {
  const [place, setPlace] = useState([0, 0]);
  const [isWhole, setWhole] = useState(false);
  const grid = useRef(null);
  const lines = useRef(new Map()).current;
  const proposals = useMemo(() => ordered(model, view), [model, view, model.proposals.length]);
  votes.moveTo(position);
  const voters = useMemo(() => model.agents.map((_, index) => index).filter((agent) => votes.rows.has(agent)),
    [model, votes.rows.size, version]);
  if (model.proposals.length === 0) {
    return el(Section, { title: t("run.votes") }, el(Empty, { title: t("run.noProposals") }, t("run.noProposalsHint")));
  }
  const shownAgents = isWhole ? voters : voters.slice(0, FEW_AGENTS);
  const shownProposals = isWhole ? proposals : proposals.slice(0, FEW_PROPOSALS);

  function move(event) {
    const step = MOVES[event.key];
    if (!step) {
      return;
    }
    event.preventDefault();
    const next = [Math.max(0, Math.min(shownAgents.length - 1, place[0] + step[0])),
      Math.max(0, Math.min(shownProposals.length - 1, place[1] + step[1]))];
    setPlace(next);
    const cell = grid.current.querySelector(`[data-place="${next[0]}-${next[1]}"]`);
    if (cell) {
      cell.focus();
    }
  }

  function focused(next) {
    setPlace((old) => (old[0] === next[0] && old[1] === next[1] ? old : next));
  }

  function cell(agent, line, proposal, column) {
    const row = votes.rowOf(agent, proposal);
    const history = row === NONE ? [] : votes.history(agent, proposal);
    const names = { agent: model.agents[agent].name, proposal: model.proposals[proposal].name };
    const label = row === NONE ? t("run.castNone", names)
      : t(history.length > 1 ? "run.castChanged" : "run.cast", { ...names,
        stance: history.map((stance) => t(`run.stance.${stance}`)).join(t("run.then")) });
    return el("td", { key: proposal, role: "gridcell" }, el(Cell, { history, row, label, isNew: row === position - 1, onOpen,
      "data-place": `${line}-${column}`, tabindex: place[0] === line && place[1] === column ? 0 : NONE,
      onFocus: () => focused([line, column]) }));
  }

  /** A line is made again only when something in it has changed. */
  function lineOf(agent, line) {
    const columns = model.columns;
    const isNew = position > 0 && columns.by[position - 1] === agent ? position : 0;
    const key = [votes.versionOf(agent), isNew, line, place[0] === line ? place[1] : NONE, shownProposals.join(),
      model.agents[agent].name, model.proposals.map((proposal) => proposal.name).join()].join(" ");
    const known = lines.get(agent);
    if (known && known.key === key) {
      return known.made;
    }
    const made = el("tr", { key: agent, role: "row" },
      el("th", { scope: "row" }, el("bdi", null, model.agents[agent].name)),
      shownProposals.map((proposal, column) => cell(agent, line, proposal, column)));
    lines.set(agent, { key, made });
    return made;
  }

  const isCut = voters.length > FEW_AGENTS || proposals.length > FEW_PROPOSALS;
  return el(Section, { title: t("run.votes"), note: t("run.votesNote"), id: "votes" },
    el("div.cast-columns", null, el("div.cast-box", null,
      el("table.casts", { ref: grid, role: "grid", "aria-label": t("run.votes"), onKeyDown: move },
        el("thead", null, el("tr", { role: "row" }, el("th", { scope: "col" }, t("run.agent")),
          shownProposals.map((proposal) => el("th", { key: proposal, scope: "col", title: model.proposals[proposal].text },
            model.proposals[proposal].name)))),
        el("tbody", null, shownAgents.map(lineOf)))),
    el("ol.proposal-key", null, shownProposals.map((proposal) => el("li", { key: proposal },
      el("strong", null, model.proposals[proposal].name), " ",
      el("bdi", { class: "words" }, model.proposals[proposal].text))))),
    voters.length === 0 && el("p.quiet", null, t("run.noVotesYet")),
    isCut && el(Button, { class: "button plain small", "aria-pressed": String(isWhole), onClick: () => setWhole(!isWhole) },
      tn("run.wholeMatrix", voters.length)));
}
