import { Fragment, useEffect, useMemo, useRef, useState } from "./preact.js";
import { get, post, url } from "./api.js";
import { ballotFaults, ballotLines, emptyAct, emptyBallot, emptyVote, KINDS, STANCES } from "./ballot.js";
import { moment, percent } from "./format.js";
import { el, Announce, Button, ButtonLink, Empty, Field, Loaded, PageHead, Problem, Section, State, Time, useLoad, useNow, useQuery } from "./ui.js";
import { hasText, t, tn } from "./words.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const REFRESH = 5_000;
const FOLLOW = 1_500;
const LONG = 600;
const CODE = /^(---|\+\+\+|@@|diff |[+-]? {2,}|[+-]?\t)/;

/** Time that is left, in two units. */
function left(ms) {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  if (days > 0) {
    return t("seat.leftDays", { days, hours });
  }
  if (hours > 0) {
    return t("seat.leftHours", { hours, minutes });
  }
  return t("seat.leftMinutes", { minutes, seconds: String(seconds).padStart(2, "0") });
}

/** Countdown to a deadline. Only its last minutes tick, because a moving number draws the eye. */
function Countdown({ deadline }) {
  const end = new Date(deadline).getTime();
  const now = useNow(end - Date.now() > HOUR ? MINUTE : SECOND);
  const ms = end - now;
  return el("span.countdown", { class: ms < HOUR ? "soon" : undefined, title: moment(deadline) },
    ms > 0 ? left(ms) : t("seat.over"));
}

/** A text in its prose and its code: lines from the first one that looks like a diff or is indented. */
function parts(text) {
  const lines = text.split("\n");
  const first = lines.findIndex((one) => CODE.test(one));
  return first < 0 ? { prose: text, code: "" }
    : { prose: lines.slice(0, first).join("\n"), code: lines.slice(first).join("\n") };
}

/** Text that folds when it is long. */
function Words({ text }) {
  const [open, setOpen] = useState(false);
  const folds = text.length > LONG;
  const { prose, code } = parts(folds && !open ? `${text.slice(0, LONG).trimEnd()} …` : text);
  return el("div.stack", null,
    prose && el("p.words.prose", { dir: "auto" }, prose),
    code && el("pre.code", { tabindex: 0, role: "region", "aria-label": t("seat.code") }, code),
    folds && el("div", null, el(Button, { class: "button plain small", "aria-expanded": open,
      onClick: () => setOpen(!open) }, open ? t("seat.less") : t("seat.more"))));
}

/** Proposals by the votes for them without those against, so that what leads comes first. */
function byLead(proposals) {
  const lead = (proposal) => [...proposal.votes.values()].reduce((sum, vote) => sum
    + (vote.data.stance === "agree" ? 1 : vote.data.stance === "disagree" ? -1 : 0), 0);
  return [...proposals].sort((a, b) => lead(b) - lead(a));
}

/** What the signals of a request say, by the proposals that they are about. */
function readSignals(request) {
  const agents = new Map(request.agents.map((agent) => [agent.id, agent]));
  const fresh = new Set(request.news.map((item) => item.signal.id));
  const all = request.known.concat(request.news);
  const byId = new Map(all.map((item) => [item.signal.id, item]));
  const proposals = new Map();
  const findings = [];
  const remarks = [];
  for (const item of all) {
    const { signal } = item;
    const data = signal.data || {};
    const by = agents.get(signal.source && signal.source.id) || { id: signal.source && signal.source.id };
    const entry = { ...item, by, data, fresh: fresh.has(signal.id), confidence: signal.confidence };
    if (signal.type === "proposal") {
      proposals.set(data.proposalId, { ...entry, votes: new Map(), objections: [] });
    } else if (signal.type === "vote" && proposals.has(data.proposalId)) {
      proposals.get(data.proposalId).votes.set(by.id, entry);
    } else if (signal.type === "discovery") {
      findings.push(entry);
    } else if (signal.type === "doubt" || signal.type === "challenge") {
      const target = byId.get(data.targetSignalId);
      const proposal = target && target.signal.type === "proposal" && proposals.get(target.signal.data.proposalId);
      if (proposal) {
        proposal.objections.push(entry);
      } else {
        findings.push({ ...entry, about: target && target.name });
      }
    } else if (signal.type === "chat:message") {
      remarks.push(entry);
    }
  }
  return { proposals: byLead(proposals.values()), findings, remarks };
}

