import { lastAtMost } from "./run-model.js";

const NONE = -1;

/** Sizes of the picture in CSS pixels. */
export const LANE = 30;
export const HEAD = 26;
const STEP = 13;
const WIDEST_STEP = 44;
const PAD = 8;
const NARROWEST = 44;
const REACH = 9;

/**
 * Places of the marks of a run: an agent is a lane, a round is a column, and the marks of an agent in a round stand side
 * by side in their order. It grows with its model, at the cost of what is new.
 */
export class LaneLayout {
  constructor(model) {
    this.model = model;
    this.lanes = [];
    this.laneAt = new Map();
    this.rowsOfLane = [];
    this.columns = [];
    this.x = [];
    this.slots = [];
    this.done = 0;
    this.step = STEP;
    this.room = 0;
    const members = model.agents.map((agent, index) => ({ agent, index }));
    const speaks = new Set(model.columns.by);
    members.filter(({ agent, index }) => agent.kind === "runtime" && speaks.has(index)).forEach((one) => this.lane(one.index));
    members.filter(({ agent }) => agent.kind !== "runtime").forEach((one) => this.lane(one.index));
    this.update();
  }

  lane(agent) {
    if (!this.laneAt.has(agent)) {
      this.laneAt.set(agent, this.lanes.length);
      this.lanes.push(agent);
      this.rowsOfLane.push([]);
    }
    return this.laneAt.get(agent);
  }

  /** Takes in what is new in the model. */
  update() {
    const { by, round } = this.model.columns;
    let changed = this.columns.length;
    for (let row = this.done; row < this.model.count; row++) {
      const lane = this.lane(by[row]);
      const at = Math.max(0, lastAtMost(this.model.roundNumbers, round[row]));
      while (this.columns.length <= at) {
        this.columns.push({ cells: new Map(), most: 0 });
      }
      const column = this.columns[at];
      if (!column.cells.has(lane)) {
        column.cells.set(lane, []);
      }
      const cell = column.cells.get(lane);
      this.slots.push(cell.length);
      cell.push(row);
      if (cell.length > column.most) {
        column.most = cell.length;
        changed = Math.min(changed, at);
      }
      this.rowsOfLane[lane].push(row);
    }
    this.done = this.model.count;
    this.place(Math.min(changed, this.x.length));
  }

  /** Spreads the marks of a short run over the width that is there. */
  fit(room) {
    if (room !== this.room) {
      this.room = room;
      this.place(0);
    }
  }

  place(first) {
    const slots = this.columns.length > 60 ? 0 : this.columns.reduce((sum, column) => sum + column.most, 0);
    const step = slots === 0 ? STEP : Math.max(STEP, Math.min(WIDEST_STEP,
      Math.floor((this.room - 2 * PAD * this.columns.length) / slots)));
    const from = step === this.step ? first : 0;
    this.step = step;
    for (let at = from; at < this.columns.length; at++) {
      this.x[at] = at === 0 ? 0 : this.x[at - 1] + this.widthOf(at - 1);
    }
  }

  widthOf(column) {
    return Math.max(NARROWEST, 2 * PAD + this.step * this.columns[column].most);
  }

  get width() {
    const last = this.columns.length - 1;
    return last < 0 ? 0 : this.x[last] + this.widthOf(last);
  }

  get height() {
    return this.lanes.length * LANE;
  }

  columnOf(row) {
    return Math.max(0, lastAtMost(this.model.roundNumbers, this.model.columns.round[row]));
  }

  laneOf(row) {
    return this.laneAt.get(this.model.columns.by[row]);
  }

  /** The middle of a mark, without gutter and head. */
  placeOf(row) {
    return { x: this.x[this.columnOf(row)] + PAD + this.step * (this.slots[row] + 0.5), y: LANE * (this.laneOf(row) + 0.5) };
  }

  /** Calls a function with each mark in a rectangle and its place. */
  forEachIn(left, top, right, bottom, draw) {
    const firstLane = Math.max(0, Math.floor(top / LANE));
    const lastLane = Math.min(this.lanes.length - 1, Math.floor(bottom / LANE));
    for (let at = Math.max(0, lastAtMost(this.x, left)); at < this.columns.length && this.x[at] <= right; at++) {
      const { cells } = this.columns[at];
      const from = this.x[at] + PAD;
      for (let lane = firstLane; lane <= lastLane; lane++) {
        const cell = cells.get(lane);
        if (cell) {
          const first = Math.max(0, Math.floor((left - from) / this.step) - 1);
          const end = Math.min(cell.length, Math.ceil((right - from) / this.step) + 1);
          for (let slot = first; slot < end; slot++) {
            draw(cell[slot], from + this.step * (slot + 0.5), LANE * (lane + 0.5));
          }
        }
      }
    }
  }

  /** The mark at a point; -1 for none. */
  markAt(x, y) {
    let found = NONE;
    let nearest = REACH;
    this.forEachIn(x - this.step, y, x + this.step, y, (row, markX, markY) => {
      const distance = Math.max(Math.abs(markX - x), Math.abs(markY - y) - LANE / 2 + REACH);
      if (distance < nearest) {
        nearest = distance;
        found = row;
      }
    });
    return found;
  }

  /** The mark so many places away in the same lane. */
  alongLane(row, step) {
    const rows = this.rowsOfLane[this.laneOf(row)];
    return rows[Math.max(0, Math.min(rows.length - 1, lastAtMost(rows, row) + step))];
  }

  /** The first or last mark of the lane of a mark. */
  endOfLane(row, isLast) {
    const rows = this.rowsOfLane[this.laneOf(row)];
    return rows[isLast ? rows.length - 1 : 0];
  }

  /** The nearest mark by place in the next lane with marks, above (-1) or below (1). */
  acrossLanes(row, step) {
    const column = this.columnOf(row);
    for (let lane = this.laneOf(row) + step; lane >= 0 && lane < this.lanes.length; lane += step) {
      const cell = this.columns[column].cells.get(lane);
      if (cell) {
        return cell[Math.min(cell.length - 1, this.slots[row])];
      }
      const rows = this.rowsOfLane[lane];
      if (rows.length > 0) {
        return rows[Math.max(0, lastAtMost(rows, row))];
      }
    }
    return row;
  }
}
