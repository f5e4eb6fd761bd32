import { useState } from "./preact.js";
import { get, post, remove, url } from "./api.js";
import { ConfirmButton } from "./confirm.js";
import { Clock, Facts, Said, TypeName, sourceName } from "./entry.js";
import { count, moment } from "./format.js";
import { PatternField, useTypes } from "./pattern.js";
import { PickList } from "./picklist.js";
import { el, Announce, Button, Empty, Field, Loaded, PageHead, Problem, Section, State, Table, useLoad, useQuery } from "./ui.js";
import { t, tn } from "./words.js";

const ITEMS = 100;
const AGENTS = 1_000;

/** Keeps the focus when what had it goes. */
const HOME = { "data-home": "", tabindex: -1 };

/** What a change has done, for screen readers, and what refused it. */
function useChange(done) {
  const [problem, setProblem] = useState(null);
  const [said, setSaid] = useState("");
  async function change(act, words) {
    setProblem(null);
    try {
      await act();
      setSaid(words);
      done();
      return true;
    } catch (failed) {
      setProblem(failed);
      return false;
    }
  }
  const report = [problem && el(Problem, { key: "problem", problem }), el(Announce, { key: "said", text: said })];
  return { change, report };
}

function Subscriptions({ agent, types, reloadTypes, changed }) {
  const path = url(["v1", "subscriptions"], { agent });
  const state = useLoad((signal) => get(path, signal), [path]);
  const [pattern, setPattern] = useState("");
  const [isSilent, setSilent] = useState(false);
  const [turn, setTurn] = useState(0);
  const { change, report } = useChange(() => {
    state.reload();
    changed();
  });
  const place = url(["v1", "agents", agent, "subscriptions"]);

  async function subscribe(event) {
    event.preventDefault();
    if (await change(() => post(place, { pattern, silent: isSilent }, { method: "PUT" }),
      t("inboxes.subscribed", { pattern }))) {
      setPattern("");
      setTurn(turn + 1);
    }
  }
  const columns = [
    { title: t("inboxes.pattern"), cell: (one) => el("code", null, one.pattern) },
    { title: t("inboxes.kind"), cell: (one) => t(one.silent ? "inboxes.context" : "inboxes.reacts") },
    { title: t("inboxes.own"), cell: (one) => t(one.own ? "inboxes.yes" : "inboxes.no") },
    { title: t("inboxes.since"), cell: (one) => moment(one.createdAt) },
    { title: t("parts.action"), cell: (one) => el(ConfirmButton, { label: t("inboxes.unsubscribe"),
      question: t("inboxes.unsubscribeSure"),
      confirm: t("inboxes.unsubscribe"), onConfirm: () => change(
        () => remove(url(["v1", "agents", agent, "subscriptions"], { pattern: one.pattern })),
        t("inboxes.unsubscribed", { pattern: one.pattern })) }) },
  ];
  return el(Section, { title: t("inboxes.subscriptions") },
    report,
    el("div.home", HOME, el(Loaded, { state }, (page) => (page.items.length === 0
      ? el("p.quiet", null, t("inboxes.noSubscriptions"))
      : el(Table, { caption: t("inboxes.subscriptionsOf", { agent }), columns, rows: page.items,
        rowKey: (one) => one.pattern })))),
    el("form.filters.top.subscribe", { onSubmit: subscribe },
      el(PatternField, { key: turn, label: t("inboxes.newPattern"), value: pattern, onValue: setPattern, types,
        onFocus: reloadTypes }),
      el("label.option", null, el("input", { type: "checkbox", checked: isSilent,
        onChange: (event) => setSilent(event.target.checked) }), t("inboxes.silent")),
      el(Button, { type: "submit", kind: "main", disabled: !pattern }, t("inboxes.subscribe"))));
}