function name(agent) {
  return agent.name || agent.id || t("app.none");
}

/** The words of a signal of any kind. */
function said(entry) {
  const { data, signal } = entry;
  return data.finding || data.counterArgument || data.concern || data.content || signal.summary || data.text || "";
}

/** Line of another agent: who, how sure, and the words. */
function Statement({ entry, kind }) {
  return el("li.statement", null,
    el("div.statement-head", null,
      el("span.mono.small", null, entry.name), el("strong", null, el("bdi", null, name(entry.by))),
      el("span.quiet", null, kind), entry.about && el("span.quiet", null, t("seat.about", { name: entry.about })),
      entry.confidence !== undefined && el("span.quiet.number", null, percent(entry.confidence)),
      entry.fresh && el("span.tag", null, t("seat.new"))),
    el("p.words", { dir: "auto" }, said(entry)),
    entry.data.evidence && el("p.quiet.small", { dir: "auto" }, t("seat.evidence", { text: entry.data.evidence })),
    entry.data.alternativeProposal
      && el("p.quiet.small", { dir: "auto" }, t("seat.instead", { text: entry.data.alternativeProposal })));
}

/** Votes of the others on a proposal, as words with their counts first. */
function VoteSummary({ votes }) {
  const all = [...votes.values()];
  const groups = STANCES.map((stance) => ({ stance, some: all.filter((vote) => vote.data.stance === stance) }))
    .filter((group) => group.some.length > 0);
  if (groups.length === 0) {
    return el("p.quiet", null, t("seat.noVotes"));
  }
  return el("details.votes", null,
    el("summary", null, groups.map((group) => el("span", { key: group.stance },
      el("span.stance", { class: `stance-${group.stance}` }, t(`seat.stance.${group.stance}`)),
      ` ${group.some.length}`))),
    el("ul.stack", null, groups.flatMap((group) => group.some).map((vote) => el("li", { key: vote.signal.id },
      el("span.stance", { class: `stance-${vote.data.stance}` }, t(`seat.stance.${vote.data.stance}`)), " ",
      el("strong", null, el("bdi", null, name(vote.by))),
      vote.data.reasoning && el("span.words", { dir: "auto" }, `: ${vote.data.reasoning}`)))));
}

function Confidence({ value, onChange, label }) {
  return el(Field, { label, class: "confidence" }, (field) => el("div.range", null,
    el("input", { ...field, type: "range", min: 0, max: 100, step: 5, value: Math.round(value * 100),
      "aria-valuetext": percent(value), onInput: (event) => onChange(Number(event.target.value) / 100) }),
    el("output.number", { for: field.id }, percent(value))));
}

/** Own vote on a proposal. */
function OwnVote({ proposal, vote, error, onChange }) {
  const group = `vote-${proposal.name}`;
  const chosen = vote ? vote.stance : "";
  return el("fieldset.own-vote", null,
    el("legend", null, t("seat.yourVote", { name: proposal.name })),
    el("div.choice", null, STANCES.concat("").map((stance) => el("label", { key: stance,
      class: stance === chosen ? "chosen" : undefined },
    el("input", { type: "radio", name: group, value: stance, checked: stance === chosen,
      onChange: () => onChange(stance === "" ? undefined : { ...(vote || emptyVote(stance)), stance }) }),
    t(`seat.stance.${stance || "none"}`)))),
    vote && el("div.columns.tight", null,
      el(Confidence, { label: t("seat.sure"), value: vote.confidence,
        onChange: (confidence) => onChange({ ...vote, confidence }) }),
      el(Field, { label: t("seat.reason"), error }, (field) => el("input", { ...field, value: vote.reason, dir: "auto",
        maxlength: 2000, onInput: (event) => onChange({ ...vote, reason: event.target.value }) }))),
    !vote && error && el("p.field-error", { role: "alert" }, error));
}

