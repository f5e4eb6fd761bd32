package dev.waggle.review.whatif;

import java.util.List;

import dev.waggle.swarm.consensus.VoteRecord;

/** Smallest known set of votes whose common change changes the decision. */
public sealed interface DecisionFlip {

    /** Hypothetical change of the votes. */
    VoteChange change();

    /** A set with fewer votes than this does not change the decision: all of them were tried. */
    int atLeast();

    /**
     * A set was found.
     *
     * @param sets such sets, all of one size: the first few
     * @param count number of such sets
     * @param smallest whether all sets of this size and below were tried; else these votes change the decision, and
     *        fewer might
     */
    record Found(VoteChange change, List<VoteSet> sets, int count, boolean smallest, int atLeast)
            implements DecisionFlip {
        public Found {
            sets = List.copyOf(sets);
        }

        /** Number of votes in each set. */
        public int size() {
            return sets.getFirst().votes().size();
        }

        /** True if no smaller set can exist. */
        public boolean isSmallest() {
            return smallest || size() == atLeast;
        }
    }

    /**
     * None was found.
     *
     * @param proven whether every set was tried: then there is none
     */
    record NotFound(VoteChange change, int atLeast, boolean proven) implements DecisionFlip {}

    /**
     * Votes, and the outcome when they are changed.
     *
     * @param votes in the order of casting
     */
    record VoteSet(List<VoteRecord> votes, VoteOutcome outcome) {
        public VoteSet {
            votes = List.copyOf(votes);
        }
    }
}
