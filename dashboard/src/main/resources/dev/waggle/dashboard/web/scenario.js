/** A scenario is the body of a what-if question. What it leaves out stays as it was in the run. */
export const UNCHANGED = {};

const TURNS = { agree: ["disagree", null], disagree: ["agree", null], abstain: ["agree", "disagree", null] };

/** The scenario with a part changed; a part that is empty is left out. */
export function withPart(scenario, name, value) {
  const next = { ...scenario, [name]: value };
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
    || (typeof value === "object" && Object.keys(value).length === 0);
  if (isEmpty) {
    delete next[name];
  }
  return next;
}

/** True if an agent is left out. */
export function isOut(scenario, agent) {
  return (scenario.without || []).includes(agent);
}

/** The factor of an agent. */
export function factorOf(scenario, agent) {
  return isOut(scenario, agent) ? 0 : (scenario.weights || {})[agent] ?? 1;
}

/** The scenario with an agent left out or taken in; its other changes are dropped. */
export function withAgent(scenario, agent, out) {
  const weights = { ...scenario.weights };
  delete weights[agent];
  const without = (scenario.without || []).filter((one) => one !== agent).concat(out ? [agent] : []);
  const votes = (scenario.votes || []).filter((vote) => !out || vote.agent !== agent);
  return withPart(withPart(withPart(scenario, "without", without), "weights", weights), "votes", votes);
}

/** The scenario with another factor of an agent; 1 is none, and 0 leaves it out. */
export function withFactor(scenario, agent, factor) {
  if (factor === 0) {
    return withAgent(scenario, agent, true);
  }
  const next = isOut(scenario, agent) ? withAgent(scenario, agent, false) : scenario;
  const weights = { ...next.weights, [agent]: factor };
  if (factor === 1) {
    delete weights[agent];
  }
  return withPart(next, "weights", weights);
}

function isAt(change, vote) {
  return change.agent === vote.agent && change.proposal === vote.proposal;
}

/** The stance of a vote in a scenario; null if it is absent. */
export function stanceIn(scenario, vote) {
  const change = (scenario.votes || []).find((one) => isAt(one, vote));
  if (isOut(scenario, vote.agent)) {
    return null;
  }
  return change ? (change.remove ? null : change.stance) : vote.stance;
}

/** The stance that a vote gets next: turned, then absent, then as it was. */
export function nextStance(scenario, vote) {
  const turns = [vote.stance].concat(TURNS[vote.stance]);
  return turns[(turns.indexOf(stanceIn(scenario, vote)) + 1) % turns.length];
}

/** The scenario with another stance of a vote. */
export function withStance(scenario, vote, stance) {
  const next = isOut(scenario, vote.agent) ? withAgent(scenario, vote.agent, false) : scenario;
  const others = (next.votes || []).filter((one) => !isAt(one, vote));
  const change = { agent: vote.agent, proposal: vote.proposal };
  if (stance === null) {
    change.remove = true;
  } else {
    change.stance = stance;
  }
  return withPart(next, "votes", stance === vote.stance ? others : others.concat(change));
}

/** Number of things that a scenario changes. */
export function sizeOf(scenario) {
  const rules = ["strategy", "threshold", "quorum"].filter((name) => scenario[name] !== undefined).length;
  return rules + (scenario.without || []).length + (scenario.votes || []).length
    + Object.keys(scenario.weights || {}).length;
}

/** A text that is equal for equal scenarios. */
export function keyOf(scenario) {
  const votes = (scenario.votes || []).map((vote) => JSON.stringify([vote.agent, vote.proposal, vote.stance || null]));
  const weights = Object.entries(scenario.weights || {}).map((weight) => JSON.stringify(weight));
  return JSON.stringify([scenario.strategy ?? null, scenario.threshold ?? null, scenario.quorum ?? null,
    (scenario.without || []).slice().sort(), votes.sort(), weights.sort()]);
}
