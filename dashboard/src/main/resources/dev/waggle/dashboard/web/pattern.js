import { useEffect, useMemo, useRef, useState } from "./preact.js";
import { get } from "./api.js";
import { count } from "./format.js";
import { el, Field } from "./ui.js";
import { t } from "./words.js";

const SHOWN = 12;

/** Loads the types of the log now and with each reload, for completion. */
export function useTypes() {
  const [types, setTypes] = useState([]);
  const reload = () => get("/v1/signals/types").then((list) => setTypes(list.items), () => {});
  useEffect(() => {
    reload();
  }, []);
  return { types, reload };
}

/** Patterns that go on with what is typed: the families of types first, then the types. */
export function completions(types, typed) {
  const families = new Map();
  for (const one of types) {
    const colon = one.type.indexOf(":");
    if (colon > 0) {
      const family = `${one.type.slice(0, colon)}:*`;
      families.set(family, (families.get(family) || 0) + one.count);
    }
  }
  const all = [...families].map(([pattern, number]) => ({ pattern, number }))
    .concat(types.map((one) => ({ pattern: one.type, number: one.count })));
  const begun = typed.toLowerCase();
  const fitting = all.filter((one) => one.pattern.toLowerCase().includes(begun) && one.pattern !== typed);
  fitting.sort((a, b) => Number(b.pattern.toLowerCase().startsWith(begun)) - Number(a.pattern.toLowerCase()
    .startsWith(begun)));
  return fitting.slice(0, SHOWN);
}

/** A field for a pattern of types. It offers what the log holds, and tells the pattern when it is chosen or entered. */
export function PatternField({ label, hint, error, value, onValue, types, onFocus }) {
  const [typed, setTyped] = useState(value);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const told = useRef(value);
  const offered = useMemo(() => (open ? completions(types, typed) : []), [open, types, typed]);
  useEffect(() => {
    if (value !== told.current) {
      told.current = value;
      setTyped(value);
    }
  }, [value]);

  function tell(pattern) {
    told.current = pattern.trim();
    setTyped(pattern);
    setOpen(false);
    setAt(-1);
    onValue(pattern.trim());
  }

  function key(event, listId) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      setAt((old) => (offered.length === 0 ? -1 : (old + step + offered.length + (old < 0 && step < 0 ? 1 : 0))
        % offered.length));
    } else if (event.key === "Enter") {
      if (offered[at]) {
        event.preventDefault();
      }
      tell(offered[at] ? offered[at].pattern : typed);
    } else if (event.key === "Escape" && open && offered.length > 0) {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      setAt(-1);
    }
    return listId;
  }

  return el(Field, { label, hint, error, class: "pattern" }, (ids) => {
    const list = `${ids.id}-list`;
    const isOpen = open && offered.length > 0;
    return el("div.combo", null,
      el("input.mono", { ...ids, type: "text", role: "combobox", autocomplete: "off", autocapitalize: "none",
        spellcheck: false, value: typed, placeholder: t("parts.patternExample"), "aria-autocomplete": "list",
        "aria-expanded": String(isOpen), "aria-controls": list,
        "aria-activedescendant": isOpen && at >= 0 ? `${list}-${at}` : undefined,
        onFocus: () => {
          setOpen(true);
          if (onFocus) {
            onFocus();
          }
        },
        onBlur: () => {
          setOpen(false);
          if (typed.trim() !== told.current) {
            tell(typed);
          }
        },
        onInput: (event) => {
          setTyped(event.target.value);
          setOpen(true);
          setAt(-1);
        },
        onKeyDown: (event) => key(event, list) }),
      el("ul.offers", { id: list, role: "listbox", tabindex: -1, "aria-label": t("parts.patternOffers"), hidden: !isOpen },
        offered.map((one, index) => el("li", { key: one.pattern, id: `${list}-${index}`, role: "option",
          "aria-selected": String(index === at), class: index === at ? "at" : undefined,
          onMouseDown: (event) => {
            event.preventDefault();
            tell(one.pattern);
          } },
        el("code", null, one.pattern), el("span.quiet.small", null, count(one.number))))));
  });
}
