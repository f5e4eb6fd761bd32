import { useMemo } from "./preact.js";
import { Run } from "./run.js";
import { serverSource } from "./run-source.js";
import { el } from "./ui.js";

/** The page of a run that a server has. */
export function RunPage({ argument }) {
  const source = useMemo(() => serverSource(argument), [argument]);
  return el(Run, { source });
}
