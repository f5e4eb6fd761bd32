package dev.waggle.swarm.reputation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts of outcomes by agent and type of task. An outcome costs O(types of its agent), a score O(1). Memory is O(1)
 * for each agent and type, whatever the number of outcomes. Thread-safe: the outcomes of one batch are added at once.
 *
 * <p>It counts each outcome that it receives. The outcome tracker of the evaluation package counts a run once.
 */
public final class ReputationLedger implements ReputationSource {

    private final ReputationPrior prior;
    private final Map<String, AgentReputation> agents;
    private long successes;
    private long total;

    /** Ledger without outcomes, with the uniform prior. */
    public ReputationLedger() {
        this(ReputationSnapshot.NONE);
    }

    /** Ledger without outcomes. */
    public ReputationLedger(ReputationPrior prior) {
        this(new ReputationSnapshot(Map.of(), prior));
    }

    /** Ledger that starts from a snapshot. */
    public ReputationLedger(ReputationSnapshot learned) {
        prior = learned.prior();
        agents = new HashMap<>(learned.agents());
        for (AgentReputation agent : learned.agents().values()) {
            successes += agent.overall().successes();
            total += agent.overall().total();
        }
    }

    /** Adds one outcome. */
    public void update(String agentId, String taskType, boolean correct) {
        update(List.of(new AgentOutcome(agentId, taskType, correct)));
    }

    /** Adds these outcomes at once, in their order. */
    public synchronized void update(List<AgentOutcome> outcomes) {
        for (AgentOutcome outcome : outcomes) {
            agents.merge(outcome.agentId(), AgentReputation.NONE.with(outcome.taskType(), outcome.correct()),
                    (known, _) -> known.with(outcome.taskType(), outcome.correct()));
            successes += outcome.correct() ? 1 : 0;
            total++;
        }
    }

    /** Discards the outcomes of one agent; an unknown one changes nothing. */
    public synchronized void reset(String agentId) {
        AgentReputation removed = agents.remove(agentId);
        if (removed != null) {
            successes -= removed.overall().successes();
            total -= removed.overall().total();
        }
    }

    /** Discards all outcomes. */
    public synchronized void reset() {
        agents.clear();
        successes = 0;
        total = 0;
    }

    /** Reputation of that agent; one without outcomes for an unknown agent. */
    public synchronized AgentReputation of(String agentId) {
        return agents.getOrDefault(agentId, AgentReputation.NONE);
    }

    /** Score of that agent over all tasks, above 0 and below 1; the mean of the prior for an unknown agent. */
    public double weight(String agentId) {
        return of(agentId).weight(prior);
    }

    /** Score of that agent on tasks of that type, see {@link AgentReputation#weight(String, ReputationPrior)}. */
    public double weight(String agentId, String taskType) {
        return of(agentId).weight(taskType, prior);
    }

    /** Factor of a vote, as in {@link ReputationSnapshot}. */
    @Override
    public synchronized double weightOf(String agentId, String taskType) {
        AgentReputation known = agents.get(agentId);
        return known == null
                ? ReputationSnapshot.newcomerWeight(successes, total, prior)
                : known.weight(taskType, prior);
    }

    /** Current snapshot; later outcomes do not change it. O(agents). */
    public synchronized ReputationSnapshot snapshot() {
        return new ReputationSnapshot(agents, prior);
    }
}
