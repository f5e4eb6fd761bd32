package dev.waggle.swarm.lens.runner;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;

/** Votes with a weight. */
public final class WeightedVotes {

    private WeightedVotes() {}

    public static Draft of(String proposal, double weight, double confidence) {
        return Draft.of(new Payload.Vote(proposal, Stance.AGREE, null, weight), confidence);
    }
}
