import { get, url } from "./api.js";
import { count, duration, money, moment, percent } from "./format.js";
import { el, ButtonLink, Empty, Field, Loaded, PageHead, Section, Share, State, useLoad, useQuery } from "./ui.js";
import { hasText, t, tn } from "./words.js";

const CHOICES = 200;

/** How a run ended, in words. */
function endingWords(ending) {
  return ending && hasText(`runs.ending.${ending}`) ? t(`runs.ending.${ending}`) : ending;
}

function outcome(run) {
  return run.decided ? el("p.words.answer", { dir: "auto" }, run.decision)
    : el("p.quiet", null, run.finished ? t("runs.undecided") : t("compare.open"));
}

/** Rows of the comparison: the words before, the value for comparing, and what a reader sees. */
const ROWS = [
  { name: "state", value: (run) => `${run.finished} ${run.decided}`, show: (run) => el(State, {
    state: run.decided ? "decided" : run.finished ? "open" : "interrupted" },
  run.decided ? t("runs.decided") : run.finished ? t("runs.undecided") : t("compare.open")) },
  { name: "confidence", value: (run) => run.confidence.toFixed(3), show: (run) => el(Share, {
    value: run.confidence, digits: 1 }) },
  { name: "agreement", value: (run) => run.agreement.toFixed(3), show: (run) => el(Share, {
    value: run.agreement, digits: 1 }) },
  { name: "strategy", value: (run) => run.strategy, show: (run) => (hasText(`new.strategyName.${run.strategy}`)
    ? t(`new.strategyName.${run.strategy}`) : run.strategy) },
  { name: "ending", value: (run) => run.ending, show: (run) => endingWords(run.ending) || t("app.none") },
  { name: "rounds", value: (run) => run.rounds, show: (run) => count(run.rounds) },
  { name: "voters", value: (run) => run.voters, show: (run) => count(run.voters) },
  { name: "time", value: () => "", show: (run) => duration(run.totalMs) },
  { name: "calls", value: (run) => run.calls, show: (run) => count(run.calls) },
  { name: "tokens", value: (run) => run.inputTokens + run.outputTokens, show: (run) => t("compare.inOut", {
    read: count(run.inputTokens), written: count(run.outputTokens) }) },
  { name: "cost", value: (run) => run.estimatedUsd, show: (run) => money(run.estimatedUsd) },
];

function options(runs) {
  return runs.map((run) => el("option", { key: run.run, value: run.run },
    `${(run.title || run.question).slice(0, 60)} · ${t(`status.${run.status}`)} · ${moment(run.startedAt)}`));
}

/** Choice of a run. Runs of the question of the other one come first. */
function Picker({ label, value, runs, other, onChange }) {
  const known = runs.some((run) => run.run === value);
  const question = (runs.find((run) => run.run === other) || {}).question;
  const alike = runs.filter((run) => run.question === question && run.run !== other);
  const rest = runs.filter((run) => !alike.includes(run));
  return el(Field, { label }, (field) => el("select", { ...field, value, onChange: (event) => onChange(event.target.value) },
    el("option", { value: "" }, t("compare.choose")),
    value && !known && el("option", { value }, value),
    alike.length > 0 && el("optgroup", { label: t("compare.alike") }, options(alike)),
    alike.length > 0 ? el("optgroup", { label: t("compare.others") }, options(rest)) : options(rest)));
}

/** A run at its side: its title or question, and the answer. */
function Side({ run, label, runs }) {
  const known = runs.find((one) => one.run === run.id) || {};
  return el("article.card.stack.side", { "aria-label": label },
    el("p.side-label", null, label),
    el("h2", null, el("a.strong", { href: url(["runs", run.id]) }, el("span.brief.words", { dir: "auto" },
      known.title || run.question || run.id))),
    outcome(run));
}

function votes(some) {
  return some.length === 0 ? el("span.quiet", null, t("compare.noVote"))
    : el("ul", null, some.map((vote, index) => el("li", { key: index },
      el("span.stance", { class: `stance-${vote.stance}` }, t(`seat.stance.${vote.stance}`)), " ",
      el("bdi", null, vote.answer))));
}

function Comparison({ both, runs }) {
  const first = t("compare.first");
  const second = t("compare.second");
  return el("div", null,
    el("p.note", null, t(both.run.finished && both.with.finished ? both.sameDecision ? "compare.same" : "compare.other"
      : "compare.unfinished")),
    both.notes.map((note) => el("p.quiet.remark", { key: note }, note)),
    el("div.columns.sides", null, el(Side, { run: both.run, label: first, runs }),
      el(Side, { run: both.with, label: second, runs })),
    el(Section, { title: t("compare.figures"), note: t("compare.figuresNote") },
      el("div.table-box", { tabindex: 0, role: "region",
        "aria-label": t("compare.table", { name: t("compare.figures") }) },
        el("table.compare", null, el("caption.hidden", null, t("compare.figures")),
          el("thead", null, el("tr", null, el("td.corner"), el("th", { scope: "col" }, first), el("th", { scope: "col" }, second))),
          el("tbody", null, ROWS.map((row) => {
            const differs = row.value(both.run) !== row.value(both.with);
            return el("tr", { key: row.name, class: differs ? "differs" : undefined },
              el("th", { scope: "row" }, differs && el("span.differs-mark", { title: t("compare.differs") }, "≠",
                el("span.hidden", null, t("compare.differs"))), t(`compare.row.${row.name}`)),
              el("td", null, row.show(both.run)), el("td", null, row.show(both.with)));
          }))))),
    el(Section, { title: t("compare.votes"), note: tn("compare.changes", both.votes.length) },
      both.votes.length === 0 ? el("p.quiet", null, t("compare.sameVotes"))
        : el("div.table-box", { tabindex: 0, role: "region",
          "aria-label": t("compare.table", { name: t("compare.votes") }) },
          el("table.compare", null, el("caption.hidden", null, t("compare.votes")),
            el("thead", null, el("tr", null, el("th", { scope: "col" }, t("compare.agent")),
              el("th", { scope: "col" }, first), el("th", { scope: "col" }, second))),
            el("tbody", null, both.votes.map((change) => el("tr", { key: change.agent },
              el("th", { scope: "row" }, el("bdi", null, change.agent)), el("td", null, votes(change.run)),
              el("td", null, votes(change.with)))))))));
}

/** Two runs side by side. */
export function Compare() {
  const [run, setRun] = useQuery("run");
  const [other, setOther] = useQuery("with");
  const list = useLoad((signal) => get(url(["v1", "solves"], { limit: CHOICES }), signal), []);
  const isReady = run !== "" && other !== "";
  const both = useLoad((signal) => (isReady ? get(url(["v1", "compare"], { run, with: other }), signal)
    : Promise.resolve(null)), [run, other]);
  return el("div", null,
    el(PageHead, { title: t("compare.title"), lead: t("compare.lead") }),
    el(Loaded, { state: list }, (page) => (page.items.length === 0
      ? el(Empty, { title: t("runs.none") }, el(ButtonLink, { href: "/new" }, t("runs.new")))
      : el("div.columns.pickers", null,
        el(Picker, { label: t("compare.first"), value: run, other, runs: page.items, onChange: setRun }),
        el(Picker, { label: t("compare.second"), value: other, other: run, runs: page.items,
          onChange: setOther })))),
    isReady ? el(Loaded, { state: both }, (value) => (value ? el(Comparison, { both: value, runs: (list.value || { items: [] }).items }) : null))
      : el("p.quiet", null, t("compare.hint")));
}