function Item({ item, isTaken, onAcknowledge }) {
  const entry = item.entry;
  return el("li.item", null,
    el("p.item-head", null,
      el("a.mono", { href: url(["signals"], { signal: entry.id, at: entry.seq }) }, t("inboxes.signal",
        { number: entry.seq })),
      el(TypeName, { type: entry.type }),
      el("span.quiet", null, sourceName(entry.source)),
      el(Clock, { at: entry.recordedAt })),
    el("p.item-words", null, el(Said, { entry })),
    el("p.item-facts.small", null,
      el(State, { state: isTaken ? "suspended" : "open" }, t(isTaken ? "inboxes.taken" : "inboxes.waits")),
      el("span.quiet", null, t(item.silent ? "inboxes.context" : "inboxes.reacts")),
      el("span.quiet", null, t("inboxes.by", { patterns: item.patterns.join(", ") }))),
    el("div.item-actions", null, el(ConfirmButton, { label: t("inboxes.acknowledge"), question: t("inboxes.ackSure"),
      confirm: t("inboxes.acknowledge"), onConfirm: onAcknowledge })));
}

function Waiting({ agent, status, changed }) {
  const path = url(["v1", "agents", agent, "inbox"], { limit: ITEMS });
  const state = useLoad((signal) => get(path, signal), [path]);
  const { change, report } = useChange(() => {
    state.reload();
    changed();
  });
  const acknowledge = (item) => change(
    () => post(url(["v1", "agents", agent, "inbox", "ack"]), { through: item.entry.seq }),
    t("inboxes.acknowledgedNow", { number: item.entry.seq }));
  return el(Section, { title: t("inboxes.waiting"), note: tn("inboxes.waitingCount", status.waiting),
    aside: el(Button, { class: "button plain small", onClick: state.reload }, t("inboxes.reload")) },
  report,
  el("div.home", HOME, el(Loaded, { state }, (page) => (page.items.length === 0
    ? el(Empty, { title: t("inboxes.nothing") }, t("inboxes.nothingHint"))
    : el("div", null,
      el("ol.items", { "aria-label": t("inboxes.waiting") }, page.items.map((item) => el(Item, {
        key: item.entry.seq, item, isTaken: item.entry.seq <= status.taken,
        onAcknowledge: () => acknowledge(item) }))),
      page.more && el("p.quiet.small", null, t("inboxes.more", { count: ITEMS })))))));
}

function letterRange(letter) {
  if (letter.from === 0) {
    return t("app.none");
  }
  return letter.from === letter.to ? String(letter.from) : t("log.range", { first: letter.from, last: letter.to });
}

function DeadLetters({ agent, changed }) {
  const path = url(["v1", "agents", agent, "dead-letters"]);
  const state = useLoad((signal) => get(path, signal), [path]);
  const { change, report } = useChange(() => {
    state.reload();
    changed();
  });
  const requeue = (body) => change(() => post(url(["v1", "agents", agent, "requeue"]), body), t("inboxes.requeued"));
  const columns = [
    { title: t("inboxes.number"), cell: letterRange },
    { title: t("inboxes.count"), number: true, cell: (letter) => count(letter.count) },
    { title: t("inboxes.reason"), cell: (letter) => el("span", null, letter.reason.replace(/_/g, " "),
      letter.detail && el("span.quiet.small.block", null, letter.detail)) },
    { title: t("inboxes.attempts"), number: true, cell: (letter) => count(letter.attempts) },
    { title: t("inboxes.time"), cell: (letter) => moment(letter.at) },
    { title: t("parts.action"), cell: (letter) => letter.requeueable && el(Button, { class: "button plain small",
      onClick: () => requeue({ sequences: [letter.from] }) }, t("inboxes.requeue")) },
  ];
  return el(Loaded, { state }, (page) => el(Section, { title: t("inboxes.deadLetters"),
    aside: page.items.some((letter) => letter.requeueable) && el(Button, { class: "button plain small",
      onClick: () => requeue({ all: true }) }, t("inboxes.requeueAll")) },
  report,
  page.items.length === 0
    ? el("p.quiet", null, t("inboxes.noDeadLetters"))
    : el(Table, { caption: t("inboxes.deadLettersOf", { agent }), columns, rows: page.items,
      rowKey: (letter) => `${letter.from} ${letter.at} ${letter.reason}` })));
}

