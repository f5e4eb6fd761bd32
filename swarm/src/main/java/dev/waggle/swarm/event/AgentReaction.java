package dev.waggle.swarm.event;

import java.time.Duration;
import java.util.List;

import dev.waggle.signal.Signal;

/**
 * What an agent said in a turn.
 *
 * @param agentId who
 * @param round the round, from 1
 * @param inResponseTo the ids of the signals that gave it the turn; empty when it spoke unasked
 * @param signals what it said, in order, before the log took or refused it
 * @param processingTime how long it thought
 */
public record AgentReaction(String agentId, int round, List<String> inResponseTo, List<Signal> signals,
        Duration processingTime) {

    public AgentReaction {
        inResponseTo = List.copyOf(inResponseTo);
        signals = List.copyOf(signals);
    }
}
