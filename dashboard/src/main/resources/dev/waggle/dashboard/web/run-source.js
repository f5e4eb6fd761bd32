import { follow, get, post, url } from "./api.js";

/**
 * Source of the page of a run: a server. A page in one file has another source of the same form, which holds
 * everything.
 */
export function serverSource(run) {
  const base = ["v1", "solves", run];
  return {
    isOffline: false,
    view: ({ marks = true, signal } = {}) => get(url([...base, "view"], marks ? {} : { marks: false }), signal),
    follow: (after, onMark, onState) => follow(url([...base, "marks"]), { after,
      on: { mark: onMark, failed: (failure) => onState("failed", failure) }, state: onState }),
    signal: (id, signal) => get(url([...base, "signals", id]), signal),
    state: (signal) => get(url(base), signal),
    whatIf: (scenario, signal) => post(url([...base, "what-if"]), scenario, { signal }),
    flips: (signal) => get(url([...base, "flips"]), signal),
    page: url([...base, "page"]),
    cancel: () => post(url([...base, "cancel"])),
    resume: () => post(url([...base, "resume"])),
  };
}
