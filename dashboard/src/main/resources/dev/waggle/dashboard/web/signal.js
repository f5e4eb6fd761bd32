import { useState } from "./preact.js";
import { moment, percent } from "./format.js";
import { shapeOf, pathOf, typeWords } from "./mark-shapes.js";
import { el, Button, Loaded, Panel, useLoad } from "./ui.js";
import { hasText, t, tn } from "./words.js";

function Shape({ mark }) {
  const [shape, colour] = shapeOf(mark.type, mark.kind, mark.stance);
  return el("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" },
    el("path", { d: pathOf(shape), "fill-rule": "evenodd", class: `fill${colour}` }));
}

function MarkLink({ mark, nameOf, onOpen }) {
  return el("button.signal-link", { type: "button", onClick: () => onOpen(mark.id) },
    el(Shape, { mark }),
    el("span", null, el("span.signal-link-head", null, typeWords(mark.type, mark.stance), " ",
      el("span.quiet", null, t("run.by", { agent: nameOf(mark.by) })),
      mark.followers > 0 && el("span.quiet", null, ` · ${tn("run.followed", mark.followers)}`)),
    mark.text && el("bdi", { class: "signal-link-text" }, mark.text)));
}

function fieldName(name) {
  const key = `run.field.${name}`;
  return hasText(key) ? t(key) : name;
}

function Value({ value }) {
  return typeof value === "object" ? el("pre.mono.signal-json", { tabindex: 0 }, JSON.stringify(value, null, 2))
    : el("div.words", null, el("bdi", null, String(value)));
}

/** The content of a signal: the fields of its statement, each under its name. */
function Content({ entry }) {
  const data = entry.data && typeof entry.data === "object" && !Array.isArray(entry.data) ? entry.data
    : entry.data === undefined ? {} : { data: entry.data };
  const fields = [["summary", entry.summary], ["details", entry.details]].concat(Object.entries(data))
    .filter(([, value]) => value !== undefined && value !== null && value !== "");
  return el("dl.signal-fields", null, fields.map(([name, value]) => el("div", { key: name },
    el("dt", null, fieldName(name)), el("dd", null, el(Value, { value })))));
}

function Facts({ entry, nameOf, mark }) {
  const round = entry.scope && entry.scope.round;
  return el("dl.facts", null,
    el("dt", null, t("run.author")), el("dd", null, el("bdi", null, nameOf(mark ? mark.by : entry.by))),
    round !== undefined && [el("dt", null, t("run.roundWord")), el("dd", null, String(round))],
    el("dt", null, t("run.time")), el("dd", null, moment(entry.createdAt)),
    entry.confidence !== undefined && [el("dt", null, t("run.confidence")), el("dd", null, percent(entry.confidence, 1))],
    el("dt", null, t("run.entry")), el("dd", null, String(entry.seq)),
    el("dt", null, t("run.signalId")), el("dd.mono", null, entry.id));
}

function Chain({ title, none, marks, more, nameOf, onOpen }) {
  return el("section", null, el("h3", null, title),
    marks.length === 0 ? el("p.quiet", null, none)
      : el("ol.signal-chain", null, marks.map((mark) => el("li", { key: mark.id }, el(MarkLink, { mark, nameOf, onOpen })))),
    more > 0 && el("p.quiet", null, tn("run.moreFollowers", more)));
}

/** A signal in full with its causes up to the first, and what followed. Each of them opens in the same panel. */
export function SignalPanel({ source, id, nameOf, onClose }) {
  const [path, setPath] = useState([id]);
  const shown = path[path.length - 1];
  const state = useLoad((signal) => source.signal(shown, signal), [shown]);
  const open = (next) => setPath(path.concat([next]));
  const mark = state.value && state.value.mark;
  const title = mark ? typeWords(mark.type, mark.stance) : t("run.signal");
  return el(Panel, { title, onClose },
    path.length > 1 && el(Button, { class: "button plain small", onClick: () => setPath(path.slice(0, -1)) }, t("run.back")),
    el(Loaded, { state }, (signal) => el("div.stack", null,
      el(Content, { entry: signal.entry }),
      el(Facts, { entry: signal.entry, nameOf, mark: signal.mark }),
      el(Chain, { title: t("run.causes"), none: t("run.noCauses"), marks: signal.causes, more: 0, nameOf, onOpen: open }),
      el(Chain, { title: t("run.followers"), none: t("run.noFollowers"), marks: signal.followers,
        more: signal.moreFollowers, nameOf, onOpen: open }))));
}
