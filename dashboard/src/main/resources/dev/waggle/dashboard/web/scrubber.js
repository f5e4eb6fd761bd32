import { useEffect, useRef, useState } from "./preact.js";
import { markWords } from "./lanes.js";
import { el, Button } from "./ui.js";
import { t } from "./words.js";

const WHOLE_MS = 24_000;
const LONGEST_STEP_MS = 700;

function timeOfDay(time) {
  return new Date(time).toLocaleTimeString("en-GB");
}

/** Steps through the marks of a run: a slider, buttons, and the words of the mark at the position. */
export function Scrubber({ model, position, onMove, isLive, isFollowing }) {
  const [isPlaying, setPlaying] = useState(false);
  const place = useRef(position);
  place.current = position;
  const { count } = model;

  useEffect(() => {
    if (!isPlaying) {
      return undefined;
    }
    const pause = Math.min(LONGEST_STEP_MS, WHOLE_MS / Math.max(1, count));
    let frame = 0;
    let from = null;
    let start = place.current >= count ? 0 : place.current;
    const step = (now) => {
      if (from === null) {
        from = now;
        onMove(start);
      }
      const next = Math.min(model.count, start + Math.floor((now - from) / pause));
      if (next !== place.current) {
        onMove(next);
      }
      if (next >= model.count) {
        setPlaying(false);
      } else {
        frame = requestAnimationFrame(step);
      }
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  function move(next) {
    setPlaying(false);
    onMove(Math.max(0, Math.min(count, next)));
  }

  function keyed(event) {
    const rounds = { PageUp: 1, PageDown: -1 };
    if (rounds[event.key]) {
      event.preventDefault();
      move(model.roundStep(position, rounds[event.key]));
    }
  }

  const mark = position > 0 ? model.mark(position - 1) : null;
  const words = mark ? markWords(mark) : t("run.beforeFirst");
  const button = (label, sign, next, isDisabled) => el(Button, { class: "button plain small", "aria-label": label,
    title: label, disabled: isDisabled, onClick: () => move(next) }, el("span", { "aria-hidden": "true" }, sign));
  return el("div.scrubber", { role: "group", "aria-label": t("run.scrubber") },
    el("div.scrubber-row", null,
      el("div.scrubber-buttons", null,
        button(t("run.roundBack"), "⏮", model.roundStep(position, -1), position === 0),
        button(t("run.stepBack"), "◀", position - 1, position === 0),
        el(Button, { class: "button plain small", "aria-pressed": String(isPlaying), onClick: () => setPlaying(!isPlaying) },
          t(isPlaying ? "run.pause" : "run.play")),
        button(t("run.stepOn"), "▶", position + 1, position >= count),
        button(t("run.roundOn"), "⏭", model.roundStep(position, 1), position >= count)),
      el("input", { type: "range", min: 0, max: count, step: 1, value: position, "aria-label": t("run.position"),
        "aria-valuetext": t("run.positionText", { position, count, words }), onKeyDown: keyed,
        onInput: (event) => move(Number(event.target.value)) }),
      isLive && el(Button, { class: "button plain small", "aria-pressed": String(isFollowing), onClick: () => move(count) },
        t("run.live"))),
    el("p.scrubber-words", null,
      el("span.number.quiet", null, t("run.of", { position: position.toLocaleString("en"), count: count.toLocaleString("en") })),
      mark && el("span.quiet", null, t("run.inRound", { round: mark.round })),
      mark && el("time.quiet", { datetime: new Date(mark.time).toISOString() }, timeOfDay(mark.time)),
      el("span.scrubber-text", null, el("bdi", null, words))));
}
