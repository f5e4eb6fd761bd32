import { useEffect, useMemo, useRef, useState } from "./preact.js";
import { percent } from "./format.js";
import { HEAD, LANE, LaneLayout } from "./lane-layout.js";
import { LaneDrawing } from "./lane-drawing.js";
import { pathOf, shapeOf, typeWords } from "./mark-shapes.js";
import { el, Announce, Button, Section } from "./ui.js";
import { t, tn } from "./words.js";

const NONE = -1;
const MOST_HEIGHT = 620;
const NARROW = 560;
const WIDE_GUTTER = 148;
const NARROW_GUTTER = 92;
const ALL_ARROWS_UNTIL = 400;
const MOST_RELATED = 300;
const MARGIN = 40;
/** Shapes that several types share. */
const SEVERAL = ["bar", "tick"];

/** A mark in words: who, what, when, and its text. */
export function markWords(mark) {
  const words = { agent: mark.agent.name, type: typeWords(mark.type, mark.stance), round: mark.round, text: mark.text,
    proposal: mark.proposal ? mark.proposal.name : "" };
  return t(mark.proposal && mark.type === "vote" ? "run.markOn" : "run.mark", words);
}

/** Marks that refer to a mark. */
function relatedTo(model, row) {
  const rows = [];
  for (let other = row + 1; row !== NONE && other < model.count && rows.length < MOST_RELATED; other++) {
    if (model.target(other) === row) {
      rows.push(other);
    }
  }
  return rows;
}

function Tip({ model, place }) {
  if (place === null) {
    return null;
  }
  const mark = model.mark(place.row);
  return el("div.lane-tip.card", { style: { left: `${place.x}px`, top: `${place.y}px` }, class: place.isLeft ? "to-left" : "" },
    el("p.small", null, el("strong", null, typeWords(mark.type, mark.stance)),
      mark.proposal && el("span.quiet", null, ` ${mark.proposal.name}`),
      el("span.quiet", null, ` · ${t("run.by", { agent: mark.agent.name })} · ${t("run.inRound", { round: mark.round })}`),
      mark.confidence !== null && el("span.quiet", null, ` · ${t("run.sure", { share: percent(mark.confidence) })}`)),
    mark.text && el("p", null, el("bdi", null, mark.text)));
}

function Key({ model, version }) {
  const entries = useMemo(() => {
    const known = new Map();
    const seen = new Set();
    const { type, kind, stance } = model.columns;
    for (let row = 0; row < model.count; row++) {
      const key = type[row] * 4 + stance[row] + 1;
      if (!seen.has(key)) {
        seen.add(key);
        const mark = model.mark(row);
        const shape = shapeOf(mark.type, model.kinds[kind[row]], mark.stance);
        const isOfSeveral = SEVERAL.includes(shape[0]);
        const words = isOfSeveral ? t(`run.shape.${shape[0]}`) : typeWords(mark.type, mark.stance);
        known.set(words, { words, shape });
      }
    }
    return [...known.values()];
  }, [model, Math.floor(version / 20)]);
  return el("ul.lane-key", { "aria-label": t("run.key") }, entries.map((entry) => el("li", { key: entry.words },
    el("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" },
      el("path", { d: pathOf(entry.shape[0]), "fill-rule": "evenodd", class: `fill${entry.shape[1]}` })), entry.words)));
}

/** Keys that move between marks. */
function moved(layout, row, key) {
  switch (key) {
    case "ArrowLeft": return layout.alongLane(row, -1);
    case "ArrowRight": return layout.alongLane(row, 1);
    case "ArrowUp": return layout.acrossLanes(row, -1);
    case "ArrowDown": return layout.acrossLanes(row, 1);
    case "Home": return layout.endOfLane(row, false);
    case "End": return layout.endOfLane(row, true);
    default: return NONE;
  }
}

/**
 * The swim lanes of a run: agents as lanes, rounds as columns, marks by type. Only what is in sight is drawn. One button
 * stands on the current mark for keys and screen readers.
 */
