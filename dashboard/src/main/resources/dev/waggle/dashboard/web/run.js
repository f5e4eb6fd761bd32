import { useEffect, useMemo, useRef, useState } from "./preact.js";
import { moment, percent, relative } from "./format.js";
import { Dissent } from "./dissent.js";
import { Lanes } from "./lanes.js";
import { Lenses } from "./lenses.js";
import { Cost, Limits } from "./limits.js";
import { Posterior } from "./posterior.js";
import { VoteState } from "./run-model.js";
import { useRun } from "./run-state.js";
import { Scrubber } from "./scrubber.js";
import { SignalPanel } from "./signal.js";
import { el, Announce, Button, ButtonLink, Loaded, Problem, Section, Share, State, useNow, useSteady } from "./ui.js";
import { hasText, t } from "./words.js";
import { Votes } from "./votes.js";
import { WhatIf } from "./whatif.js";

const LONG_QUESTION = 220;
/** Number of marks from which the table of votes follows the slider less often. */
const MANY_MARKS = 2_000;
const VOTES_MS = 100;

function endingWords(view) {
  const key = `run.ending.${view.ending.name}`;
  return hasText(key) ? t(key) : view.ending.reason || view.ending.name;
}

function stateOf(view, status) {
  return view.finished ? view.answer && view.answer.decided ? "decided" : "open" : status || "running";
}

/** The standing after the last round that is over at a position, if the votes are known for it. */
function standingAt(view, model, position) {
  if (position >= model.count) {
    return null;
  }
  const round = model.roundOf(position);
  const over = view.rounds.filter((one) => one.round < round);
  return over.length > 0 ? over[over.length - 1] : { round: 0, leader: null };
}

function Standing({ view, standing, nameOf }) {
  const leader = view.proposals.find((proposal) => proposal.id === standing.leader);
  const words = leader ? t("run.leads", { round: standing.round, name: leader.name }) : t("run.nobodyLeads",
    { round: standing.round });
  return el("div.run-answer", null, el("p.run-answer-label.quiet.small", null, words),
    leader && el("p.run-answer-text", { tabindex: 0 }, el("bdi", { class: "words" }, leader.text)),
    leader && el("div.run-answer-facts", null, el(Share, { value: standing.probability, digits: 0, label: t("run.confidence") })));
}

function Answer({ view, status }) {
  const { answer } = view;
  const label = view.finished ? answer && answer.decided ? t("run.answer") : t("run.ledAtEnd") : t("run.leadsNow");
  const interval = answer && answer.low !== undefined && answer.high > answer.low
    ? t("run.interval", { low: percent(answer.low), high: percent(answer.high) }) : null;
  return el("div.run-answer", null,
    el("p.run-answer-label.quiet.small", null, answer ? label : view.finished ? t("run.noDecision") : t("run.noAnswerYet")),
    answer && el("p.run-answer-text", { tabindex: 0 }, el("bdi", { class: "words" }, answer.text)),
    el("div.run-answer-facts", null,
      answer && el(Share, { value: answer.confidence, label: t("run.confidence") }),
      interval && el("span.quiet.small", null, interval),
      answer && answer.basis && el("span.quiet.small", null, t("run.basis", { basis: answer.basis })),
      el(State, { state: stateOf(view, status) }, view.ending ? endingWords(view) : t(`status.${status || "running"}`))));
}

/** The question and, always in sight, the answer with its confidence and the reason of the end. */
function Head({ view, model, status, position, source, onChange, onRefused }) {
  const [isWhole, setWhole] = useState(false);
  const text = view.question || view.title || view.run;
  const hasTitle = Boolean(view.title) && view.title !== text;
  const isLong = text.length > LONG_QUESTION || Boolean(view.context);
  const standing = standingAt(view, model, position);
  useEffect(() => {
    document.title = t("app.titled", { title: view.title || text.slice(0, 80) });
  }, [view.title, text]);
  const act = (action) => async () => {
    onRefused(null);
    try {
      await action();
    } catch (problem) {
      onRefused(problem);
    }
    onChange();
  };
  return [
    el("header.run-head", { key: "head" },
      el("div", null,
        el("h1.run-question", { class: isLong && !isWhole && !hasTitle ? "cut" : "" },
          el("bdi", null, hasTitle ? view.title : text)),
        hasTitle && el("p.lead.run-text", { class: isWhole ? "words" : "cut" }, el("bdi", null, text)),
        isWhole && view.context && el("p.words.lead", null, el("bdi", null, view.context)),
        isLong && el(Button, { class: "button plain small", "aria-expanded": String(isWhole),
          onClick: () => setWhole(!isWhole) }, t(isWhole ? "run.less" : "run.whole")),
        el("p.quiet.small", null, t("run.started", { time: moment(view.startedAt), rounds: view.rules.strategy,
          threshold: percent(view.rules.threshold), voters: view.rules.minVoters }))),
      !source.isOffline && el("div.actions", null,
        status === "running" && el(Button, { kind: "danger", onClick: act(source.cancel) }, t("run.cancel")),
        status === "interrupted" && el(Button, { kind: "main", onClick: act(source.resume) }, t("run.resume")),
        view.finished && el(ButtonLink, { href: source.page, download: "" }, t("run.save")))),
    el("div.run-bar", { key: "answer", role: "region", "aria-label": t("run.answerBar") },
      standing ? el(Standing, { view, standing }) : el(Answer, { view, status })),
  ];
}

