package dev.waggle.swarm.reliability;

import java.util.List;

/**
 * Votes of one question as a tally counted them. A case is made of nothing else, so an outcome that has them teaches exactly
 * the case that was decided.
 *
 * @param panel the number of agents that could have voted, at least 0
 * @param dependence correlation of the ballots of two voters without history, 0..1
 * @param first the number of agents that named each option first; one for each option
 * @param votes the votes that count, in the order of the tally
 * @param isPartial whether agents of the panel were spared, so that they did not vote
 */
public record TalliedVotes(int panel, double dependence, List<Integer> first, List<TalliedVote> votes,
        boolean isPartial) {

    public TalliedVotes {
        first = List.copyOf(first);
        votes = List.copyOf(votes);
        if (panel < 0) {
            throw new IllegalArgumentException("panel must be at least 0, got " + panel);
        }
        if (!(dependence >= 0 && dependence <= 1)) {
            throw new IllegalArgumentException("dependence must be between 0 and 1, got " + dependence);
        }
        for (TalliedVote vote : votes) {
            if (!(vote.option() >= 0 && vote.option() < first.size())) {
                throw new IllegalArgumentException("a vote of agent " + vote.agent() + " names option " + vote.option()
                        + " of " + first.size());
            }
        }
    }

    /** Votes of a panel that was asked as a whole. */
    public TalliedVotes(int panel, double dependence, List<Integer> first, List<TalliedVote> votes) {
        this(panel, dependence, first, votes, false);
    }

    /** Number of options. */
    public int options() {
        return first.size();
    }

    /** Copy with a panel of at least that size. */
    public TalliedVotes withPanel(int atLeast) {
        return new TalliedVotes(Math.max(panel, atLeast), dependence, first, votes, isPartial);
    }

    /** Copy that says whether agents were spared; it is partial if some of them have no vote in the end. */
    public TalliedVotes withPartial(boolean wereSpared) {
        long voters = votes.stream().map(TalliedVote::agent).distinct().count();
        return new TalliedVotes(panel, dependence, first, votes, wereSpared && voters < panel);
    }

    /**
     * A vote that counts.
     *
     * @param agent the voter
     * @param option the place of its option
     * @param part its part of a ballot: above 0 for agreement, below 0 for disagreement, 0 for an abstention
     * @param evidence that part, times the worth of the vote without history
     * @param confidences by kind, 0..1; NaN where the voter stated none
     */
    public record TalliedVote(String agent, int option, double part, double evidence, List<Double> confidences) {

        public TalliedVote {
            confidences = List.copyOf(confidences);
            evidence += 0.0; // A zero has no sign.
            if (!(Math.abs(part) <= 1)) {
                throw new IllegalArgumentException("a part of a ballot must be between -1 and 1, got " + part);
            }
            if (!(Math.abs(evidence) <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("the evidence of a vote must be finite, got " + evidence);
            }
        }
    }
}
