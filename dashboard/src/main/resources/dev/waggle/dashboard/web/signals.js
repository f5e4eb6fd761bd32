import { useEffect, useRef, useState } from "./preact.js";
import { follow, get, url } from "./api.js";
import { Clock, Facts, Said, TypeName, sourceName, wordsOf } from "./entry.js";
import { moment } from "./format.js";
import { PatternField, useTypes } from "./pattern.js";
import { SignalTree } from "./tree.js";
import { el, Announce, Button, Empty, Field, Loaded, PageHead, Panel, Problem, State, useLater, useLoad, useQuery } from "./ui.js";
import { t, tn } from "./words.js";

/** Signals of the first page, and signals that the page keeps. */
const PAGE = 100;
const KEPT = 200;

/** Pages that are asked for until there is something to show. */
const FIRST_PAGES = 10;

/** Pause between two changes of the list, so that a fast log costs the browser little. */
const FLUSH = 500;

/** Entries about requests, which are most of a quiet log. They are shown when something is asked for. */
const AUDIT = "server:audit";

function isShown(entry, { pattern, text, source }) {
  return entry.type !== AUDIT || Boolean(pattern || text || source);
}

/** The conditions that the stream of the server does not know. */
function fits(entry, text, source) {
  const isFrom = !source || sourceName(entry.source) === source || entry.by === source;
  return isFrom && (!text || `${entry.type} ${JSON.stringify(entry.data === undefined ? "" : entry.data)}`
    .toLowerCase().includes(text.toLowerCase()));
}

/**
 * The view with fresh signals before those of its list. Older ones that were asked for stay as many as they are; it is cut
 * if others do not stay.
 */
function joined(view, fresh) {
  const items = view.items || [];
  const all = fresh.concat(items);
  const kept = Math.max(KEPT, items.length);
  return { ...view, items: all.slice(0, kept), held: [], waiting: 0, isCut: view.isCut || all.length > kept };
}

/** The view with fresh signals that wait. Only the newest are kept. */
function waiting(view, fresh) {
  return { ...view, held: fresh.concat(view.held).slice(0, KEPT), waiting: view.waiting + fresh.length };
}

/** The view with what waited. If not all of it was kept, the list begins anew with it, so that it has no hole. */
function released(view) {
  return view.waiting > view.held.length ? { ...view, items: view.held, held: [], waiting: 0, isCut: true }
    : joined(view, view.held);
}

/** The next moment of a time, in ms. */
function momentAfter(time) {
  return new Date(new Date(time).getTime() + 1).toISOString();
}

const START = { items: null, held: [], waiting: 0, isCut: false, previous: null, isLoading: false, problem: null,
  state: "loading" };

/** The newest signals, live. While it is held, what comes waits beside the list. */
function useTail(pattern, text, source, isHeld) {
  const [view, setView] = useState(START);
  const [turn, setTurn] = useState(0);
  const held = useRef(isHeld);
  held.current = isHeld;
  const query = { pattern, text, source };
  const path = useRef("");
  path.current = `${url([], query)} ${turn}`;

  useEffect(() => {
    const stop = new AbortController();
    const buffer = [];
    let end = () => {};
    let newest = 0;
    setView((old) => ({ ...old, state: "loading", held: [], problem: null }));

    async function begin() {
      const types = await get("/v1/signals/types", stop.signal);
      let page = await get(url(["v1", "signals"], { ...query, last: PAGE }), stop.signal);
      let all = page.items.slice().reverse();
      const isNothing = () => !all.some((entry) => isShown(entry, query));
      for (let tries = 1; page.previous && tries < FIRST_PAGES && isNothing(); tries++) {
        page = await get(url(["v1", "signals"], { ...query, last: PAGE, cursor: page.previous }), stop.signal);
        all = all.concat(page.items.slice().reverse());
      }
      const items = all.filter((entry) => isShown(entry, query));
      newest = all.length > 0 ? all[0].seq : 0;
      setView({ ...START, items, previous: page.previous || null, state: "waiting" });
      end = follow(url(["v1", "signals", "events"], { pattern, after: types.through }), {
        on: { entry: (entry) => {
          if (entry.seq > newest && isShown(entry, query) && fits(entry, text, source)) {
            buffer.push(entry);
          }
        } },
        state: (state, detail) => setView((old) => ({ ...old, state,
          problem: state === "refused" ? detail : null })),
      });
    }

    begin().catch((problem) => {
      if (problem.name !== "AbortError") {
        setView({ ...START, items: [], problem, state: "refused" });
      }
    });
    const timer = setInterval(() => {
      if (buffer.length > 0) {
        const fresh = buffer.splice(0).reverse();
        setView((old) => (held.current ? waiting(old, fresh) : released(waiting(old, fresh))));
      }
    }, FLUSH);
    return () => {
      stop.abort();
      clearInterval(timer);
      end();
    };
  }, [pattern, text, source, turn]);

  useEffect(() => {
    if (!isHeld) {
      setView((old) => (old.held.length === 0 ? old : released(old)));
    }
  }, [isHeld]);

  async function older() {
    const last = view.items[view.items.length - 1];
    const place = view.isCut ? { until: momentAfter(last.recordedAt) } : { cursor: view.previous };
    const asked = path.current;
    setView((old) => ({ ...old, isLoading: true, problem: null }));
    try {
      const page = await get(url(["v1", "signals"], { ...query, last: PAGE, ...place }));
      setView((old) => {
        if (asked !== path.current) {
          return old;
        }
        const before = page.items.slice().reverse().filter((entry) => isShown(entry, query));
        const end = old.items.length > 0 ? old.items[old.items.length - 1].seq : Infinity;
        const rest = view.items.concat(before).filter((entry) => entry.seq < end);
        const all = new Map(old.items.concat(rest).map((entry) => [entry.seq, entry]));
        return { ...old, items: [...all.values()], isCut: false, isLoading: false, previous: page.previous || null };
      });
    } catch (problem) {
      setView((old) => ({ ...old, isLoading: false, problem }));
    }
  }
  return { ...view, older, reload: () => setTurn((old) => old + 1) };
}

