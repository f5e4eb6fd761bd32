package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Posterior probability of the most probable proposal. The prior is uniform over the proposals; a single proposal is
 * tested against its complement with prior 1/2. Every counted vote is one piece of evidence about its proposal. Its
 * likelihood ratio is 1 + w when it agrees, 1 / (1 + w) when it disagrees and 1 when it abstains (w: its weight).
 * Votes are taken as independent (naive Bayes). Computed in logarithms, O(proposals + votes).
 */
public final class BayesianStrategy implements ConsensusStrategy {

    public BayesianStrategy() {}

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
        OptionalInt leader = tally.leader(i -> evidence[i], 0);
        int first = leader.orElseThrow();
        double posterior = posterior(evidence, first);
        String id = tally.proposal(first).id();
        return new ConsensusVerdict(rule.isMetBy(posterior), id, posterior,
                "posterior of " + id + " is " + ConsensusVerdict.percent(posterior) + " among " + tally.size()
                        + (tally.size() == 1 ? " proposal and its complement" : " proposals") + ", threshold "
                        + ConsensusVerdict.percent(rule.threshold()));
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

    private static double posterior(double[] evidence, int leader) {
        if (evidence.length == 1) {
            return 1 / (1 + Math.exp(-evidence[0]));
        }
        double[] odds = new double[evidence.length];
        Arrays.setAll(odds, i -> Math.exp(evidence[i] - evidence[leader]));
        Arrays.sort(odds);
        return Math.clamp(1 / Arrays.stream(odds).sum(), 0, 1);
    }
}
