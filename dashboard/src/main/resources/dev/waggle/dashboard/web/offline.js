import { keyOf, sizeOf } from "./scenario.js";
import { t } from "./words.js";

const ROUNDING = 1e-12;
const MARKS = { agree: "a", disagree: "d", abstain: "n" };

/** What the file does not hold; the page says so and guesses nothing. */
export class FileGap extends Error {
  constructor(detail, remedy) {
    super(detail);
    this.detail = detail;
    this.remedy = remedy;
  }
}

function byNumber(one, other) {
  return one.place - other.place;
}

/** The key of a scenario in the table; null if an agent or a vote of it is unknown there. */
function rowKey(table, scenario) {
  const agent = (id) => table.agents.indexOf(id);
  const vote = (change) => table.votes.findIndex((one) => table.agents[one[0]] === change.agent
    && table.proposals[one[1]] === change.proposal);
  const out = (scenario.without || []).map(agent).filter((place) => place >= 0).sort((one, other) => one - other);
  const votes = (scenario.votes || []).map((change) => ({ place: vote(change),
    mark: change.remove ? "x" : MARKS[change.stance] })).sort(byNumber);
  if (votes.some((one) => one.place < 0)) {
    return null;
  }
  const parts = out.map((place) => `a${place}`).concat(votes.map((one) => `v${one.place}${one.mark}`));
  if (scenario.quorum !== undefined && scenario.quorum !== table.quorum) {
    parts.push(`q${scenario.quorum}`);
  }
  Object.entries(scenario.weights || {}).forEach(([id, factor]) => parts.push(`w${agent(id)}*${factor}`));
  return parts.join(",");
}

/** The outcome of a row at a threshold. */
function outcomeOf(table, row, threshold) {
  const [place, agreement, confidence, highest] = row;
  const leader = place < 0 ? null : table.proposals[place];
  const isDecided = threshold <= (highest === null ? agreement : highest) + ROUNDING;
  const winner = isDecided ? leader : null;
  const isSame = winner === (table.before.winner || null);
  const ending = isSame ? table.endings.same : isDecided ? table.endings.decided : table.endings.undecided;
  return { decided: isDecided, winner, leader, agreement, confidence, threshold, ...ending };
}

function answerOf(table, after) {
  const before = { ...table.before, threshold: table.threshold };
  return { before, after, changes: (before.winner || null) !== (after.winner || null) };
}

/** Answers that were computed when the file was written: the table, and the outcomes of the flips. */
function lookUp(data, scenario) {
  const { table } = data;
  const threshold = scenario.threshold ?? table.threshold;
  const strategy = table.strategies.indexOf(scenario.strategy || table.strategy);
  const key = rowKey(table, scenario);
  const row = key === null || strategy < 0 ? undefined : table.rows[key];
  if (row) {
    return answerOf(table, outcomeOf(table, row[strategy], threshold));
  }
  const wanted = keyOf(scenario);
  const flip = data.flips.flips.find((one) => keyOf(one.scenario) === wanted);
  if (flip) {
    return answerOf(table, { ...flip.outcome, threshold });
  }
  throw new FileGap(t("offline.gap"), sizeOf(scenario) > 1 ? t("offline.gapSeveral") : t("offline.gapOne"));
}

/** The source of a page that is a file: everything is in it, and nothing is asked for. */
export function offlineSource(data) {
  return {
    isOffline: true,
    factors: [0, 0.5, 1, 2],
    view: () => Promise.resolve(data.view),
    follow: () => () => {},
    signal: (id) => (data.signals[id] ? Promise.resolve(data.signals[id])
      : Promise.reject(new FileGap(t("offline.noSignal"), t("offline.noSignalHint")))),
    flips: () => Promise.resolve(data.flips),
    whatIf: (scenario) => new Promise((resolve) => {
      resolve(lookUp(data, scenario));
    }),
  };
}