function row(entry, isAt, acts) {
  return el("li", { key: entry.seq }, el("button.signal-row", { type: "button", tabindex: isAt ? 0 : -1,
    "data-seq": entry.seq, onClick: () => acts.current.open(entry), onKeyDown: (event) => acts.current.key(event) },
  el("span.signal-time", null, el(Clock, { at: entry.recordedAt })),
  el("span.signal-type", null, el(TypeName, { type: entry.type })),
  el("span.signal-source", null, sourceName(entry.source)),
  el(Said, { class: "signal-words", entry })));
}

/** The list: one stop of the tab key, then arrow keys. A row is made once, so that a fast log costs little. */
function Tail({ items, onOpen, onHold }) {
  const [at, setAt] = useState(null);
  const list = useRef(null);
  const acts = useRef({});
  const made = useRef(new Map());
  const place = Math.max(0, items.findIndex((entry) => entry.seq === at));

  acts.current.open = (entry) => {
    setAt(entry.seq);
    onOpen(entry);
  };
  acts.current.key = (event) => {
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1,
      PageDown: place + 10, PageUp: place - 10 };
    if (event.key in steps) {
      event.preventDefault();
      const next = items[Math.max(0, Math.min(items.length - 1, steps[event.key]))];
      setAt(next.seq);
      list.current.querySelector(`[data-seq="${next.seq}"]`).focus();
    }
  };
  const rows = new Map();
  const shown = items.map((entry, index) => {
    const known = made.current.get(entry.seq);
    const isAt = index === place;
    const now = known && known.isAt === isAt ? known : { isAt, node: row(entry, isAt, acts) };
    rows.set(entry.seq, now);
    return now.node;
  });
  made.current = rows;
  return el("ol.signals", { ref: list, "aria-label": t("signals.list"), onMouseEnter: () => onHold(true),
    onMouseLeave: () => onHold(false), onFocusIn: () => onHold(true), onFocusOut: () => onHold(false) }, shown);
}

function links(entry) {
  const linked = entry.links || {};
  return [["cause", linked.cause || entry.cause], ["replyTo", linked.replyTo || entry.replyTo],
    ["replaces", linked.replaces || entry.replaces]].filter(([, id]) => id);
}

/** A signal in full, with its causes and what followed. */
export function SignalView({ id, at, onOpen }) {
  const [replies, setReplies] = useState(true);
  const path = url(["v1", "signals", id, "tree"], { at, replies });
  const tree = useLoad((signal) => get(path, signal), [path]);
  return el(Loaded, { state: tree }, (found) => {
    const row = found.items.find((one) => one.relation === "signal");
    const entry = row.entry;
    const scope = entry.scope || {};
    return el("div.stack", null,
      wordsOf(entry) && el("blockquote.said", null, el("bdi", null, wordsOf(entry))),
      el(Facts, { facts: [
        [t("signals.type"), el(TypeName, { type: entry.type })],
        [t("signals.number"), el("span.mono", null, entry.seq)],
        [t("signals.time"), moment(entry.recordedAt)],
        [t("signals.source"), sourceName(entry.source)],
        [t("signals.emitter"), el("span.mono", null, entry.by)],
        [t("signals.run"), scope.run && el("a", { href: url(["runs", scope.run]) }, scope.run)],
        [t("signals.round"), scope.round],
        [t("signals.thread"), scope.thread && el("a", { href: url(["threads"], { thread: scope.thread }) },
          scope.thread)],
        [t("signals.confidence"), entry.confidence],
        [t("signals.id"), el("span.mono", null, entry.id)],
        ...links(entry).map(([name, target]) => [t(`signals.${name}`), el("span.mono", null, target)]),
      ] }),
      el("h3", null, t("signals.tree")),
      el("label.option", null, el("input", { type: "checkbox", checked: replies,
        onChange: (event) => setReplies(event.target.checked) }), t("signals.replies")),
      found.missingCause && el("p.note.small", null, t("signals.missing", { id: found.missingCause })),
      found.omittedCauses > 0 && el("p.note.small", null, tn("signals.omittedCauses", found.omittedCauses)),
      el(SignalTree, { rows: found.items, label: t("signals.tree"), onOpen }),
      found.items.length === 1 && el("p.quiet.small", null, t("signals.alone")),
      entry.data !== undefined && el("details", null, el("summary", null, t("signals.data")),
        el("pre.data", { tabindex: 0 }, el("bdi", null, JSON.stringify(entry.data, null, 2)))));
  });
}

