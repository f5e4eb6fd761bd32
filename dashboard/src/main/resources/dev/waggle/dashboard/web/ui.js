import { Fragment, h, useEffect, useRef, useState } from "./preact.js";
import { t } from "./words.js";
import { moment, percent, relative } from "./format.js";

const MINUTE = 60_000;

/** An element: its name with classes, such as "p.quiet", its properties, and what is in it. */
export function el(name, props, ...children) {
  if (typeof name !== "string") {
    return h(name, props, ...children);
  }
  const [tag, ...classes] = name.split(".");
  const given = props || {};
  const all = classes.concat(given.class ? [given.class] : []).join(" ");
  return h(tag || "div", all ? { ...given, class: all } : given, ...children);
}

/** Loads a value, again when one of the keys changes or reload is called. What was loaded stays visible meanwhile. */
export function useLoad(load, keys) {
  const [state, setState] = useState({ value: undefined, problem: null, loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState((old) => ({ ...old, loading: true }));
    load(stop.signal).then(
      (value) => setState({ value, problem: null, loading: false }),
      (problem) => {
        if (problem.name !== "AbortError") {
          setState((old) => ({ value: old.value, problem, loading: false }));
        }
      },
    );
    return () => stop.abort();
  }, [...keys, turn]);
  return { ...state, reload: () => setTurn((old) => old + 1) };
}

/** The time now, renewed so often. */
export function useNow(every = MINUTE) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** A value that follows another one after a pause, for typing. */
export function useLater(value, ms = 250) {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}

/** A value that follows another one at most so often; the last one always arrives. */
export function useSteady(value, ms) {
  const [steady, setSteady] = useState(value);
  const state = useRef({ timer: 0, value }).current;
  state.value = value;
  if (ms > 0 && steady !== value && state.timer === 0) {
    state.timer = setTimeout(() => {
      state.timer = 0;
      setSteady(state.value);
    }, ms);
  }
  useEffect(() => () => clearTimeout(state.timer), []);
  return ms > 0 ? steady : value;
}

/** A value of the address's query, which a reload and a bookmark keep. */
export function useQuery(name, usual = "") {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(name) || usual);
  const change = (next) => {
    const query = new URLSearchParams(location.search);
    if (next === usual || next === "") {
      query.delete(name);
    } else {
      query.set(name, next);
    }
    const search = query.toString();
    history.replaceState(null, "", `${location.pathname}${search ? `?${search}` : ""}${location.hash}`);
    setValue(next);
  };
  return [value, change];
}

/** Head of a page: its title, a sentence, and what can be done. */
export function PageHead({ title, lead, children }) {
  useEffect(() => {
    document.title = t("app.titled", { title });
  }, [title]);
  return el("header.page-head", null,
    el("div", null, el("h1", null, title), lead && el("p.lead", null, lead)),
    children && el("div.actions", null, children));
}

/** A part of a page with its heading. */
export function Section({ title, note, aside, class: more, id, children }) {
  const heading = useRef(`section-${Math.random().toString(36).slice(2)}`).current;
  return el("section.part", { class: more, id, "aria-labelledby": heading },
    el("header.part-head", null, el("h2", { id: heading }, title), note && el("span.quiet", null, note),
      aside && el("div.actions", null, aside)),
    children);
}

/** A button. `kind` is "main", "plain" or "danger". */
export function Button({ kind = "plain", children, ...props }) {
  return el("button", { type: "button", class: `button ${kind}`, ...props }, children);
}

/** A link that looks as a button. */
export function ButtonLink({ kind = "plain", children, ...props }) {
  return el("a", { class: `button ${kind}`, ...props }, children);
}

/** A labelled field; `hint` and `error` are read out with it. */
export function Field({ label, hint, error, children, class: more }) {
  const id = useRef(`field-${Math.random().toString(36).slice(2)}`).current;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return el("div.field", { class: more },
    el("label", { for: id }, label),
    children({ id, "aria-describedby": described, "aria-invalid": error ? "true" : undefined }),
    hint && el("p.hint", { id: `${id}-hint` }, hint),
    error && el("p.field-error", { id: `${id}-error`, role: "alert" }, error));
}

