package dev.waggle.swarm.consensus;

import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Strategy whose confidence is the share of a proposal's voters that agree with it. Only a proposal on which at least
 * {@code minVoters} agents voted can win; without one the leader is named and nothing is decided.
 */
abstract class RatioStrategy implements ConsensusStrategy {

    private static final double HALF = 0.5;
    private static final double PER_MILLE = 1_000;

    /** Share that agrees, 0..1. */
    abstract double ratio(VoteTally tally, int proposal);

    /** Unit of the share, for the sentence of the verdict. */
    abstract String unit();

    @Override
    public double[] figures(VoteTally tally) {
        return IntStream.range(0, tally.size()).mapToDouble(i -> ratio(tally, i)).toArray();
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        OptionalInt leader = tally.leader(i -> ratio(tally, i), rule.minVoters());
        if (leader.isEmpty()) {
            return ConsensusVerdict.none("nobody agrees with any of " + tally.size() + " proposals");
        }
        int first = leader.getAsInt();
        double ratio = ratio(tally, first);
        boolean quorum = tally.hasQuorum(first, rule.minVoters());
        boolean decided = quorum && rule.isMetBy(ratio);
        String sentence = ConsensusVerdict.percent(ratio) + " of the " + unit() + " on " + tally.proposal(first).id()
                + " agrees" + (quorum
                        ? ", threshold " + ConsensusVerdict.percent(rule.threshold())
                                + (decided ? "" : missing(tally, first, ratio, rule))
                        : ", but only " + tally.allVoters(first) + " of " + rule.minVoters() + " needed voters");
        return new ConsensusVerdict(decided, tally.proposal(first).id(), ratio, sentence);
    }

    /**
     * The voters that agree and, of a majority, a threshold that it meets: with few voters the next larger share may be
     * unanimity.
     */
    private static String missing(VoteTally tally, int leader, double ratio, DecisionRule rule) {
        String agreeing = "; " + tally.agreeVoters(leader) + " of " + tally.allVoters(leader) + " agree";
        double meets = Math.floor(PER_MILLE * ratio) / PER_MILLE;
        boolean isHint = meets > HALF && meets < rule.threshold();
        return isHint ? agreeing + ", a threshold of " + ConsensusVerdict.percent(meets) + " would decide" : agreeing;
    }
}