function Agent({ status, types, reloadTypes, changed }) {
  const agent = status.agent;
  return el("div.agent", null,
    el(Section, { title: agent, id: "agent" }, el(Facts, { facts: [
      [t("inboxes.acknowledged"), status.acknowledged > 0 ? t("inboxes.upTo", { number: status.acknowledged })
        : t("app.none")],
      [t("inboxes.takenTitle"), status.taken > 0 ? t("inboxes.upTo", { number: status.taken }) : t("app.none")],
      [t("inboxes.spilled"), status.spilled && t("inboxes.spilledWords")],
      [t("inboxes.dropped"), status.dropped > 0 && count(status.dropped)],
      [t("inboxes.expired"), status.expired > 0 && count(status.expired)],
    ] })),
    el(Waiting, { agent, status, changed }),
    el(Subscriptions, { agent, types, reloadTypes, changed }),
    el(DeadLetters, { agent, changed }));
}

function Register({ registered }) {
  const [name, setName] = useState("");
  const { change, report } = useChange(() => registered(name.trim()));
  return el("details.register", null, el("summary", null, t("inboxes.add")),
    el("form.stack", { onSubmit: async (event) => {
      event.preventDefault();
      if (await change(() => post(url(["v1", "agents", name.trim()])), t("inboxes.registered", { agent: name }))) {
        setName("");
      }
    } },
    el(Field, { label: t("inboxes.newAgent"), hint: t("inboxes.newAgentHint") }, (ids) => el("input", { ...ids,
      type: "text", value: name, onInput: (event) => setName(event.target.value) })),
    el("div.actions", null, el(Button, { type: "submit", disabled: !name.trim() }, t("inboxes.register"))), report));
}

/** Those with something to do first, then those with subscriptions. */
function byNeed(a, b) {
  return b.deadLetters - a.deadLetters || b.waiting - a.waiting || b.subscriptions - a.subscriptions;
}

function AgentLine({ status }) {
  return [el("span.picked-name", null, status.agent),
    el("span.small", { class: status.waiting > 0 ? undefined : "quiet" }, tn("inboxes.waitingShort", status.waiting)),
    status.deadLetters > 0 && el("span.small.dead", null, tn("inboxes.deadShort", status.deadLetters)),
    status.subscriptions > 0 && el("span.small.quiet", null, tn("inboxes.subscriptionsShort", status.subscriptions))];
}

/** Agents with their subscriptions, what waits for them, and what did not reach them. */
export function Inboxes() {
  const [chosen, choose] = useQuery("agent");
  const path = url(["v1", "agents"], { limit: AGENTS });
  const state = useLoad((signal) => get(path, signal), []);
  const { types, reload } = useTypes();
  return el("div", null,
    el(PageHead, { title: t("inboxes.title"), lead: t("inboxes.lead") }),
    el(Loaded, { state }, (page) => {
      const agents = page.items.slice().sort(byNeed);
      const status = agents.find((one) => one.agent === chosen) || agents[0];
      return el("div.split", null,
        el("div.stack.side", null,
          status && el(PickList, { label: t("inboxes.agents"), items: agents, keyOf: (one) => one.agent,
            chosen: status.agent, choose, line: (one) => el(AgentLine, { status: one }) }),
          !status && el(Empty, { title: t("inboxes.none") }, t("inboxes.noneHint")),
          el(Register, { registered: (name) => {
            choose(name);
            state.reload();
          } })),
        status && el(Agent, { key: status.agent, status, types, reloadTypes: reload, changed: state.reload }));
    }));
}