/** A state in a word, with a shape of its own, so that it is told apart without colours. */
export function State({ state, children }) {
  return el("span.state", { class: `state-${state}` }, el("span.state-mark", { "aria-hidden": "true" }), children);
}

/** A share as a bar with its figure. */
export function Share({ value, mark, digits = 0, label }) {
  const known = value !== null && value !== undefined;
  return el("span.share", null,
    el("span.share-bar", { "aria-hidden": "true" },
      known && el("span.share-fill", { style: { width: `${Math.max(0, Math.min(1, value)) * 100}%` } }),
      mark !== undefined && mark !== null && el("span.share-mark", { style: { left: `${mark * 100}%` } })),
    el("span.number", null, label && el("span.hidden", null, `${label} `), percent(value, digits)));
}

/** A time: how long ago, with the moment in full for a pointer and a screen reader. */
export function Time({ at }) {
  const now = useNow();
  return at ? el("time", { datetime: at, title: moment(at) }, relative(at, now)) : t("app.none");
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children }) {
  return el("div.empty", null, el("p.empty-title", null, title), children && el("div.quiet", null, children));
}

/** A refusal or failure, with its remedy and a way to try again. */
export function Problem({ problem, retry }) {
  return el("div.problem", { role: "alert" },
    el("p", null, problem.detail || problem.message || String(problem)),
    problem.remedy && el("p.quiet", null, problem.remedy),
    retry && el(Button, { onClick: retry }, t("app.retry")));
}

/** What a load has given: its problem, its progress, or what the function makes of its value. */
export function Loaded({ state, children }) {
  if (state.problem && state.value === undefined) {
    return el(Problem, { problem: state.problem, retry: state.reload });
  }
  if (state.value === undefined) {
    return el("p.quiet.loading", { role: "status" }, t("app.loading"));
  }
  return el(Fragment, null, state.problem && el(Problem, { problem: state.problem, retry: state.reload }),
    children(state.value));
}

/** A table. Each column has a title, a cell, and may be a number. */
export function Table({ caption, columns, rows, rowKey, rowProps = () => ({}) }) {
  return el("div.table-box.blocks", { tabindex: 0, role: "region", "aria-label": caption },
    el("table", null,
      el("caption.hidden", null, caption),
      el("thead", null, el("tr", null,
        columns.map((column) => el("th", { scope: "col", class: column.number ? "number" : undefined }, column.title)))),
      el("tbody", null, rows.map((row, index) => el("tr", { key: rowKey ? rowKey(row) : index, ...rowProps(row) },
        columns.map((column) => el("td", { class: column.number ? "number" : undefined, "data-title": column.title },
          column.cell(row))))))));
}

/** A group of choices of which one holds. */
export function Choice({ label, value, options, onChange }) {
  const name = useRef(`choice-${Math.random().toString(36).slice(2)}`).current;
  return el("fieldset.choice", null, el("legend.hidden", null, label),
    options.map((option) => el("label", { key: option.value, class: option.value === value ? "chosen" : undefined },
      el("input", { type: "radio", name, value: option.value, checked: option.value === value,
        onChange: () => onChange(option.value) }),
      option.label)));
}

/** A panel that slides over the page; Escape closes it, and the focus goes back to where it was. */
export function Panel({ title, onClose, children }) {
  const panel = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = panel.current;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before && before.focus) {
        before.focus();
      }
    };
  }, []);
  return el("dialog.panel", { ref: panel, "aria-label": title, onCancel: (event) => {
    event.preventDefault();
    onClose();
  }, onClick: (event) => {
    if (event.target === panel.current) {
      onClose();
    }
  } },
  el("div.panel-body", null,
    el("header.part-head", null, el("h2", null, title),
      el("div.actions", null, el(Button, { onClick: onClose }, t("app.close")))),
    children));
}

/** A sentence for screen readers when it changes. */
export function Announce({ text }) {
  return el("p.hidden", { role: "status", "aria-live": "polite" }, text);
}