function ProposalCard({ proposal, vote, error, isAbout, onVote, onAct, isClosing }) {
  return el("li.card.proposal", { id: `proposal-${proposal.name}` },
    el("div.statement-head", null,
      el("span.mono", null, proposal.name), el("strong", null, el("bdi", null, name(proposal.by))),
      proposal.by.role && el("span.quiet.small", null, el("bdi", null, proposal.by.role)),
      proposal.fresh && el("span.tag", null, t("seat.new")), isAbout && el("span.tag", null, t("seat.asked"))),
    el("h3.words", { dir: "auto" }, proposal.data.content),
    proposal.data.reasoning && el("p.words.quiet", { dir: "auto" }, proposal.data.reasoning),
    el(VoteSummary, { votes: proposal.votes }),
    proposal.objections.length > 0 && el("ul.objections", null, proposal.objections.map((entry) => el(Statement, {
      key: entry.signal.id, entry, kind: t(`seat.kind.${entry.signal.type}`) }))),
    el(OwnVote, { proposal, vote, error, onChange: onVote }),
    !isClosing && el("div.actions", null,
      el(Button, { class: "button plain small", onClick: () => onAct("doubt", proposal.name) }, t("seat.doubtIt")),
      el(Button, { class: "button plain small", onClick: () => onAct("challenge", proposal.name) },
        t("seat.challengeIt"))));
}

/** Form of something that a person adds: what it is about, how sure, and the words. */
function ActForm({ act, targets, error, onChange, onRemove }) {
  const box = useRef(null);
  useEffect(() => {
    const first = box.current && box.current.querySelector("select, textarea");
    if (first && act.text === "") {
      first.focus();
    }
  }, []);
  const change = (part) => onChange({ ...act, ...part });
  const isAbout = act.kind === "doubt" || act.kind === "challenge";
  return el("li.card.stack", { ref: box },
    el("div.part-head", null, el("h3", null, t(`seat.kind.${act.kind}`)),
      el("div.actions", null, el(Button, { class: "button plain small", onClick: onRemove }, t("seat.remove")))),
    isAbout && el(Field, { label: t("seat.target") }, (field) => el("select", { ...field, value: act.about,
      onChange: (event) => change({ about: event.target.value }) },
    el("option", { value: "" }, t("seat.choose")),
    targets.map((target) => el("option", { key: target.name, value: target.name }, target.label)))),
    el(Field, { label: t(`seat.words.${act.kind}`), error }, (field) => el("textarea", { ...field, rows: 3, dir: "auto",
      value: act.text, maxlength: 10_000, onInput: (event) => change({ text: event.target.value }) })),
    hasText(`seat.moreWords.${act.kind}`) && el(Field, { label: t(`seat.moreWords.${act.kind}`) }, (field) => el("input", {
      ...field, dir: "auto", value: act.more, maxlength: 2000, onInput: (event) => change({ more: event.target.value }) })),
    act.kind !== "say" && el(Confidence, { label: t("seat.sure"), value: act.confidence,
      onChange: (confidence) => change({ confidence }) }));
}

