import { hasText, t } from "./words.js";

/** Outlines of marks around their middle, for canvas and SVG alike. Each type has a shape of its own. */
const PATHS = {
  square: "M-5-5h10v10h-10z",
  up: "M0-5.5L5.5 4.5h-11z",
  down: "M0 5.5L5.5-4.5h-11z",
  ring: "M5 0a5 5 0 1 1-10 0a5 5 0 1 1 10 0zM2.8 0a2.8 2.8 0 1 0-5.6 0a2.8 2.8 0 1 0 5.6 0z",
  dot: "M4 0a4 4 0 1 1-8 0a4 4 0 1 1 8 0z",
  diamond: "M0-6.2L6.2 0L0 6.2L-6.2 0z",
  hollow: "M0-6.2L6.2 0L0 6.2L-6.2 0zM0-3.2L-3.2 0L0 3.2L3.2 0z",
  cross: "M-5.2-3.4L-3.4-5.2L0-1.8L3.4-5.2L5.2-3.4L1.8 0L5.2 3.4L3.4 5.2L0 1.8L-3.4 5.2L-5.2 3.4L-1.8 0z",
  star: "M0-6.8L1.9-2.2L6.7-2L2.9 1L4.2 5.7L0 3L-4.2 5.7L-2.9 1L-6.7-2L-1.9-2.2z",
  flag: "M-4.5-6h1.6v12h-1.6zM-2.2-5.4h7.2L3.2-2L5 1.4h-7.2z",
  bar: "M-1.2-6h2.4v12h-2.4z",
  tick: "M-0.8-3h1.6v6h-1.6z",
  plate: "M-5.5-3.5h11v7h-11zM-3.7-1.7v3.4h7.4v-3.4z",
  glass: "M-4.5-6h9L1-0.2L4.5 6h-9L-1-0.2z",
};

const SHAPES = {
  "task:new": ["flag", "--ink"],
  proposal: ["square", "--s1"],
  discovery: ["dot", "--s8"],
  doubt: ["hollow", "--s7"],
  challenge: ["diamond", "--s4"],
  conflict: ["cross", "--s4"],
  "consensus:reached": ["star", "--good"],
  escalate: ["glass", "--warn"],
  "memory:shared": ["plate", "--s6"],
  "agent:error": ["cross", "--bad"],
  "seat:asked": ["glass", "--warn"],
  "seat:answered": ["plate", "--s6"],
  "seat:expired": ["cross", "--warn"],
};
const VOTES = { agree: ["up", "--s3"], disagree: ["down", "--s2"], abstain: ["ring", "--s5"] };
const BY_KIND = { speech: ["plate", "--s5"], runtime: ["bar", "--ink-quiet"], call: ["tick", "--ink-quiet"] };

/** The outline of a shape. */
export function pathOf(shape) {
  return PATHS[shape];
}

/** Names of all shapes. */
export function shapeNames() {
  return Object.keys(PATHS);
}

/** The shape and the colour of a mark. */
export function shapeOf(type, kind, stance) {
  return (type === "vote" && VOTES[stance]) || SHAPES[type] || BY_KIND[kind] || BY_KIND.speech;
}

/** The words of a type; those of the log where the page knows none. */
export function typeWords(type, stance) {
  const key = `run.type.${type.replace(/\W/g, "-")}`;
  if (type === "vote" && stance) {
    return t(`run.vote.${stance}`);
  }
  return hasText(key) ? t(key) : type;
}