function Waiting({ view, nameOf }) {
  const now = useNow();
  return view.seats.length === 0 ? null : el("div.note", { role: "status" },
    view.seats.map((seat) => el("p", { key: `${seat.seat} ${seat.turn}` }, t("run.waitsFor", { seat: nameOf(seat.seat),
      deadline: relative(seat.deadline, now) }), " ", el("a", { href: "/seats" }, t("run.toSeats")))));
}

function Notes({ view }) {
  const all = view.notes.concat(view.omitted);
  return all.length === 0 ? null : el(Section, { title: t("run.notes") },
    el("ul.quiet.stack", null, all.map((note) => el("li", { key: note }, note))));
}

const LOST = ["waiting", "refused"];

/** The page of a run, while it goes on and afterwards. Everything comes from the source. */
export function Run({ source }) {
  const run = useRun(source);
  return run.model === null
    ? el(Loaded, { state: { value: undefined, problem: run.problem, reload: run.reload } }, () => null)
    : el(RunParts, { run, source });
}

function RunParts({ run, source }) {
  const { view, model, status, stream, version } = run;
  const [place, setPlace] = useState(null);
  const [opened, setOpened] = useState(null);
  const [refused, setRefused] = useState(null);
  const votes = useMemo(() => new VoteState(model), [model]);
  const names = useRef(null);
  names.current = model;
  const nameOf = useMemo(() => (id) => {
    const at = names.current.agentAt.get(id);
    return at === undefined ? id : names.current.agents[at].name;
  }, []);
  const position = place === null ? model.count : Math.min(place, model.count);
  const round = model.roundOf(position);
  const steady = Math.min(useSteady(position, model.count > MANY_MARKS ? VOTES_MS : 0), model.count);
  const isLive = !view.finished;
  const onOpen = useMemo(() => (row) => setOpened(names.current.columns.id[row]), []);
  const move = useMemo(() => (next) => setPlace(next >= names.current.count ? null : next), []);
  const whatIf = useMemo(() => el(WhatIf, { view, source }), [view.finished, source]);
  const posterior = useMemo(() => el(Posterior, { view, round }), [view, round]);
  const lenses = useMemo(() => el(Lenses, { view, round }), [view, round]);
  const table = useMemo(() => el(Votes, { model, view, votes, version, position: steady, onOpen }),
    [view, steady, steady === model.count ? version : 0]);
  const dissent = useMemo(() => el(Dissent, { view, model, nameOf, onOpen }), [view]);
  const use = useMemo(() => [el("div.columns.part", { key: "use" }, el(Limits, { view }), el(Cost, { view, nameOf })),
    el(Notes, { key: "notes", view })], [view]);
  return el("div.run-page", null,
    el(Head, { view, model, status, position, source, onChange: run.reload, onRefused: setRefused }),
    LOST.includes(stream) && el("p.note", { role: "status" }, t(`run.stream.${stream}`)),
    run.problem && el(Problem, { problem: run.problem, retry: run.reload }),
    el(Waiting, { view, nameOf }),
    run.failure && el("p.note.words", { role: "alert" }, t("run.failed", { reason: run.failure })),
    refused && el(Problem, { problem: refused }),
    el("div.run-columns", null,
      el("div", null,
        el(Lanes, { model, version, position, isFollowing: place === null, onOpen }),
        table,
        posterior, dissent, lenses, use),
      el("div.run-beside", null, whatIf)),
    el(Scrubber, { model, position, onMove: move, isLive, isFollowing: place === null }),
    el(Announce, { text: isLive && place === null ? t("run.progress", { round }) : "" }),
    opened !== null && el(SignalPanel, { source, id: opened, nameOf, onClose: () => setOpened(null) }));
}
