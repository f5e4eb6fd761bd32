import { t } from "./words.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** A stream says something at least every 15 seconds; one that is silent for so long is broken. */
const SILENCE = 50_000;

/** A refusal of the server: its status, its words, and the remedy where there is one. */
export class ApiProblem extends Error {
  constructor(status, detail, remedy) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.remedy = remedy;
  }
}

async function problem(response) {
  let body = {};
  try {
    body = await response.json();
  } catch (_) {
    // Something between the browser and the server answered.
  }
  if (response.status === 401) {
    document.dispatchEvent(new CustomEvent("waggle-login"));
  }
  return new ApiProblem(response.status, body.detail || t("app.refused", { status: response.status }), body.remedy);
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", redirect: "error", ...options });
  } catch (failed) {
    if (failed.name === "AbortError") {
      throw failed;
    }
    throw new ApiProblem(0, t("app.unreachable"), t("app.unreachableRemedy"));
  }
  if (!response.ok) {
    throw await problem(response);
  }
  return response.status === 204 || response.headers.get("Content-Length") === "0" ? null : response.json();
}

/** The JSON at a path. */
export function get(path, signal) {
  return send(path, { headers: { Accept: "application/json" }, signal });
}

/** Sends a value as JSON. */
export function post(path, body, { method = "POST", headers = {}, signal } = {}) {
  const sent = { Accept: "application/json", ...headers };
  if (body !== undefined) {
    sent["Content-Type"] = "application/json";
  }
  return send(path, { method, headers: sent, body: body === undefined ? undefined : JSON.stringify(body), signal });
}

/** A text that nobody repeats. The generator of ids works on secure origins only, this one everywhere. */
export function uniqueKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes what is at a path. */
export function remove(path) {
  return post(path, undefined, { method: "DELETE" });
}

/** A path with its segments and its query encoded; empty values of the query are left out. */
export function url(segments, query = {}) {
  const path = segments.map((segment) => encodeURIComponent(segment)).join("/");
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `/${path}${search ? `?${search}` : ""}`;
}

/** Takes the messages of a stream of server-sent events apart. */
function parser(receive) {
  let buffer = "";
  return (text) => {
    buffer += text;
    let end = buffer.indexOf("\n\n");
    while (end >= 0) {
      const fields = { event: "message", id: NaN, data: [] };
      for (const line of buffer.slice(0, end).split("\n")) {
        const colon = line.indexOf(":");
        const value = line.slice(colon + 1).replace(/^ /, "");
        if (line.startsWith("event:")) {
          fields.event = value;
        } else if (line.startsWith("id:")) {
          fields.id = Number(value);
        } else if (line.startsWith("data:")) {
          fields.data.push(value);
        }
      }
      buffer = buffer.slice(end + 2);
      end = buffer.indexOf("\n\n");
      if (fields.data.length > 0) {
        receive(fields.event, fields.id, fields.data.join("\n"));
      }
    }
  };
}

/**
 * Follows a stream of server-sent events, each numbered one once, and connects again after any break, also when the
 * server was restarted meanwhile.
 *
 * @param path its path
 * @param after the number of the last event that the page has
 * @param on a function for each name of a message; it gets the parsed data and the number, NaN without one
 * @param state is told "open", "waiting" with the pause in ms, "ended", and "refused" with the problem
 * @returns a function that ends it
 */
export function follow(path, { after = 0, on, state = () => {} }) {
  const stop = new AbortController();
  let last = after;
  let pause = FIRST_PAUSE;
  let ended = false;

  function receive(name, number, data) {
    pause = FIRST_PAUSE;
    if (number <= last) {
      return;
    }
    if (number > last) {
      last = number;
    }
    ended = ended || name === "end" || name === "failed";
    if (on[name]) {
      on[name](JSON.parse(data), number);
    }
  }

  async function once() {
    const headers = { Accept: "text/event-stream" };
    if (last > 0) {
      headers["Last-Event-ID"] = String(last);
    }
    const response = await fetch(path, { credentials: "same-origin", headers, signal: stop.signal, cache: "no-store" });
    if (response.status === 204) {
      ended = true;
      return;
    }
    if (!response.ok) {
      throw await problem(response);
    }
    state("open", 0);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = parser(receive);
    let watch = 0;
    const next = () => {
      clearTimeout(watch);
      watch = setTimeout(() => reader.cancel(), SILENCE);
      return reader.read();
    };
    try {
      for (let part = await next(); !part.done && !ended; part = await next()) {
        parse(part.value);
      }
    } finally {
      clearTimeout(watch);
    }
  }

  async function all() {
    while (!ended && !stop.signal.aborted) {
      try {
        await once();
      } catch (failed) {
        if (failed instanceof ApiProblem && failed.status >= 400 && failed.status < 500 && failed.status !== 429) {
          state("refused", failed);
          return;
        }
      }
      if (!ended && !stop.signal.aborted) {
        state("waiting", pause);
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
    if (ended) {
      state("ended", 0);
    }
    stop.abort();
  }

  all();
  return () => stop.abort();
}
