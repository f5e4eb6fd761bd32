import { useRef } from "./preact.js";
import { el } from "./ui.js";

/** A list of which one item is shown beside it: one stop of the tab key, then arrow keys. */
export function PickList({ label, items, keyOf, chosen, choose, line }) {
  const list = useRef(null);
  const place = items.findIndex((item) => keyOf(item) === chosen);

  function key(event) {
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 };
    const next = items[steps[event.key]];
    if (next) {
      event.preventDefault();
      choose(keyOf(next));
      list.current.children[items.indexOf(next)].focus();
    }
  }
  return el("ul.picks", { ref: list, role: "listbox", "aria-label": label, onKeyDown: key },
    items.map((item, index) => el("li", { key: keyOf(item), role: "option",
      tabindex: index === Math.max(0, place) ? 0 : -1, "aria-selected": String(index === place),
      onClick: () => choose(keyOf(item)) }, line(item))));
}
