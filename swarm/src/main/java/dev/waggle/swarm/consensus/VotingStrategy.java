package dev.waggle.swarm.consensus;

/** Agreeing voters over all voters on the proposal, abstentions included; one voter, one vote. */
public final class VotingStrategy extends RatioStrategy {

    public VotingStrategy() {}

    @Override
    public String id() {
        return "voting";
    }

    @Override
    double ratio(VoteTally tally, int proposal) {
        return tally.headRatio(proposal);
    }

    @Override
    String unit() {
        return "vote";
    }
}
