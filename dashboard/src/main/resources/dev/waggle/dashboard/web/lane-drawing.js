import { HEAD, LANE } from "./lane-layout.js";
import { pathOf, shapeNames, shapeOf } from "./mark-shapes.js";

const NONE = -1;
const MOST_ARROWS = 400;
const LATER = 0.16;
const NAME_PAD = 10;
const STAMP = 16;
const COLOURS = ["--paper", "--raised", "--sunk", "--line", "--line-strong", "--ink", "--ink-quiet", "--accent", "--good",
  "--warn", "--bad", "--focus", "--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--s7", "--s8"];
const STANCES = ["agree", "disagree", "abstain"];

/** Colours and font of the theme, read once for many drawings. */
export function themeOf(element) {
  const style = getComputedStyle(element);
  return { colour: Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(name).trim()])),
    font: style.fontFamily };
}

/** Draws what is in sight of the lanes on a canvas. */
export class LaneDrawing {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.paths = Object.fromEntries(shapeNames().map((name) => [name, new Path2D(pathOf(name))]));
    this.theme = themeOf(canvas);
    this.names = new Map();
    this.stamps = new Map();
    this.ratio = 1;
  }

  /** Reads the colours again after a change of the theme. */
  renewTheme() {
    this.theme = themeOf(this.canvas);
    this.stamps.clear();
  }

  /** A shape in a colour as a small picture, drawn once and copied to each of its places. */
  stamp(shape, colour) {
    const key = `${shape} ${colour}`;
    if (!this.stamps.has(key)) {
      const picture = document.createElement("canvas");
      picture.width = STAMP * this.ratio;
      picture.height = STAMP * this.ratio;
      const context = picture.getContext("2d");
      context.scale(this.ratio, this.ratio);
      context.translate(STAMP / 2, STAMP / 2);
      context.fillStyle = this.theme.colour[colour];
      context.fill(this.paths[shape], "evenodd");
      this.stamps.set(key, picture);
    }
    return this.stamps.get(key);
  }

  /**
   * Draws.
   *
   * @param scene layout, its view (left, top, width, height, gutter), position, current mark, arrows
   */
  draw(scene) {
    const { context, canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    if (ratio !== this.ratio) {
      this.ratio = ratio;
      this.stamps.clear();
    }
    const width = Math.round(scene.width * ratio);
    const height = Math.round(scene.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, scene.width, scene.height);
    this.ground(scene);
    context.save();
    context.beginPath();
    context.rect(scene.gutter, HEAD, scene.width - scene.gutter, scene.height - HEAD);
    context.clip();
    context.translate(scene.gutter - scene.left, HEAD - scene.top);
    this.arrows(scene);
    this.marks(scene);
    context.restore();
    this.laneNames(scene);
    this.roundNames(scene);
  }

  ground({ layout, left, top, width, height, gutter }) {
    const { context, theme } = this;
    context.lineWidth = 1;
    context.strokeStyle = theme.colour["--line"];
    context.beginPath();
    const last = Math.min(layout.lanes.length, Math.ceil((top + height) / LANE));
    for (let lane = Math.floor(top / LANE); lane <= last; lane++) {
      const y = Math.round(HEAD + lane * LANE - top) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    layout.x.forEach((from) => {
      const x = Math.round(gutter + from - left) + 0.5;
      if (x >= gutter && x <= width) {
        context.moveTo(x, 0);
        context.lineTo(x, Math.min(height, HEAD + layout.height - top));
      }
    });
    context.stroke();
  }

  marks({ layout, left, top, width, height, gutter, position, current }) {
    const { context, theme } = this;
    const { columns, types, kinds } = layout.model;
    const later = [];
    layout.forEachIn(left, top, left + width - gutter, top + height - HEAD, (row, x, y) => {
      const [shape, colour] = shapeOf(types[columns.type[row]], kinds[columns.kind[row]], STANCES[columns.stance[row]]);
      const stamp = this.stamp(shape, colour);
      if (row < position) {
        context.drawImage(stamp, x - STAMP / 2, y - STAMP / 2, STAMP, STAMP);
      } else {
        later.push([stamp, x, y]);
      }
    });
    context.globalAlpha = LATER;
    later.forEach(([stamp, x, y]) => context.drawImage(stamp, x - STAMP / 2, y - STAMP / 2, STAMP, STAMP));
    context.globalAlpha = 1;
    [[position - 1, "--accent", 9], [current, "--focus", 9]].forEach(([row, colour, radius]) => {
      if (row >= 0 && row < layout.done) {
        const { x, y } = layout.placeOf(row);
        context.strokeStyle = theme.colour[colour];
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.stroke();
      }
    });
  }

  arrows(scene) {
    const { layout, position, current, related } = scene;
    const rows = [];
    if (scene.allArrows) {
      layout.forEachIn(scene.left, scene.top, scene.left + scene.width - scene.gutter, scene.top + scene.height - HEAD,
        (row) => {
          if (row < position && rows.length < MOST_ARROWS && layout.model.target(row) !== NONE) {
            rows.push(row);
          }
        });
    }
    rows.forEach((row) => this.arrow(layout, row, "--line-strong", 0.55));
    related.forEach((row) => this.arrow(layout, row, "--accent", 0.9));
    if (current !== NONE) {
      this.arrow(layout, current, "--focus", 1);
    }
  }

  arrow(layout, row, colour, alpha) {
    const target = layout.model.target(row);
    if (target === NONE || target === row || target >= layout.done || row >= layout.done) {
      return;
    }
    const { context, theme } = this;
    const from = layout.placeOf(row);
    const to = layout.placeOf(target);
    const bend = Math.min(60, 10 + Math.abs(from.x - to.x) / 6);
    const middle = { x: (from.x + to.x) / 2 + (from.x === to.x ? bend : 0), y: (from.y + to.y) / 2 - (from.y === to.y ? bend : 0) };
    const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
    const tip = { x: to.x - 8 * Math.cos(angle), y: to.y - 8 * Math.sin(angle) };
    context.globalAlpha = alpha;
    context.strokeStyle = theme.colour[colour];
    context.fillStyle = theme.colour[colour];
    context.lineWidth = alpha >= 0.9 ? 1.75 : 1;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.quadraticCurveTo(middle.x, middle.y, tip.x, tip.y);
    context.stroke();
    context.beginPath();
    context.moveTo(tip.x + 2 * Math.cos(angle), tip.y + 2 * Math.sin(angle));
    context.lineTo(tip.x - 5 * Math.cos(angle - 0.45), tip.y - 5 * Math.sin(angle - 0.45));
    context.lineTo(tip.x - 5 * Math.cos(angle + 0.45), tip.y - 5 * Math.sin(angle + 0.45));
    context.fill();
    context.globalAlpha = 1;
  }

  laneNames({ layout, top, height, gutter }) {
    const { context, theme } = this;
    context.fillStyle = theme.colour["--raised"];
    context.fillRect(0, HEAD, gutter, height - HEAD);
    context.textBaseline = "middle";
    context.textAlign = "left";
    const last = Math.min(layout.lanes.length - 1, Math.floor((top + height - HEAD) / LANE));
    for (let lane = Math.max(0, Math.floor(top / LANE)); lane <= last; lane++) {
      const agent = layout.model.agents[layout.lanes[lane]];
      const isRuntime = agent.kind === "runtime";
      context.font = `${isRuntime ? "400" : "560"} 13px ${theme.font}`;
      context.fillStyle = theme.colour[isRuntime ? "--ink-quiet" : "--ink"];
      context.fillText(this.fitted(agent.name, gutter - 2 * NAME_PAD, context.font), NAME_PAD,
        HEAD + LANE * (lane + 0.5) - top);
    }
    context.strokeStyle = theme.colour["--line-strong"];
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(gutter - 0.5, 0);
    context.lineTo(gutter - 0.5, Math.min(height, HEAD + layout.height - top));
    context.stroke();
  }

  roundNames({ layout, left, width, gutter, roundWord }) {
    const { context, theme } = this;
    context.fillStyle = theme.colour["--raised"];
    context.fillRect(0, 0, width, HEAD);
    context.save();
    context.beginPath();
    context.rect(gutter, 0, width - gutter, HEAD);
    context.clip();
    context.font = `400 12px ${theme.font}`;
    context.textBaseline = "middle";
    context.fillStyle = theme.colour["--ink-quiet"];
    layout.x.forEach((from, at) => {
      const end = from + layout.widthOf(at);
      if (end > left && from < left + width) {
        const wide = layout.widthOf(at) > 70;
        const number = layout.model.roundNumbers[at];
        const x = Math.max(from, Math.min(left, end - 70));
        context.fillText(wide ? roundWord(number) : String(number), gutter + x - left + 6, HEAD / 2);
      }
    });
    context.restore();
    context.strokeStyle = theme.colour["--line-strong"];
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, HEAD - 0.5);
    context.lineTo(width, HEAD - 0.5);
    context.stroke();
  }

  /** A text shortened to a width. */
  fitted(text, width, font) {
    const key = `${font} ${width} ${text}`;
    if (!this.names.has(key)) {
      const points = Array.from(text.slice(0, 80));
      let count = points.length;
      while (count > 1 && this.context.measureText(points.slice(0, count).join("") + (count < points.length ? "…" : "")).width > width) {
        count--;
      }
      this.names.set(key, points.slice(0, count).join("") + (count < points.length ? "…" : ""));
    }
    return this.names.get(key);
  }
}
