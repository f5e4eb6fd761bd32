package dev.waggle.swarm.event;

import java.time.Duration;
import java.util.List;

import dev.waggle.signal.Signal;

/**
 * Reaction of an agent: the signals of one turn.
 *
 * @param agentId the agent
 * @param round the round, from 1
 * @param inResponseTo ids of the signals that caused the turn; empty for an unprompted turn
 * @param signals its signals in order, before the log accepted or refused them
 * @param processingTime duration of the turn
 */
public record AgentReaction(String agentId, int round, List<String> inResponseTo, List<Signal> signals,
        Duration processingTime) {

    public AgentReaction {
        inResponseTo = List.copyOf(inResponseTo);
        signals = List.copyOf(signals);
    }
}
