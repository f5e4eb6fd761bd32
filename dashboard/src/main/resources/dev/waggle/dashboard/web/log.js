import { useEffect, useState } from "./preact.js";
import { get, post } from "./api.js";
import { Facts } from "./entry.js";
import { bytes, count, moment, percent } from "./format.js";
import { el, Button, Empty, Loaded, PageHead, Problem, Section, State, Table, Time, useLoad } from "./ui.js";
import { t, tn } from "./words.js";

/** Pause between two questions for the progress of a verification. */
const PROGRESS = 1_000;

function range(segment) {
  return segment.first === 0 ? t("log.empty")
    : t("log.range", { first: count(segment.first), last: count(segment.last) });
}

/** The segments in the proportion of their sizes. */
function SegmentBar({ segments }) {
  return el("div.segments", { role: "img", "aria-label": tn("log.barLabel", segments.length) },
    segments.map((segment) => el("span.segment", { key: segment.name + segment.first,
      class: segment.sealed ? "sealed" : "active",
      title: t("log.segmentTitle", { name: segment.name, size: bytes(segment.bytes), range: range(segment) }),
      style: { flexGrow: Math.max(segment.bytes, 1) } })));
}

const COLUMNS = [
  { title: t("log.file"), cell: (segment) => el("span.mono", null, segment.name) },
  { title: t("log.kind"), cell: (segment) => t(segment.sealed ? "log.sealed" : "log.active") },
  { title: t("log.entries"), cell: range },
  { title: t("log.size"), number: true, cell: (segment) => bytes(segment.bytes) },
];

function Damages({ damages }) {
  return el(Table, { caption: t("log.damages"), rows: damages, columns: [
    { title: t("log.file"), cell: (damage) => el("span.mono", null, damage.file) },
    { title: t("log.line"), number: true, cell: (damage) => (damage.line > 0 ? count(damage.line) : t("app.none")) },
    { title: t("log.lost"), cell: (damage) => (damage.first === undefined ? t("app.none")
      : t("log.range", { first: count(damage.first), last: count(damage.last) })) },
    { title: t("log.reason"), cell: (damage) => damage.reason }] });
}

function Verdict({ verified }) {
  const found = verified.verdict;
  const gaps = Object.entries(found.gaps).map(([reason, number]) => t("log.gap", { reason, count: count(number) }));
  return el("div.stack", null,
    el("p.verdict", null, el(State, { state: found.sound ? "good" : "bad" },
      found.sound ? t("log.sound") : tn("log.damaged", found.damages.length)), " ", el(Time, { at: verified.at })),
    el(Facts, { facts: [
      [t("log.read"), t("log.readWords", { bytes: bytes(found.bytes), entries: count(found.entries),
        segments: count(found.segments) })],
      [t("log.gaps"), gaps.join(", ")],
      [t("log.torn"), found.tornBytes > 0 && bytes(found.tornBytes)],
      [t("log.stepsBack"), found.stepsBack > 0 && count(found.stepsBack)],
      [t("log.repeated"), found.repeatedIds > 0 && count(found.repeatedIds)],
      [t("log.redacted"), found.redactions > 0 && count(found.redactions)],
      [t("log.leftovers"), found.leftovers.join(", ")],
    ] }),
    found.damages.length > 0 && el(Damages, { damages: found.damages }),
    !found.sound && el("p.note", null, t("log.repair")));
}

/** Verification with its progress and its last verdict. */
function Verification({ log, reload }) {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState(null);
  const isRunning = isAsked || log.verifying !== undefined;
  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const timer = setInterval(reload, PROGRESS);
    return () => clearInterval(timer);
  }, [isRunning]);

  async function verify() {
    setAsked(true);
    setProblem(null);
    try {
      await post("/v1/log/verification");
    } catch (failed) {
      setProblem(failed);
    }
    setAsked(false);
    reload();
  }
  const share = log.verifying && log.bytes > 0 ? Math.min(1, log.verifying.bytes / log.bytes) : 0;
  return el(Section, { title: t("log.verification"), aside: el(Button, { kind: "main", disabled: isRunning,
    onClick: verify }, t(isRunning ? "log.verifying" : "log.verify")) },
  problem && el(Problem, { problem, retry: verify }),
  isRunning && el("p", { role: "status" }, el("progress", { max: 1, value: share, "aria-label": t("log.progress") }),
    " ", percent(share)),
  log.verified ? el(Verdict, { verified: log.verified })
    : !isRunning && el(Empty, { title: t("log.never") }, t("log.neverHint")));
}

/** The log on the disk: its size, its segments, and whether every byte of it is as it was written. */
export function Log() {
  const state = useLoad((signal) => get("/v1/log", signal), []);
  return el("div", null,
    el(PageHead, { title: t("log.title"), lead: t("log.lead") },
      el(Button, { onClick: state.reload }, t("log.reload"))),
    el(Loaded, { state }, (log) => el("div", null,
      el("dl.figures", null, [
        [t("log.entries"), log.last === 0 ? count(0) : count(log.last - log.first + 1), range(log)],
        [t("log.size"), bytes(log.bytes), tn("log.segmentCount", log.segmentCount)],
        [t("log.begins"), log.firstAt ? moment(log.firstAt) : t("app.none"), ""],
        [t("log.ends"), log.lastAt ? el(Time, { at: log.lastAt }) : t("app.none"), ""],
      ].map(([name, value, note]) => el("div", { key: name }, el("dt", null, name), el("dd", null, value,
        note && el("span.quiet.small", null, note))))),
      el(Verification, { log, reload: state.reload }),
      el(Section, { title: t("log.opening") },
        el("div.stack", null,
          el("p", null, el(State, { state: log.opening.clean ? "good" : log.opening.damageCount > 0 ? "bad"
            : "suspended" }, log.opening.clean ? t("log.clean") : log.opening.damageCount > 0
            ? tn("log.damaged", log.opening.damageCount) : t("log.cut", { bytes: bytes(log.opening.cutBytes) }))),
          log.opening.damages.length > 0 && el(Damages, { damages: log.opening.damages }),
          log.failures > 0 && el("p.note", null, tn("log.failures", log.failures)))),
      el(Section, { title: t("log.segments"), note: tn("log.segmentCount", log.segmentCount) },
        el("div.stack", null, el(SegmentBar, { segments: log.segments }),
          el(Table, { caption: t("log.segmentsTable"), columns: COLUMNS, rows: log.segments.slice().reverse(),
            rowKey: (segment) => segment.name + segment.first }))))));
}
