package dev.waggle.swarm.consensus;

/** Ratio of the agreeing weight to all weight on the proposal, abstentions included. */
public final class ConfidenceWeightedStrategy extends RatioStrategy {

    public ConfidenceWeightedStrategy() {}

    @Override
    public String id() {
        return "confidence-weighted";
    }

    @Override
    double ratio(VoteTally tally, int proposal) {
        return tally.weightRatio(proposal);
    }

    @Override
    String unit() {
        return "weight";
    }
}
