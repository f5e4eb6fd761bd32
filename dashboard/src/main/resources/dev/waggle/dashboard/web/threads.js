import { useEffect, useState } from "./preact.js";
import { get, url } from "./api.js";
import { Clock, Facts } from "./entry.js";
import { count, percent } from "./format.js";
import { PickList } from "./picklist.js";
import { el, Button, Empty, Loaded, PageHead, Problem, Section, State, useLoad, useQuery } from "./ui.js";
import { t, tn } from "./words.js";

const PAGE = 50;

/** States of a signal in the order of its life; the first two are open. */
const STATES = ["emitted", "active", "superseded", "expired", "resolved"];

function Convergence({ thread }) {
  return el(State, { state: thread.converged ? "decided" : "suspended" },
    t(thread.converged ? "threads.converged" : "threads.open"));
}

/** The numbers of a thread's signals by state, as a bar with a part for each. */
function StateBar({ states }) {
  const all = STATES.filter((state) => states[state] > 0);
  const wordsFor = (state) => t("threads.stateCount", { state: t(`threads.state.${state}`), count: states[state] });
  return el("span.state-bar", null,
    el("span.hidden", null, all.map(wordsFor).join(", ")),
    all.map((state) => el("span.state-part", { key: state, class: `part-${state}`, "aria-hidden": "true",
      title: wordsFor(state),
      style: { flexGrow: states[state] } }, states[state])));
}

function Card({ signal }) {
  return el("li.thread-card", null,
    el("p.small.thread-class", null, el("code", null, signal.signalClass),
      signal.priority !== "normal" && el("span.priority", null, signal.priority),
      signal.acknowledged && el("span.quiet", null, t("threads.acknowledged"))),
    el("p", null, el("bdi", null, signal.summary)),
    signal.details && el("details.small", null, el("summary", null, t("threads.details")),
      el("bdi.words", null, signal.details)),
    el("p.quiet.small.thread-facts", null,
      el("span", null, signal.source),
      signal.confidence !== undefined && el("span", null, t("threads.relevance",
        { value: percent(signal.confidence) })),
      el(Clock, { at: signal.emittedAt }),
      signal.expiresAtStep !== undefined && el("span", null, t("threads.expires", { step: signal.expiresAtStep }))));
}

/** The signals of a thread in lanes, one for each state, in the order in which they came. */
function Lanes({ signals }) {
  return el("div.thread-lanes", { tabindex: 0, role: "region", "aria-label": t("threads.lanes") },
    STATES.map((state) => {
      const own = signals.filter((signal) => signal.state === state).sort((a, b) => a.position - b.position);
      return el("section.thread-lane", { key: state, class: `thread-${state}${own.length > 0 ? "" : " none"}`,
        "aria-label": t(`threads.state.${state}`) },
        el("h3", null, el("span.thread-mark", { "aria-hidden": "true" }), t(`threads.state.${state}`),
          el("span.quiet.number", null, count(own.length))),
        el("p.quiet.small", null, t(`threads.stateHint.${state}`)),
        own.length > 0 && el("ol.thread-cards", null, own.map((signal) => el(Card, { key: signal.id, signal }))));
    }));
}

function Thread({ id }) {
  const path = url(["v1", "threads", id], { all: true });
  const state = useLoad((signal) => get(path, signal), [path]);
  return el(Section, { title: t("threads.one"), note: el("span.mono.small", null, id),
    aside: el(Button, { class: "button plain small",
    onClick: state.reload }, t("threads.reload")) },
  el(Loaded, { state }, ({ thread, signals }) => el("div.stack", null,
    el(Facts, { facts: [
      [t("threads.stateTitle"), el(Convergence, { thread })],
      [t("threads.why"), thread.reason],
      [t("threads.step"), count(thread.step)],
      [t("threads.signals"), tn("threads.openOf", thread.stored, { open: thread.open })],
    ] }),
    el(Lanes, { signals }))));
}

function ThreadLine({ thread }) {
  return [el("span.picked-name.mono", { title: thread.id }, thread.id),
    el("span.small", null, el(Convergence, { thread })),
    el(StateBar, { states: thread.states })];
}

/** Threads of coordination, and one of them in lanes. */
export function Threads() {
  const [chosen, choose] = useQuery("thread");
  const [more, setMore] = useState([]);
  const [cursor, setCursor] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  const path = url(["v1", "threads"], { limit: PAGE });
  const first = useLoad((signal) => get(path, signal), []);
  useEffect(() => {
    setMore([]);
    setCursor(null);
  }, [first.value]);

  async function next(from) {
    setBusy(true);
    setProblem(null);
    try {
      const page = await get(url(["v1", "threads"], { limit: PAGE, cursor: from }));
      setMore((old) => old.concat(page.items));
      setCursor(page.next || "");
    } catch (failed) {
      setProblem(failed);
    }
    setBusy(false);
  }
  return el("div", null,
    el(PageHead, { title: t("threads.title"), lead: t("threads.lead") },
      el(Button, { onClick: first.reload }, t("threads.reload"))),
    el(Loaded, { state: first }, (page) => {
      const rows = page.items.concat(more);
      const from = cursor === null ? page.next : cursor;
      if (rows.length === 0) {
        return el(Empty, { title: t("threads.none") }, t("threads.noneHint"));
      }
      const shown = chosen || rows[0].id;
      return el("div.split", null,
        el("div.stack.side", null,
          el(PickList, { label: t("threads.title"), items: rows, keyOf: (thread) => thread.id, chosen: shown, choose,
            line: (thread) => el(ThreadLine, { thread }) }),
          problem && el(Problem, { problem }),
          from && el("p", null, el(Button, { disabled: isBusy, onClick: () => next(from) }, t("threads.more")))),
        el(Thread, { key: shown, id: shown }));
    }));
}
