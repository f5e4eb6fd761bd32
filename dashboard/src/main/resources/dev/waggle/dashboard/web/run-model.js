const NONE = -1;
const STANCES = ["agree", "disagree", "abstain"];

/** Index of the last value of a sorted array that is at most the given one; -1 if there is none. */
export function lastAtMost(values, value) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

function numbered(items) {
  return new Map(items.map((item, index) => [item, index]));
}

/**
 * The marks of a run in columns. It begins with those of a view, and grows while the run goes on. References between
 * marks are their places.
 */
export class RunModel {
  constructor(view) {
    this.columns = view.marks;
    this.startedAt = view.startedAt;
    this.agents = view.agents.slice();
    this.proposals = view.proposals.slice();
    this.types = view.types.slice();
    this.kinds = view.kinds;
    this.last = view.through;
    this.agentAt = numbered(this.agents.map((agent) => agent.id));
    this.proposalAt = numbered(this.proposals.map((proposal) => proposal.id));
    this.typeAt = numbered(this.types);
    this.rowAt = new Map();
    this.previousVote = [];
    this.latestVote = new Map();
    this.roundAt = [];
    this.roundNumbers = [];
    for (let row = 0; row < this.count; row++) {
      this.index(row);
    }
  }

  /** Number of marks. */
  get count() {
    return this.columns.n.length;
  }

  index(row) {
    const { id, round, stance, by, proposal } = this.columns;
    if (!this.rowAt.has(id[row])) {
      this.rowAt.set(id[row], row);
    }
    const known = this.roundNumbers.length;
    if (known === 0 || round[row] > this.roundNumbers[known - 1]) {
      this.roundNumbers.push(round[row]);
      this.roundAt.push(row);
    }
    let previous = NONE;
    if (stance[row] !== NONE && proposal[row] !== NONE) {
      const key = by[row] * 1e6 + proposal[row];
      previous = this.latestVote.has(key) ? this.latestVote.get(key) : NONE;
      this.latestVote.set(key, row);
    }
    this.previousVote.push(previous);
  }

  /** Takes a newer view of the same run: it knows names that marks do not have. */
  renew(view) {
    view.agents.forEach((agent) => {
      this.agents[this.number(this.agentAt, agent.id)] = agent;
    });
    view.proposals.forEach((proposal) => {
      this.proposals[this.number(this.proposalAt, proposal.id)] = proposal;
    });
  }

  number(numbers, name) {
    if (!numbers.has(name)) {
      numbers.set(name, numbers.size);
    }
    return numbers.get(name);
  }

  place(reference) {
    if (reference === undefined) {
      return NONE;
    }
    if (this.rowAt.has(reference)) {
      return this.rowAt.get(reference);
    }
    return this.proposalAt.has(reference) ? this.proposals[this.proposalAt.get(reference)].mark : NONE;
  }

  /** Adds a mark of the stream. One that is here already changes nothing. */
  add(mark) {
    if (mark.n <= this.last) {
      return false;
    }
    this.last = mark.n;
    const row = this.count;
    const by = this.number(this.agentAt, mark.by);
    if (by === this.agents.length) {
      this.agents.push({ id: mark.by, name: mark.by, role: null, models: [],
        kind: mark.kind === "runtime" ? "runtime" : "agent" });
    }
    if (mark.type === "proposal" && !this.proposalAt.has(mark.proposal)) {
      this.proposalAt.set(mark.proposal, this.proposals.length);
      this.proposals.push({ id: mark.proposal, name: mark.proposal, mark: row, text: mark.text });
    }
    const type = this.number(this.typeAt, mark.type);
    if (type === this.types.length) {
      this.types.push(mark.type);
    }
    const values = { n: mark.n, id: mark.id, by, type, kind: this.kinds.indexOf(mark.kind), round: mark.round,
      time: mark.time - this.startedAt, reply: this.place(mark.reply), against: this.place(mark.against),
      cause: this.place(mark.cause),
      proposal: this.proposalAt.has(mark.proposal) ? this.proposalAt.get(mark.proposal) : NONE,
      stance: STANCES.indexOf(mark.stance), confidence: mark.confidence === undefined ? NONE : mark.confidence,
      text: mark.text };
    Object.entries(values).forEach(([name, value]) => this.columns[name].push(value));
    this.index(row);
    return true;
  }

