package dev.waggle.math.inference;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.math.DomainCheck;

/**
 * The opinion of one voter about the answer to a question, whatever the form in which it was stated. It supports answers,
 * or rejects some and supports none. A voter that supports an answer has said with it that it does not hold the others.
 * So its objections to them add nothing, and agreement with an answer alone is the same ballot as that agreement with
 * objections to every rival. Abstentions are no part of it.
 *
 * @param support the weight of the voter for each answer, by place: above 0 for support, below 0 for an objection; all of
 *        one sign
 */
public record AnswerBallot(Map<Integer, Double> support) {

    /** Part of the evidence of a voter that an objection has: it excludes one answer and names none. */
    public static final double OBJECTION = 0.5;

    /** Largest weight: 2^20, so that sums stay exact. */
    public static final double MAX_WEIGHT = 0x1p20;

    /** A voter that says nothing. */
    public static final AnswerBallot NEUTRAL = new AnswerBallot(Map.of());

    public AnswerBallot {
        support = Map.copyOf(support);
        boolean isSupport = hasSupport(support);
        for (Map.Entry<Integer, Double> one : support.entrySet()) {
            double weight = one.getValue();
            DomainCheck.between("weight of a ballot", Math.abs(weight), 0, MAX_WEIGHT);
            if (one.getKey() < 0 || weight == 0 || weight > 0 != isSupport) {
                throw new IllegalArgumentException(
                        "a ballot must support answers or reject some, got " + weight + " for answer " + one.getKey());
            }
        }
    }

    private static boolean hasSupport(Map<Integer, Double> weights) {
        for (double weight : weights.values()) {
            if (weight > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean areAllSupport(Map<Integer, Double> weights) {
        for (double weight : weights.values()) {
            if (!(weight > 0)) {
                return false;
            }
        }
        return true;
    }

    /** A voter of that weight for one answer. */
    public static AnswerBallot of(int answer, double weight) {
        return weight == 0 ? NEUTRAL : new AnswerBallot(Map.of(answer, weight));
    }

    /**
     * The ballot of a voter from its stances.
     *
     * @param stances the weight of each stance by the place of its answer: above 0 for agreement, below 0 for
     *        disagreement, 0 for an abstention
     */
    public static AnswerBallot ofStances(Map<Integer, Double> stances) {
        boolean isSupport = hasSupport(stances);
        if (isSupport && areAllSupport(stances)) {
            return new AnswerBallot(stances);
        }
        Map<Integer, Double> ballot = HashMap.newHashMap(stances.size());
        for (Map.Entry<Integer, Double> stance : stances.entrySet()) {
            double weight = isSupport ? stance.getValue() : OBJECTION * stance.getValue();
            if (isSupport ? weight > 0 : weight < 0) { // Half of the least weight is none.
                ballot.put(stance.getKey(), weight);
            }
        }
        return new AnswerBallot(ballot);
    }

    /** The weight with which the voter counts among all: the largest of its evidence, at least 0. */
    public double weight() {
        double largest = 0;
        for (double one : support.values()) {
            largest = Math.max(largest, Math.abs(one));
        }
        return largest;
    }
}
