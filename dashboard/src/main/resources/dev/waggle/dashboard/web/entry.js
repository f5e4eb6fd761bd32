import { el } from "./ui.js";
import { moment } from "./format.js";
import { t } from "./words.js";

/** Fields of a signal's data that say it in words, the most telling first. */
const TELLING = ["content", "finding", "question", "concern", "argument", "text", "message", "description", "summary",
  "answer", "title", "reasoning"];
const EXCERPT = 240;

/** The name of a source: an agent, a process, a person or a part of the runtime. */
export function sourceName(source) {
  if (!source) {
    return t("app.none");
  }
  return source.id || source.name || source.agent || source.type || t("app.none");
}

/** What a signal says, in a line. */
export function wordsOf(entry) {
  if (typeof entry.summary === "string" && entry.summary) {
    return excerpt(entry.summary);
  }
  const data = entry.data;
  if (data === undefined || data === null) {
    return "";
  }
  if (typeof data !== "object") {
    return excerpt(String(data));
  }
  const name = TELLING.find((one) => typeof data[one] === "string" && data[one]);
  return name ? excerpt(data[name]) : "";
}

/** The plain fields of a signal's data, for one that says nothing in words. */
export function fieldsOf(entry) {
  const data = entry.data;
  if (data === null || typeof data !== "object" || Array.isArray(data)) {
    return "";
  }
  return excerpt(Object.entries(data).filter(([, value]) => value === null || typeof value !== "object")
    .map(([name, value]) => `${name} ${value}`).join(" · "));
}

/** What a signal says; the fields of one that says nothing are quieter. */
export function Said({ entry, class: more }) {
  const words = wordsOf(entry);
  return words ? el("bdi", { class: more }, words) : el("bdi.quiet", { class: more }, fieldsOf(entry));
}

/** The beginning of a text on one line. */
export function excerpt(text, length = EXCERPT) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** The time of day of an entry, with the whole moment for a pointer. */
export function Clock({ at }) {
  return el("time.mono", { datetime: new Date(at).toISOString(), title: moment(at) },
    new Date(at).toLocaleTimeString("en-GB"));
}

/** A type of signals. */
export function TypeName({ type }) {
  return el("code.type", null, type);
}

/** Facts as a list of names and values; a fact without a value is left out. */
export function Facts({ facts }) {
  return el("dl.facts", null, facts.filter(([, value]) => ![undefined, null, "", false].includes(value))
    .map(([name, value]) => [el("dt", { key: `${name}-name` }, name), el("dd", { key: name }, value)]));
}
