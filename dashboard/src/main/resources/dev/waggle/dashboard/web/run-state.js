import { useEffect, useRef, useState } from "./preact.js";
import { RunModel } from "./run-model.js";

/** A mark after a pause is drawn soon; in a busy run the marks of a second are drawn at once. */
const SOON_MS = 80;
const BUSY_MS = 1_000;
const RENEW_MS = 4_000;
const RENEW_SHARE = 5;
const BEGIN_MS = 700;
const BEGIN_TRIES = 100;

function later(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** The view of a run. One that was just started has none for a moment. */
async function firstView(source, signal) {
  for (let tries = 0; ; tries++) {
    try {
      return await source.view({ signal });
    } catch (problem) {
      if (problem.status !== 404 || source.isOffline || tries >= BEGIN_TRIES) {
        throw problem;
      }
      const { status, failure } = await source.state(signal);
      if (status === "failed" || status === "finished") {
        const [detail, ...remedy] = (failure || "").split("\n");
        throw failure ? { status: problem.status, detail, remedy: remedy.join("\n") } : problem;
      }
      await later(BEGIN_MS);
    }
  }
}

/**
 * The state of a run in a word, and why it failed. A run that ended needs no question, and one that the server cannot tell
 * is running.
 */
async function statusOf(source, view, signal) {
  if (view.finished || source.isOffline) {
    return { status: "finished", failure: null };
  }
  try {
    const line = await source.state(signal);
    return { status: line.status, failure: line.failure || null };
  } catch (_) {
    return { status: "running", failure: null };
  }
}

/** Work that a live run gives: marks are taken in together, and the view is renewed seldom. */
class LiveRun {
  constructor(source, view, model, change) {
    this.source = source;
    this.model = model;
    this.change = change;
    this.queue = [];
    this.flushTimer = 0;
    this.flushedAt = 0;
    this.renewTimer = 0;
    this.renewedAt = Date.now();
    this.took = 0;
    this.turn = 0;
    this.isOver = false;
    this.round = model.roundOf(model.count);
    this.stop = source.follow(view.through, (mark) => this.receive(mark), (state, detail) => this.follow(state, detail));
  }

  receive(mark) {
    this.queue.push(mark);
    if (this.flushTimer === 0) {
      const due = this.flushedAt + BUSY_MS - Date.now();
      this.flushTimer = setTimeout(() => this.flush(), Math.max(SOON_MS, due));
    }
  }

  flush() {
    clearTimeout(this.flushTimer);
    this.flushTimer = 0;
    this.flushedAt = Date.now();
    const proposals = this.model.proposals.length;
    const isNew = this.queue.map((mark) => this.model.add(mark)).some(Boolean);
    const asks = this.queue.some((mark) => mark.type.startsWith("seat:"));
    this.queue = [];
    const round = this.model.roundOf(this.model.count);
    if (isNew) {
      this.change({});
    }
    if (asks || round !== this.round || this.model.proposals.length !== proposals) {
      this.round = round;
      this.renewSoon(Math.max(RENEW_MS, RENEW_SHARE * this.took));
    }
  }

  renewSoon(pause) {
    if (this.renewTimer === 0) {
      this.renewTimer = setTimeout(() => this.renew(), Math.max(0, this.renewedAt + pause - Date.now()));
    }
  }

  async renew() {
    this.turn++;
    const { turn } = this;
    this.renewedAt = Date.now();
    let isKnown = false;
    try {
      const view = await this.source.view({ marks: false });
      const state = await statusOf(this.source, view);
      if (turn !== this.turn) {
        return;
      }
      this.model.renew(view);
      this.change({ view, ...state });
      isKnown = view.finished || state.status !== "running";
    } catch (_) {
      // The stream tells when the server is back, and the next round asks again.
    }
    if (turn === this.turn) {
      this.took = Date.now() - this.renewedAt;
      this.renewTimer = 0;
      if (this.isOver && !isKnown) {
        this.renewSoon(RENEW_MS);
      }
    }
  }

  follow(state, detail) {
    if (state === "ended" || state === "failed") {
      this.isOver = true;
      this.flush();
      this.turn++;
      clearTimeout(this.renewTimer);
      this.renewTimer = 0;
      this.renewSoon(0);
    }
    if (state === "open") {
      this.renewSoon(RENEW_MS);
    }
    this.change({ stream: state, detail });
  }

  close() {
    this.turn++;
    this.stop();
    clearTimeout(this.flushTimer);
    clearTimeout(this.renewTimer);
  }
}

/** The run of a source: its view, its marks, the state of its stream. The version grows when marks come. */
export function useRun(source) {
  const [state, setState] = useState({ view: null, model: null, version: 0, stream: "none", status: null, failure: null,
    problem: null });
  const [turn, setTurn] = useState(0);
  const live = useRef(null);
  useEffect(() => {
    const stop = new AbortController();
    const change = (part) => setState((old) => ({ ...old, ...part, version: old.version + 1 }));
    firstView(source, stop.signal).then(async (view) => {
      if (stop.signal.aborted) {
        return;
      }
      const model = new RunModel(view);
      const state = await statusOf(source, view, stop.signal);
      if (stop.signal.aborted) {
        return;
      }
      change({ view, model, ...state, stream: "none", problem: null });
      if (!view.finished && !source.isOffline) {
        live.current = new LiveRun(source, view, model, change);
      }
    }).catch((problem) => {
      if (problem.name !== "AbortError") {
        change({ problem });
      }
    });
    return () => {
      stop.abort();
      if (live.current) {
        live.current.close();
        live.current = null;
      }
    };
  }, [source, turn]);
  return { ...state, reload: () => setTurn((old) => old + 1) };
}