/** A draft of the answer that survives a reload of the page, but not the end of the browser. */
function useDraft(key) {
  const [ballot, setBallot] = useState(() => {
    try {
      return JSON.parse(sessionStorage.getItem(key)) || emptyBallot();
    } catch (_) {
      return emptyBallot();
    }
  });
  const change = (next) => {
    setBallot(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch (_) {
      // The draft lasts as long as the page.
    }
  };
  const clear = () => {
    try {
      sessionStorage.removeItem(key);
    } catch (_) {
      // There is none.
    }
  };
  return [ballot, change, clear];
}

/** The errors of a refused answer by the place of the line that the server names. */
function errorsOf(problem, lines) {
  const found = problem && /^line (\d+): ([^]*)$/.exec(problem.detail || "");
  const place = found && lines[Number(found[1]) - 1];
  return place ? { [place.place]: problem.remedy ? `${found[2]} ${problem.remedy}` : found[2] } : {};
}

/** The request with the forms of its answer. */
function AnswerForm({ request, send, onStored }) {
  const [ballot, setBallot, clear] = useDraft(`waggle-seat-${request.run}-${request.seat}-${request.turn}`);
  const [problem, setProblem] = useState(null);
  const [sent, setSent] = useState([]);
  const [faults, setFaults] = useState({});
  const [isBusy, setBusy] = useState(false);
  const failed = useRef(null);
  const read = useMemo(() => readSignals(request), [request]);
  const isClosing = request.occasion === "closing";
  const about = new Set(request.about || []);
  const taken = read.proposals.map((proposal) => String(proposal.data.proposalId).toLowerCase());
  const lines = ballotLines(ballot, taken);
  const errors = { ...errorsOf(problem, sent), ...Object.fromEntries(
    Object.entries(faults).map(([id, key]) => [id, t(key)])) };
  const targets = read.proposals.concat(read.findings).map((entry) => ({ name: entry.name,
    label: `${entry.name} · ${name(entry.by)}: ${said(entry).slice(0, 80)}` }));

  useEffect(() => {
    if (problem && failed.current) {
      failed.current.focus();
    }
  }, [problem]);

  function addAct(kind, target = "") {
    setBallot({ ...ballot, acts: ballot.acts.concat(emptyAct(kind, target)) });
  }

  async function answer(some) {
    setBusy(true);
    setProblem(null);
    setSent(some);
    try {
      const stored = await send(some.map((one) => one.text));
      clear();
      onStored(stored);
    } catch (refused) {
      setProblem(refused);
      setBusy(false);
    }
  }

  /** An answer is final, so that the enter key of a line does not send it. */
  function keyed(event) {
    if (event.key === "Enter" && event.target.tagName === "INPUT") {
      event.preventDefault();
    }
  }

  function submit(event) {
    event.preventDefault();
    const found = ballotFaults(ballot);
    setFaults(found);
    if (Object.keys(found).length === 0 && lines.length > 0) {
      answer(lines);
    }
  }

  return el("form.seat", { onSubmit: submit, onKeyDown: keyed, novalidate: true },
    el("div.seat-main", null,
      el(Section, { title: request.title || t("seat.question"), class: "first" },
        el(Words, { text: request.question }),
        request.context && el("div.context", null, el("h3", null, t("seat.context")), el(Words, {
          text: request.context }))),
      el(Section, { title: t("seat.proposals"), note: t("seat.proposalsNote") },
        read.proposals.length === 0
          ? el(Empty, { title: t("seat.noProposals") }, t("seat.noProposalsHint"))
          : el("ul.stack", null, read.proposals.map((proposal) => el(ProposalCard, { key: proposal.name, proposal,
            isClosing, isAbout: about.has(proposal.data.proposalId) || about.has(proposal.signal.id),
            vote: ballot.votes[proposal.name], error: errors[proposal.name], onAct: addAct,
            onVote: (vote) => setBallot({ ...ballot, votes: { ...ballot.votes, [proposal.name]: vote } }) })))),
      read.findings.length > 0 && el(Section, { title: t("seat.findings"), note: tn("seat.findingCount",
        read.findings.length) }, el("ul.statements", null, read.findings.map((entry) => el(Statement, {
        key: entry.signal.id, entry, kind: t(`seat.kind.${entry.signal.type}`) })))),
      read.remarks.length > 0 && el(Section, { title: t("seat.remarks") }, el("ul.statements", null,
        read.remarks.map((entry) => el(Statement, { key: entry.signal.id, entry, kind: t("seat.kind.say") })))),
      request.inbox.length > 0 && el(Section, { title: t("seat.inbox") }, el("ul.statements", null,
        request.inbox.map((signal) => el("li.statement", { key: signal.id }, el("span.mono.small", null, signal.type),
          el("p.words.mono.small", null, JSON.stringify(signal.data))))))),
    el("aside.seat-answer", { "aria-label": t("seat.answer") },
      el("div.card.stack", null,
        el("h2", null, t("seat.answer")),
        el("p.quiet", null, isClosing ? t("seat.closingHint") : t("seat.answerHint")),
        ballot.acts.length > 0 && el("ul.stack", null, ballot.acts.map((act) => el(ActForm, { key: act.id, act, targets,
          error: errors[act.id], onRemove: () => setBallot({ ...ballot, acts: ballot.acts.filter(
            (one) => one.id !== act.id) }),
          onChange: (next) => setBallot({ ...ballot, acts: ballot.acts.map((one) => (one.id === act.id ? next : one)) })
        }))),
        !isClosing && el("div.add", { role: "group", "aria-label": t("seat.add") }, el("span.quiet", null, t("seat.add")),
          KINDS.map((kind) => el(Button, { key: kind, class: "button plain small", onClick: () => addAct(kind) },
            t(`seat.kind.${kind}`)))),
        lines.length > 0 && el("details", { open: true }, el("summary", null, tn("seat.lines", lines.length)),
          el("ol.lines", null, lines.map((one) => el("li", { key: one.place }, el("code", { dir: "auto" }, one.text))))),
        problem && el("div", { ref: failed, tabindex: -1 }, el(Problem, { problem })),
        el("div.actions.send", null,
          el("button.button.main", { type: "submit", disabled: isBusy || lines.length === 0 },
            isBusy ? t("seat.sending") : t("seat.send")),
          el(Button, { disabled: isBusy || lines.length > 0, onClick: () => answer([{ place: "", text: "pass" }]) }, t("seat.pass"))),
        el("p.quiet.small", null, t("seat.finalHint")))));
}

/** What happens after the answer: the run goes on, and ends or asks again. */
function Afterwards({ stored }) {
  const [run, setRun] = useState(null);
  const [isHidden, setHidden] = useState(false);
  const box = useRef(null);
  useEffect(() => {
    box.current.focus();
    window.scrollTo(0, 0);
    let timer;
    const stop = new AbortController();
    const look = () => get(url(["v1", "solves", stored.run]), stop.signal).then((line) => {
      setRun(line);
      if (line.status === "running" || line.status === "interrupted") {
        timer = setTimeout(look, FOLLOW);
      }
    }, (refused) => {
      if (refused.status === 0 || refused.status >= 500) {
        timer = setTimeout(look, FOLLOW);
      } else {
        setHidden(refused.name !== "AbortError");
      }
    });
    timer = setTimeout(look, SECOND);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [stored.run]);
  const isOver = run && run.status === "finished";
  const isPass = stored.lines.length === 1 && stored.lines[0] === "pass";
  return el("div", null,
    el(PageHead, { title: t("seat.stored"), lead: isPass ? t("seat.storedPass") : t("seat.storedLead") }),
    el("div.card.stack.afterwards", { tabindex: -1, ref: box },
      !isPass && el("ol.lines", null, stored.lines.map((text, index) => el("li", { key: index },
        el("code", { dir: "auto" }, text)))),
      el("div", { role: "status", "aria-live": "polite" },
        !run && !isHidden && el("p.quiet", null, t("seat.goesOn")),
        isHidden && el("p.quiet", null, t("seat.noLogin")),
        run && !isOver && el("p", null, el(State, { state: run.status }, t(`status.${run.status}`)), " ",
          el("span.quiet", null, hasText(`seat.then.${run.status}`) ? t(`seat.then.${run.status}`) : "")),
        isOver && el("p", null, el(State, { state: run.decided ? "decided" : "open" },
          run.decided ? t("runs.decided") : t("seat.undecided"))),
        isOver && run.decided && run.decision && el("p.answer", { dir: "auto" }, run.decision)),
      !isHidden && el("div.actions", null, run && run.status === "suspended" && el(ButtonLink, { href: "/seats" },
        t("seats.back")), el(ButtonLink, { kind: isOver ? "main" : "plain",
        href: url(["runs", stored.run]) }, isOver ? t("seat.seeRun") : t("seat.watchRun")))));
}

/** Head of a request: the seat, its time, and why it is asked. */
function Request({ request, send }) {
  const [stored, setStored] = useState(null);
  const own = request.agents.find((agent) => agent.id === request.seat) || { id: request.seat };
  if (stored) {
    return el(Afterwards, { stored });
  }
  return el("div", null,
    el(PageHead, { title: t("seat.title"), lead: t(`seat.occasion.${request.occasion}`) }),
    (request.required || request.veto) && el("p.note", null, [request.required && t("seat.required"),
      request.veto && t("seat.veto")].filter(Boolean).join(" ")),
    el("dl.seat-facts", null,
      el("div", null, el("dt", null, t("seat.seat")), el("dd", null, el("strong", null, el("bdi", null, name(own))),
        own.role && el("span.quiet", null, el("bdi", null, `, ${own.role}`)))),
      el("div", null, el("dt", null, t("seat.time")), el("dd", null, el(Countdown, { deadline: request.deadline }))),
      el("div", null, el("dt", null, t("seat.round")), el("dd", null, request.round))),
    el(AnswerForm, { request, send, onStored: setStored }));
}

/** The run that a link names; empty for a text that is no link. */
function runOf(token) {
  try {
    return JSON.parse(atob(token.split(".")[0].replace(/-/g, "+").replace(/_/g, "/"))).run || "";
  } catch (_) {
    return "";
  }
}

/** A request that cannot be answered any more, in words for a person. */
function Gone({ problem, retry, token }) {
  const reason = { 404: "unknown", 409: "answered", 410: "late" }[problem.status];
  if (!reason) {
    return el("div", null, el(PageHead, { title: t("seat.title") }), el(Problem, { problem, retry }));
  }
  const run = reason === "unknown" ? "" : runOf(token);
  return el("div", null, el(PageHead, { title: t(`seat.gone.${reason}`) }),
    el(Empty, { title: t(`seat.goneHint.${reason}`) },
      run && el(ButtonLink, { href: url(["runs", run]) }, t("seats.run"))));
}

/** The page of a link: a person without a token reads one request and answers it. */
export function Seat({ argument }) {
  const path = url(["v1", "seat-links", argument]);
  const state = useLoad((signal) => get(path, signal), [path]);
  if (state.problem && state.value === undefined) {
    return el(Gone, { problem: state.problem, retry: state.reload, token: argument });
  }
  return el(Loaded, { state }, (request) => el(Request, { request, send: (lines) => post(path, {
    lines, turn: request.turn }) }));
}

function SeatCard({ request }) {
  const own = request.agents.find((agent) => agent.id === request.seat) || { id: request.seat };
  const proposals = request.known.concat(request.news).filter((item) => item.signal.type === "proposal").length;
  return el("li.card.seat-card", null,
    el("div.stack", null,
      el("h2", null, el("bdi", null, name(own)), own.role && el("span.quiet.role", null, el("bdi", null, own.role))),
      el("p.words.brief", { dir: "auto" }, request.title && el("strong", null, `${request.title} `), request.question),
      el("p.quiet", null, t("seats.asked"), " ", el(Time, { at: request.askedAt }), " · ",
        tn("seat.proposalCount", proposals), " · ", el("a", { href: url(["runs", request.run]) }, t("seats.run")))),
    el("div.seat-side", null, el(Countdown, { deadline: request.deadline }),
      el(ButtonLink, { kind: "main", href: url(["seats"], { run: request.run, seat: request.seat }),
        "aria-label": t("seats.answerAs", { name: name(own) }) }, t("seats.answer"))));
}

/** Open requests, and the forms of one of them, for a person who is logged in. */
export function Seats() {
  const [run] = useQuery("run");
  const [seat] = useQuery("seat");
  const isOne = run !== "" && seat !== "";
  const path = isOne ? url(["v1", "solves", run, "seats"]) : url(["v1", "seats"]);
  const state = useLoad((signal) => get(path, signal), [path]);
  const polled = useRef(state);
  polled.current = state;
  useEffect(() => {
    const timer = isOne ? 0 : setInterval(() => {
      if (document.visibilityState === "visible" && !polled.current.loading) {
        polled.current.reload();
      }
    }, REFRESH);
    return () => clearInterval(timer);
  }, [path]);

  if (isOne) {
    return el(Loaded, { state }, (page) => {
      const request = page.items.find((item) => item.seat === seat);
      return el(Fragment, null, el("p.back", null, el("a", { href: "/seats" }, t("seats.back"))),
        request ? el(Request, { request, send: (lines) => post(url(["v1", "solves", run, "seats", seat]), {
          lines, turn: request.turn }) })
          : el("div", null, el(PageHead, { title: t("seat.title") }),
            el(Empty, { title: t("seats.notAsked") }, el(ButtonLink, { href: url(["runs", run]) }, t("seats.run")))));
    });
  }
  return el("div", null,
    el(PageHead, { title: t("seats.title"), lead: t("seats.lead") }),
    el(Loaded, { state }, (page) => el("div", null,
      el(Announce, { text: tn("seats.count", page.items.length) }),
      page.items.length === 0
        ? el(Empty, { title: t("seats.none") }, el("p", null, t("seats.noneHint")),
          el(ButtonLink, { href: "/new" }, t("seats.new")))
        : el("ul.stack", null, page.items.map((request) => el(SeatCard, { key: `${request.run} ${request.seat}`, request }))))));
}
