package dev.waggle.swarm.reliability;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ballot of one agent in a decision.
 *
 * @param agent its id
 * @param stances by option: above 0 for agreement, 1 for a whole ballot; below 0 for an objection; without options for an
 *        abstention
 * @param confidences its stated confidences, each kind at its place, 0..1; NaN where it stated none
 */
public record CaseBallot(String agent, Map<Integer, Double> stances, List<Double> confidences) {

    /** Maximum number of kinds of stated confidence. */
    public static final int MAX_CONFIDENCES = 8;

    public CaseBallot {
        if (agent.isEmpty()) {
            throw new IllegalArgumentException("a ballot needs the id of its agent, got \"\"");
        }
        stances = Collections.unmodifiableMap(new TreeMap<>(stances));
        confidences = List.copyOf(confidences);
        if (confidences.size() > MAX_CONFIDENCES) {
            throw new IllegalArgumentException("a ballot has at most " + MAX_CONFIDENCES + " kinds of confidence, got "
                    + confidences.size());
        }
        for (double stance : stances.values()) {
            if (!(Math.abs(stance) <= 1)) {
                throw new IllegalArgumentException("a stance must be between -1 and 1, got " + stance);
            }
        }
        for (double confidence : confidences) {
            if (confidence < 0 || confidence > 1) {
                throw new IllegalArgumentException("a confidence must be between 0 and 1, got " + confidence);
            }
        }
    }

    /** True if it agrees with that option and no other. */
    boolean supportsOnly(int option) {
        return supports(option)
                && stances.entrySet().stream().noneMatch(it -> it.getKey() != option && it.getValue() > 0);
    }

    /** True if it agrees with that option, in whole or in part. */
    public boolean supports(int option) {
        return stances.getOrDefault(option, 0.0) > 0;
    }
}