  /** The mark at a place with names instead of numbers. */
  mark(row) {
    const { columns } = this;
    const proposal = columns.proposal[row];
    return { row, n: columns.n[row], id: columns.id[row], agent: this.agents[columns.by[row]],
      type: this.types[columns.type[row]], kind: this.kinds[columns.kind[row]], round: columns.round[row],
      time: this.startedAt + columns.time[row], stance: STANCES[columns.stance[row]] || null,
      proposal: proposal === NONE ? null : this.proposals[proposal],
      confidence: columns.confidence[row] === NONE ? null : columns.confidence[row], text: columns.text[row] };
  }

  /** The mark that a mark refers to: its target, its proposal or what it answers; -1 for none. */
  target(row) {
    const { against, reply, proposal, stance } = this.columns;
    if (against[row] !== NONE) {
      return against[row];
    }
    if (stance[row] !== NONE && proposal[row] !== NONE) {
      const { mark } = this.proposals[proposal[row]];
      return mark === undefined ? NONE : mark;
    }
    return reply[row];
  }

  /** The round at a position, which is a number of marks; the first one if there is none. */
  roundOf(position) {
    return position > 0 && this.count > 0 ? this.columns.round[Math.min(position, this.count) - 1] : 0;
  }

  /** The position after the last mark before the round that follows (1) or goes before (-1) a position. */
  roundStep(position, step) {
    const place = lastAtMost(this.roundAt, position - 1);
    if (step > 0) {
      return place + 1 < this.roundAt.length ? this.roundAt[place + 1] + 1 : this.count;
    }
    const start = place < 0 ? 0 : this.roundAt[place];
    return position - 1 > start ? start + 1 : place > 0 ? this.roundAt[place - 1] + 1 : 0;
  }
}

/**
 * Votes at a position of a run. It moves from position to position, forward and back, and costs the marks between
 * them.
 */
export class VoteState {
  constructor(model) {
    this.model = model;
    this.position = 0;
    this.rows = new Map();
    this.versions = new Map();
  }

  /** Moves to a position: the number of marks that count. */
  moveTo(position) {
    const { stance, by, proposal } = this.model.columns;
    const step = position > this.position ? 1 : -1;
    while (this.position !== position) {
      const row = step > 0 ? this.position : this.position - 1;
      if (stance[row] !== NONE && proposal[row] !== NONE) {
        const now = step > 0 ? row : this.model.previousVote[row];
        this.set(by[row], proposal[row], now);
      }
      this.position += step;
    }
    return this;
  }

  set(agent, proposal, row) {
    let votes = this.rows.get(agent);
    if (!votes) {
      votes = new Map();
      this.rows.set(agent, votes);
    }
    if (row === NONE) {
      votes.delete(proposal);
    } else {
      votes.set(proposal, row);
    }
    this.versions.set(agent, this.versionOf(agent) + 1);
  }

  /** Number that changes when a vote of an agent does. */
  versionOf(agent) {
    return this.versions.get(agent) || 0;
  }

  /** The place of the vote of an agent on a proposal; -1 for none. */
  rowOf(agent, proposal) {
    const votes = this.rows.get(agent);
    return votes && votes.has(proposal) ? votes.get(proposal) : NONE;
  }

  /** Stances that an agent had on a proposal until now, the present one last. */
  history(agent, proposal) {
    const { stance } = this.model.columns;
    const stances = [];
    for (let row = this.rowOf(agent, proposal); row !== NONE; row = this.model.previousVote[row]) {
      const word = STANCES[stance[row]];
      if (stances[0] !== word) {
        stances.unshift(word);
      }
    }
    return stances;
  }
}
