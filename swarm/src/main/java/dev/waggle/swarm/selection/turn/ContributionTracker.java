package dev.waggle.swarm.selection.turn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.math.CompensatedSum;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Counts the contributions of each agent, signal by signal, so that a query does not depend on the length of the log.
 * A silent agent has a row of zeros. Owned by the thread of its solve.
 */
public final class ContributionTracker {

    private final Map<String, ContributionCounter> rows = new LinkedHashMap<>();

    /** Adds a row for the agent; a known agent changes nothing. */
    public void join(String agentId) {
        rows.computeIfAbsent(agentId, _ -> new ContributionCounter());
    }

    /** Records a signal of that agent. */
    public void record(String agentId, Signal signal) {
        rows.computeIfAbsent(agentId, _ -> new ContributionCounter()).add(signal);
    }

    /** Contribution of the agent so far; zeros for an unknown one. */
    public AgentContribution of(String agentId) {
        return rows.getOrDefault(agentId, new ContributionCounter()).as(agentId);
    }

    /** Contributions of all agents so far, in the order of joining. */
    public Map<String, AgentContribution> all() {
        Map<String, AgentContribution> all = new LinkedHashMap<>();
        rows.forEach((agent, row) -> all.put(agent, row.as(agent)));
        return Collections.unmodifiableMap(all);
    }

    private static final class ContributionCounter {

        private final CompensatedSum confidence = new CompensatedSum();
        private int signals;
        private int stated;
        private int proposals;
        private int challenges;
        private int votes;

        void add(Signal signal) {
            signals++;
            if (!UnstatedConfidence.isMarked(signal)) {
                stated++;
                confidence.add(signal.confidence());
            }
            switch (signal.payload()) {
                case Payload.Proposal _ -> proposals++;
                case Payload.Challenge _ -> challenges++;
                case Payload.Vote _ -> votes++;
                case Payload.Task _, Payload.Discovery _, Payload.Doubt _, Payload.Conflict _ -> {}
                case Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _ -> {}
                case Payload.ToolResult _, Payload.Open _ -> {}
            }
        }

        AgentContribution as(String agentId) {
            return new AgentContribution(agentId, signals, proposals, challenges, votes,
                    stated > 0 ? confidence.get() / stated : signals == 0 ? 0 : UnstatedConfidence.VALUE);
        }
    }
}