/** The panel of a signal. A signal of its tree opens in its place, and Back leads to the one before. */
function SignalPanel({ first, onClose }) {
  const [trail, setTrail] = useState([first]);
  const now = trail[trail.length - 1];
  return el(Panel, { title: now.type || t("signals.one"), onClose },
    trail.length > 1 && el("p", null, el(Button, { class: "button plain small",
      onClick: () => setTrail(trail.slice(0, -1)) }, t("signals.back"))),
    el(SignalView, { key: now.id, id: now.id, at: now.seq,
      onOpen: (entry) => entry.id !== now.id && setTrail(trail.concat([entry])) }));
}

/** The log as it grows. */
export function Signals() {
  const [pattern, setPattern] = useQuery("pattern");
  const [search, setSearch] = useQuery("text");
  const [from, setFrom] = useQuery("source");
  const [opened, setOpened] = useQuery("signal");
  const [openedAt, setOpenedAt] = useQuery("at");
  const [isPaused, setPaused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const text = useLater(search);
  const source = useLater(from);
  const { types, reload } = useTypes();
  const isHeld = isPaused || isPointed;
  const tail = useTail(pattern, text, source, isHeld);
  const isFiltered = pattern || text || source;
  const isBadPattern = tail.problem && tail.problem.status === 400;

  function open(entry) {
    setOpenedAt(String(entry.seq));
    setOpened(entry.id);
  }
  const live = isPaused ? "paused" : { open: "live", refused: "stopped" }[tail.state] || "connecting";
  return el("div", null,
    el(PageHead, { title: t("signals.title"), lead: t("signals.lead") },
      el(State, { state: { live: "good", paused: "suspended", stopped: "failed", connecting: "interrupted" }[live] },
        t(`signals.${live}`)),
      el(Button, { "aria-pressed": String(isPaused), onClick: () => setPaused(!isPaused) },
        t(isPaused ? "signals.resume" : "signals.pause"))),
    el("div.filters.top", { role: "search" },
      el(PatternField, { label: t("signals.pattern"), value: pattern, onValue: setPattern, types, onFocus: reload,
        error: isBadPattern ? tail.problem.detail : undefined }),
      el(Field, { label: t("signals.text") }, (ids) => el("input", { ...ids, type: "search", value: search,
        onInput: (event) => setSearch(event.target.value) })),
      el(Field, { label: t("signals.source") }, (ids) => el("input", { ...ids, type: "search", value: from,
        onInput: (event) => setFrom(event.target.value) }))),
    tail.problem && !isBadPattern && el(Problem, { problem: tail.problem, retry: tail.reload }),
    el(Announce, { text: t(`signals.${live}`) }),
    el("p.held.small", { class: tail.held.length > 0 ? "some" : undefined },
      tail.held.length > 0 ? tn(isPaused ? "signals.waitingPaused" : "signals.waitingPointed", tail.waiting)
        : "\u00a0"),
    tail.items === null
      ? el("p.quiet", { role: "status" }, t("app.loading"))
      : tail.items.length === 0
        ? !isBadPattern && el(Empty, { title: t(isFiltered ? "signals.noMatch" : "signals.none") },
          t(isFiltered ? "signals.noMatchHint" : "signals.noneHint"),
          isFiltered && el("p", null, el(Button, { onClick: () => {
            setPattern("");
            setSearch("");
            setFrom("");
          } }, t("signals.clear"))))
        : el(Tail, { items: tail.items, onOpen: open, onHold: setPointed }),
    (tail.previous || tail.isCut) && el("p", null, el(Button, { disabled: tail.isLoading, onClick: tail.older },
      t("signals.older"))),
    opened && el(SignalPanel, { key: opened, first: { id: opened, seq: openedAt, type: typeOf(tail.items, opened) },
      onClose: () => {
        setOpened("");
        setOpenedAt("");
      } }));
}

function typeOf(items, id) {
  const found = (items || []).find((entry) => entry.id === id);
  return found ? found.type : "";
}
