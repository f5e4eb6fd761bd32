package dev.waggle.swarm.reputation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Reputation of one agent: all of its outcomes, and those of each type of task. Its size grows with the number of
 * types, which is limited, and not with the outcomes.
 *
 * @param overall the outcomes of all tasks
 * @param byType the outcomes by type of task, in the order of types; at most {@value #MAX_TYPES}
 */
public record AgentReputation(ReliabilityRecord overall, Map<String, ReliabilityRecord> byType) {

    /** Maximum number of types of one agent; outcomes of further types count overall only. */
    public static final int MAX_TYPES = 256;

    /** Accuracy from which a type is a strength. */
    public static final double STRENGTH = 0.7;

    /** Accuracy up to which a type is a weakness. */
    public static final double WEAKNESS = 0.4;

    /** Number of outcomes below which a type is neither: two in a row are chance. */
    public static final long ENOUGH = 3;

    /** Reputation without outcomes. */
    public static final AgentReputation NONE = new AgentReputation(ReliabilityRecord.NONE, Map.of());

    public AgentReputation {
        byType = Collections.unmodifiableMap(new TreeMap<>(byType));
        long successes = byType.values().stream().mapToLong(ReliabilityRecord::successes).sum();
        long failures = byType.values().stream().mapToLong(ReliabilityRecord::failures).sum();
        if (byType.size() > MAX_TYPES || successes > overall.successes() || failures > overall.failures()) {
            throw new IllegalArgumentException("the types of a reputation are at most " + MAX_TYPES
                    + " and parts of all its outcomes, got " + byType.size() + " with " + successes + " successes of "
                    + overall.successes() + " and " + failures + " failures of " + overall.failures());
        }
    }

    /** Copy with one more outcome. */
    public AgentReputation with(String taskType, boolean correct) {
        if (!byType.containsKey(taskType) && byType.size() == MAX_TYPES) {
            return new AgentReputation(overall.with(correct), byType);
        }
        Map<String, ReliabilityRecord> more = new TreeMap<>(byType);
        more.put(taskType, of(taskType).with(correct));
        return new AgentReputation(overall.with(correct), more);
    }

    /** Outcomes of that type of task. */
    public ReliabilityRecord of(String taskType) {
        return byType.getOrDefault(taskType, ReliabilityRecord.NONE);
    }

    /** Score over all tasks, above 0 and below 1. */
    public double weight(ReputationPrior prior) {
        return overall.weight(prior);
    }

    /**
     * Score on tasks of that type, above 0 and below 1. Its prior is as strong as the general one, and its mean is the
     * score of the agent on all other types. So an agent without outcomes of a type has its overall score there, and
     * one whose only type this is has the plain score. The type {@value ReputationSource#GENERAL} means all tasks.
     */
    public double weight(String taskType, ReputationPrior prior) {
        if (taskType.equals(ReputationSource.GENERAL)) {
            return weight(prior);
        }
        ReliabilityRecord here = of(taskType);
        double elsewhere = (prior.successes() + overall.successes() - here.successes())
                / (prior.total() + overall.total() - here.total());
        return (prior.total() * elsewhere + here.successes()) / (prior.total() + here.total());
    }

    /**
     * Types of task with an accuracy from {@value #STRENGTH}, in their order; each has at least {@value #ENOUGH}
     * outcomes.
     */
    public List<String> strengths() {
        return types(type -> type.accuracy() >= STRENGTH);
    }

    /**
     * Types of task with an accuracy up to {@value #WEAKNESS}, in their order; each has at least {@value #ENOUGH}
     * outcomes.
     */
    public List<String> weaknesses() {
        return types(type -> type.accuracy() <= WEAKNESS);
    }

    private List<String> types(Predicate<ReliabilityRecord> which) {
        return byType.entrySet().stream().filter(type -> type.getValue().total() >= ENOUGH)
                .filter(type -> which.test(type.getValue())).map(Map.Entry::getKey).toList();
    }
}