export function Lanes({ model, version, position, isFollowing, onOpen }) {
  const layout = useMemo(() => new LaneLayout(model), [model]);
  const box = useRef(null);
  const canvas = useRef(null);
  const focus = useRef(null);
  const state = useRef({ drawing: null, frame: 0, scene: {} }).current;
  const [current, setCurrent] = useState(NONE);
  const [hover, setHover] = useState(null);
  const [isFocused, setFocused] = useState(false);
  const [chosenArrows, setAllArrows] = useState(null);
  const allArrows = chosenArrows === null ? model.count <= ALL_ARROWS_UNTIL : chosenArrows;
  const [size, setSize] = useState({ width: 600, height: 300 });
  const gutter = size.width < NARROW ? NARROW_GUTTER : WIDE_GUTTER;
  const related = useMemo(() => relatedTo(model, current), [model, current, version]);
  layout.update();
  layout.fit(size.width - gutter);
  Object.assign(state.scene, { layout, position, current: isFocused ? current : hover ? hover.row : NONE, related:
    isFocused ? related : [], allArrows, gutter, roundWord: (round) => (round === 0 ? t("run.beginning") : t("run.round", { round })) });

  function draw() {
    state.frame = 0;
    const element = box.current;
    if (element && state.drawing) {
      Object.assign(state.scene, { left: element.scrollLeft, top: element.scrollTop, width: element.clientWidth,
        height: element.clientHeight });
      state.drawing.draw(state.scene);
      placeFocus();
    }
  }

  function ask() {
    if (state.frame === 0) {
      state.frame = requestAnimationFrame(draw);
    }
  }

  function placeFocus() {
    const row = state.focused === undefined ? NONE : state.focused;
    if (row !== NONE && focus.current) {
      const { x, y } = state.scene.layout.placeOf(row);
      focus.current.style.transform = `translate(${x + state.scene.gutter - 11}px, ${y + HEAD - 11}px)`;
    }
  }

  function reveal(row, isBoth) {
    const element = box.current;
    if (!element || row < 0 || row >= layout.done) {
      return;
    }
    const { x, y } = layout.placeOf(row);
    const wide = element.clientWidth - gutter;
    if (x < element.scrollLeft + MARGIN || x > element.scrollLeft + wide - MARGIN) {
      element.scrollLeft = Math.max(0, x - wide * (x < element.scrollLeft ? 0.25 : 0.75));
    }
    const high = element.clientHeight - HEAD;
    if (isBoth && (y < element.scrollTop + LANE / 2 || y > element.scrollTop + high - LANE / 2)) {
      element.scrollTop = Math.max(0, y - high / 2);
    }
  }

  useEffect(() => {
    state.drawing = new LaneDrawing(canvas.current);
    const renew = () => {
      state.drawing.renewTheme();
      ask();
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const sizes = new ResizeObserver(() => {
      setSize({ width: box.current.clientWidth, height: box.current.clientHeight });
      ask();
    });
    sizes.observe(box.current);
    document.addEventListener("waggle-theme", renew);
    dark.addEventListener("change", renew);
    return () => {
      sizes.disconnect();
      document.removeEventListener("waggle-theme", renew);
      dark.removeEventListener("change", renew);
      cancelAnimationFrame(state.frame);
      state.frame = 0;
    };
  }, []);
  useEffect(ask);
  useEffect(() => reveal(position - 1, !isFollowing), [position]);

  function choose(row) {
    state.focused = row;
    setCurrent(row);
    reveal(row, true);
    placeFocus();
  }

  function point(event) {
    const edge = box.current.getBoundingClientRect();
    const x = event.clientX - edge.left;
    const y = event.clientY - edge.top;
    const row = x < gutter || y < HEAD ? NONE
      : layout.markAt(x - gutter + box.current.scrollLeft, y - HEAD + box.current.scrollTop);
    return { row, x, y, isLeft: x > edge.width / 2 };
  }

  function keyed(event) {
    const row = moved(layout, current, event.key);
    if (row !== NONE) {
      event.preventDefault();
      choose(row);
    }
  }

  const first = current === NONE ? Math.max(0, Math.min(position, model.count) - 1) : current;
  const tip = hover || (isFocused && current !== NONE && box.current ? tipAt(layout, current, box.current, gutter) : null);
  const toggle = el(Button, { class: "button plain small", "aria-pressed": String(allArrows),
    onClick: () => setAllArrows(!allArrows) }, t("run.arrows"));
  return el(Section, { title: t("run.lanes"), note: tn("run.marks", model.count), aside: toggle, id: "lanes" },
    el("div.lane-picture", null,
      el("div.lanes-box", { ref: box, tabindex: NONE, onScroll: () => {
        setHover(null);
        ask();
      }, onPointerMove: (event) => {
        const place = point(event);
        if (place.row !== (hover ? hover.row : NONE)) {
          setHover(place.row === NONE ? null : place);
        }
      }, onPointerLeave: () => setHover(null), onClick: (event) => {
        const { row } = point(event);
        if (row !== NONE) {
          choose(row);
          onOpen(row);
        }
      }, style: { maxHeight: `${MOST_HEIGHT}px` } },
      el("div.lanes-space", { style: { width: `${layout.width + gutter}px`, height: `${layout.height + HEAD}px` } },
        el("canvas.lanes-canvas", { ref: canvas, "aria-hidden": "true",
          style: { width: `${size.width}px`, height: `${size.height}px` } }),
        model.count > 0 && el("button.lane-focus", { ref: focus, type: "button",
          "aria-label": markWords(model.mark(first)), "aria-describedby": "lanes-keys", onKeyDown: keyed,
          onFocus: () => {
            setFocused(true);
            choose(first);
          }, onBlur: () => setFocused(false), onClick: (event) => {
            event.stopPropagation();
            onOpen(first);
          } }))),
      el(Tip, { model, place: tip })),
    el("p.hint", { id: "lanes-keys" }, t("run.lanesKeys")),
    el(Announce, { text: isFocused && current !== NONE ? markWords(model.mark(current)) : "" }),
    el(Key, { model, version }));
}

function tipAt(layout, row, box, gutter) {
  const { x, y } = layout.placeOf(row);
  const left = x + gutter - box.scrollLeft;
  return { row, x: left, y: y + HEAD - box.scrollTop, isLeft: left > box.clientWidth / 2 };
}
