package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import dev.waggle.math.information.Entropy;

/**
 * Concentration of support: 1 - H / log2(N), with H the Shannon entropy of the agreeing weights over N proposals,
 * in bits (Shannon 1948, section 6). The number is no agreement with the leader: it is high wherever the support lies
 * on few proposals. The winner is the proposal with most support among those on which at least
 * {@code minVoters} agents voted. By definition disagreement is no support and does not lower the confidence. So a
 * proposal without supported rivals decides even against a majority that rejects it. For a single proposal, which has
 * no rivals, the weighted share that agrees counts.
 */
public final class EntropyStrategy implements ConsensusStrategy {

    public EntropyStrategy() {}

    @Override
    public String id() {
        return "entropy";
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        OptionalInt leader = tally.leader(tally::agreeWeight, rule.minVoters());
        if (leader.isEmpty()) {
            return ConsensusVerdict.none("nobody agrees with any of " + tally.size() + " proposals");
        }
        int first = leader.getAsInt();
        double concentration = tally.size() == 1 ? tally.weightRatio(0) : concentration(tally);
        boolean quorum = tally.hasQuorum(first, rule.minVoters());
        boolean tied = tally.isTiedInWeight(first);
        boolean decided = quorum && !tied && rule.isMetBy(concentration);
        String id = tally.proposal(first).id();
        return new ConsensusVerdict(decided, id, concentration,
                "concentration of support is " + ConsensusVerdict.percent(concentration) + " with " + id
                        + (tied ? " no further ahead than a rival on the same ballots" : " ahead")
                        + (quorum
                                ? ", threshold " + ConsensusVerdict.percent(rule.threshold())
                                : ", but only " + tally.allVoters(first) + " of " + rule.minVoters()
                                        + " needed voters"));
    }

    /** Share of each proposal in all support: the distribution whose concentration counts. */
    @Override
    public double[] figures(VoteTally tally) {
        double[] support = support(tally);
        double all = Arrays.stream(support).sorted().sum();
        Arrays.setAll(support, i -> all > 0 ? Math.min(1, support[i] / all) : 0);
        return tally.size() == 1 ? ConsensusStrategy.super.figures(tally) : support;
    }

    private static double concentration(VoteTally tally) {
        double[] support = support(tally);
        Arrays.sort(support);
        OptionalDouble uncertainty = Entropy.normalized(support);
        return uncertainty.isPresent() ? Math.clamp(1 - uncertainty.getAsDouble(), 0, 1) : 0;
    }

    private static double[] support(VoteTally tally) {
        double[] support = new double[tally.size()];
        Arrays.setAll(support, tally::agreeWeight);
        return support;
    }
}
