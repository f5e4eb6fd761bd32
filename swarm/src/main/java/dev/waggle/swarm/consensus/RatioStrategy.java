package dev.waggle.swarm.consensus;

import java.util.OptionalInt;

/**
 * Strategy whose confidence is the share of a proposal's voters that agree with it. Only a proposal on which at least
 * {@code minVoters} agents voted can win; without one the leader is named and nothing is decided.
 */
abstract class RatioStrategy implements ConsensusStrategy {

    /** Share that agrees, 0..1. */
    abstract double ratio(VoteTally tally, int proposal);

    /** Unit of the share, for the sentence of the verdict. */
    abstract String unit();

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
                        : ", but only " + tally.allVoters(first) + " of " + rule.minVoters() + " needed voters");
        return new ConsensusVerdict(decided, tally.proposal(first).id(), ratio, sentence);
    }
}
