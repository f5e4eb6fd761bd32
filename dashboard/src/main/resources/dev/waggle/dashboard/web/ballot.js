/** Stances of a vote. */
export const STANCES = ["agree", "disagree", "abstain"];

/** Kinds of what a person can add beside votes. */
export const KINDS = ["find", "propose", "doubt", "challenge", "say"];

const USUAL_CONFIDENCE = 0.8;
const MAX_NAME = 40;

/** An answer without a word. */
export function emptyBallot() {
  return { votes: {}, acts: [] };
}

/** An act of that kind without its words. */
export function emptyAct(kind, about = "") {
  return { id: Math.random().toString(36).slice(2), kind, about, confidence: USUAL_CONFIDENCE, text: "", more: "" };
}

/** A vote of that stance. */
export function emptyVote(stance) {
  return { stance, confidence: USUAL_CONFIDENCE, reason: "" };
}

/** Words in one line. A bar between blanks would begin an option. */
function line(text) {
  return text.replace(/\s+/g, " ").replace(/ \| /g, "|").replace(/^\||\|$/g, "").trim();
}

function share(confidence) {
  return String(Math.round(confidence * 100) / 100);
}

/** Name of a proposal for votes: one word of its text. */
export function proposalName(text, taken) {
  const words = text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  const base = words.slice(0, MAX_NAME).replace(/-[^-]*$/, (end) => (words.length > MAX_NAME ? "" : end)) || "proposal";
  let name = base;
  for (let i = 2; taken.includes(name) || /^p?\d+$/.test(name); i++) {
    name = `${base}-${i}`;
  }
  return name;
}

function actLine(act, taken) {
  const text = line(act.text);
  const more = line(act.more);
  switch (act.kind) {
    case "find":
      return `find ${share(act.confidence)} ${text}${more ? ` | evidence: ${more}` : ""}`;
    case "propose":
      return `propose ${share(act.confidence)} ${proposalName(text, taken)}: ${text}${more ? ` | because: ${more}` : ""}`;
    case "doubt":
      return `doubt ${act.about} ${share(act.confidence)} ${text}`;
    case "challenge":
      return `challenge ${act.about} ${share(act.confidence)} ${text}${more ? ` | instead: ${more}` : ""}`;
    default:
      return `say ${text}`;
  }
}

/**
 * The lines of an answer, each with the place of its words: the name of a proposal, or the id of an act.
 *
 * @param taken names that proposals have already
 */
export function ballotLines(ballot, taken) {
  const votes = Object.entries(ballot.votes).filter(([, vote]) => vote.stance).map(([name, vote]) => ({
    place: name, text: `vote ${name} ${vote.stance} ${share(vote.confidence)} ${line(vote.reason)}`.trim() }));
  const acts = ballot.acts.filter((act) => line(act.text) !== "").map((act) => ({
    place: act.id, text: actLine(act, taken) }));
  return votes.concat(acts);
}

/** Acts that cannot be sent yet, by their ids, each with the key of the reason. */
export function ballotFaults(ballot) {
  const faults = {};
  for (const act of ballot.acts) {
    if (line(act.text) === "") {
      faults[act.id] = "seat.needsWords";
    } else if ((act.kind === "doubt" || act.kind === "challenge") && !act.about) {
      faults[act.id] = "seat.needsTarget";
    }
  }
  return faults;
}
