import { useEffect, useRef, useState } from "./preact.js";
import { el, Button } from "./ui.js";
import { t } from "./words.js";

/**
 * A button for what cannot be taken back. It asks in its place, and the safe answer has the focus. When the button goes
 * with what it was for, the focus goes to the element around it that has the attribute data-home.
 */
export function ConfirmButton({ label, question, confirm, onConfirm }) {
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const safe = useRef(null);
  const first = useRef(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) {
      asked.current = true;
      safe.current.focus();
    } else if (asked.current && first.current) {
      first.current.focus();
    }
  }, [asking]);
  useEffect(() => () => {
    const node = safe.current || first.current;
    const home = node && node.closest("[data-home]");
    if (home && home.contains(document.activeElement)) {
      home.focus({ preventScroll: true });
    }
  }, []);
  if (!asking) {
    return el("button.button.plain.small", { type: "button", ref: first, onClick: () => setAsking(true) }, label);
  }
  return el("span.confirm", { role: "group", "aria-label": question, onKeyDown: (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      setAsking(false);
    }
  } },
  el("span", null, question),
  el(Button, { kind: "danger small", disabled: working, onClick: async () => {
    setWorking(true);
    try {
      await onConfirm();
    } finally {
      setWorking(false);
      setAsking(false);
    }
  } }, confirm),
  el("button.button.plain.small", { type: "button", ref: safe, onClick: () => setAsking(false) }, t("parts.keep")));
}
