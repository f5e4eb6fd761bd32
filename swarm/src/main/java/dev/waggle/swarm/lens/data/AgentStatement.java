package dev.waggle.swarm.lens.data;

import dev.waggle.signal.Signal;

/**
 * What an agent said in a round.
 *
 * @param agent the number of the speaker
 * @param signal what it said
 * @param answers the number of the agent that it answers, by its reply or by what it challenges, doubts or votes on;
 *        {@link ProposalEntry#NO_AGENT} when it answers nobody
 */
public record AgentStatement(int agent, Signal signal, int answers) {}
