import { useEffect, useRef, useState } from "./preact.js";
import { get, url } from "./api.js";
import { brief, money } from "./format.js";
import { el, Button, ButtonLink, Choice, Empty, Loaded, PageHead, Problem, Share, State, Table, Time, useLater, useLoad, useQuery } from "./ui.js";
import { hasText, t, tn } from "./words.js";

const REFRESH = 3_000;
const PAGE = 50;
const STATES = ["running", "suspended", "finished", "interrupted", "failed"];

/** How a run ended, or its state, in words. */
function Ending({ run }) {
  if (run.status !== "finished") {
    return el("div", null, el(State, { state: run.status }, t(`status.${run.status}`)),
      run.failure && el("p.quiet.small.clip", null, run.failure.split("\n")[0]));
  }
  const reason = run.ending && hasText(`runs.ending.${run.ending}`) ? t(`runs.ending.${run.ending}`) : run.ending;
  return el("div", null,
    el(State, { state: run.decided ? "decided" : "open" }, run.decided ? t("runs.decided") : t("runs.undecided")),
    reason && el("p.quiet.small", null, reason));
}

function Question({ run }) {
  return el("div", null,
    el("a.strong.clip.to-run", { href: url(["runs", run.run]), dir: "auto" }, run.title || run.question || run.run),
    run.title && el("p.quiet.clip.one", { dir: "auto" }, run.question),
    run.decision && el("p.clip.decision", { dir: "auto" }, t("runs.answer", { answer: run.decision })));
}

function Cost({ run }) {
  const known = run.costUsd !== undefined && run.costUsd !== null;
  if (!known || (run.costUsd === 0 && !run.costTokens)) {
    return el("span.quiet", { title: t("runs.free") }, t("app.none"));
  }
  return el("span", { title: t("runs.costTokens", { tokens: brief(run.costTokens) }) }, money(run.costUsd));
}

const COLUMNS = [
  { title: t("runs.question"), cell: (run) => el(Question, { run }) },
  { title: t("runs.state"), cell: (run) => el(Ending, { run }) },
  { title: t("runs.confidence"), number: true, cell: (run) => (run.confidence === undefined
    ? el("span.quiet", null, t("app.none")) : el(Share, { value: run.confidence })) },
  { title: t("runs.cost"), number: true, cell: (run) => el(Cost, { run }) },
  { title: t("runs.started"), cell: (run) => el(Time, { at: run.startedAt }) },
];

/** A number that is asked again and again; 0 while it is unknown, or not for this caller. */
function useCounted(path, keys) {
  const [number, setNumber] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    get(path, stop.signal).then((page) => setNumber(page.items.length), () => setNumber(0));
    return () => stop.abort();
  }, keys);
  return number;
}

/** Notes above the list: that this is a demo, and that people are waited for. */
function Notes({ suspended }) {
  const recorded = useCounted(url(["v1", "deliberations"]), []);
  const waiting = useCounted(url(["v1", "seats"]), [suspended]);
  return el("div.notes", null,
    recorded > 0 && el("p.quiet", null, t("runs.demo")),
    waiting > 0 && el("p.note.with-action", null, el("span", null, tn("runs.waiting", waiting)),
      el("a", { href: "/seats" }, t("runs.toSeats"))));
}

/** Pages behind the first one. They begin anew when the filters change. */
function useMore(path, query) {
  const [state, setState] = useState({ path, items: [], next: null, busy: false, problem: null });
  const held = state.path === path ? state : { path, items: [], next: null, busy: false, problem: null };
  async function load(cursor) {
    setState({ ...held, busy: true, problem: null });
    try {
      const page = await get(url(["v1", "solves"], { ...query, cursor }));
      setState({ path, items: held.items.concat(page.items), next: page.next || "", busy: false, problem: null });
    } catch (problem) {
      setState({ ...held, busy: false, problem });
    }
  }
  return { ...held, load };
}

/** The list of runs. It renews itself while the page is seen. */
export function Runs() {
  const [search, setSearch] = useQuery("q");
  const [status, setStatus] = useQuery("status");
  const words = useLater(search);
  const query = { question: words, status, limit: PAGE };
  const path = url(["v1", "solves"], query);
  const first = useLoad((signal) => get(path, signal), [path]);
  const more = useMore(path, query);
  const polled = useRef(first);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !polled.current.loading) {
        polled.current.reload();
      }
    }, REFRESH);
    return () => clearInterval(timer);
  }, [path]);
  const isFiltered = words !== "" || status !== "";
  polled.current = first;
  const suspended = first.value ? first.value.items.filter((run) => run.status === "suspended").length : 0;

  return el("div", null,
    el(PageHead, { title: t("runs.title"), lead: t("runs.lead") },
      el(ButtonLink, { href: "/compare" }, t("runs.compare")),
      el(ButtonLink, { kind: "main", href: "/new" }, t("runs.new"))),
    el(Notes, { suspended }),
    el("div.filters", { role: "search" },
      el("input", { type: "search", value: search, placeholder: t("runs.search"), "aria-label": t("runs.search"),
        onInput: (event) => setSearch(event.target.value) }),
      el(Choice, { label: t("runs.state"), value: status, onChange: setStatus,
        options: [{ value: "", label: t("runs.all") }].concat(
          STATES.map((one) => ({ value: one, label: t(`status.${one}`) }))) })),
    el(Loaded, { state: first }, (page) => {
      const known = new Set(page.items.map((run) => run.run));
      const rows = page.items.concat(more.items.filter((run) => !known.has(run.run)));
      if (rows.length === 0) {
        return el(Empty, { title: isFiltered ? t("runs.noMatch") : t("runs.none") },
          isFiltered ? el(Button, { onClick: () => {
            setSearch("");
            setStatus("");
          } }, t("runs.all")) : el("p", null, t("runs.noneHint")));
      }
      const cursor = more.next === null ? page.next : more.next;
      return el("div", null,
        el(Table, { caption: t("runs.title"), columns: COLUMNS, rows, rowKey: (run) => run.run }),
        el("p.quiet.shown", { role: "status" }, tn("runs.shown", rows.length)),
        more.problem && el(Problem, { problem: more.problem }),
        cursor && el(Button, { disabled: more.busy, onClick: () => more.load(cursor) },
          more.busy ? t("runs.loadingMore") : t("runs.more")));
    }));
}
