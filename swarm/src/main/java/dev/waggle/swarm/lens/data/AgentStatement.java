package dev.waggle.swarm.lens.data;

import dev.waggle.signal.Signal;

/**
 * A signal of an agent in a round.
 *
 * @param agent the number of the speaker
 * @param signal the signal
 * @param answers the number of the agent that it answers, by its reply or by the target of its challenge, doubt or
 *        vote; {@link ProposalEntry#NO_AGENT} when it answers none
 */
public record AgentStatement(int agent, Signal signal, int answers) {}
