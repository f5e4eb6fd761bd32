package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Posterior probability of the most probable proposal (maximum a posteriori). The prior is uniform over the proposals;
 * a single proposal is tested against its complement with prior 1/2. Every counted vote is one piece of evidence about
 * its proposal. Its likelihood ratio is 1 + w when it agrees, 1 / (1 + w) when it disagrees and 1 when it abstains (w:
 * its weight). Votes are taken as independent (naive Bayes). Equally probable proposals are ordered as in
 * {@link VoteTally#leader}. If no agent agrees with the most probable proposal, it leads and is not decided: the others
 * were rejected, which is no approval of it. Computed in logarithms, O(proposals + votes).
 */
public final class BayesianStrategy implements ConsensusStrategy {

    private final boolean hasUnsupportedLeader;

    public BayesianStrategy() {
        this(true);
    }

    private BayesianStrategy(boolean hasUnsupportedLeader) {
        this.hasUnsupportedLeader = hasUnsupportedLeader;
    }

    /**
     * The strategy of loops before version 4: a proposal leads only if an agent agrees with it, even if another one is
     * more probable.
     */
    public static BayesianStrategy ofSupportedProposals() {
        return new BayesianStrategy(false);
    }

    @Override
    public String id() {
        return "bayesian";
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        if (!tally.anyAgreement()) {
            return ConsensusVerdict.none("nobody agrees with any of " + tally.size() + " proposals");
        }
        double[] evidence = evidence(tally);
        OptionalInt leader = hasUnsupportedLeader
                ? tally.highest(i -> evidence[i])
                : tally.leader(i -> evidence[i], 0);
        int first = leader.orElseThrow();
        double posterior = posteriors(evidence)[first];
        boolean isSupported = tally.agreeVoters(first) > 0;
        String id = tally.proposal(first).id();
        return new ConsensusVerdict(isSupported && rule.isMetBy(posterior), id, posterior,
                "posterior of " + id + " is " + ConsensusVerdict.percent(posterior) + " among " + tally.size()
                        + (tally.size() == 1 ? " proposal and its complement" : " proposals") + ", threshold "
                        + ConsensusVerdict.percent(rule.threshold())
                        + (isSupported ? "" : "; nobody agrees with it"));
    }

    @Override
    public double[] figures(VoteTally tally) {
        return posteriors(evidence(tally));
    }

    /** Sum of the log likelihood ratios of each proposal. */
    private static double[] evidence(VoteTally tally) {
        ExactAccumulator sums = new ExactAccumulator(tally.size());
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            double ratio = Math.log1p(tally.countedWeightOf(i));
            switch (votes.get(i).vote().stance()) {
                case AGREE -> sums.add(tally.proposalOf(i), ratio);
                case DISAGREE -> sums.subtract(tally.proposalOf(i), ratio);
                case ABSTAIN -> {
                }
            }
        }
        double[] evidence = new double[tally.size()];
        Arrays.setAll(evidence, sums::get);
        return evidence;
    }

    /** Posterior of each proposal; the sum is taken in ascending order, so the order of the proposals is irrelevant. */
    private static double[] posteriors(double[] evidence) {
        if (evidence.length == 1) {
            return new double[] {1 / (1 + Math.exp(-evidence[0]))};
        }
        double most = Arrays.stream(evidence).max().orElse(0);
        double[] odds = new double[evidence.length];
        Arrays.setAll(odds, i -> Math.exp(evidence[i] - most));
        double sum = Arrays.stream(odds).sorted().sum();
        Arrays.setAll(odds, i -> Math.clamp(odds[i] / sum, 0, 1));
        return odds;
    }
}
