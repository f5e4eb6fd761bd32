package dev.waggle.review.batch;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.waggle.swarm.consensus.ConsensusConfig;

/** Kind of learning about the agents while recorded votes are decided. */
public enum LearningMode {
    /** Each item stands alone, and a strategy decides it. */
    NONE,
    /** The reliability of the agents is learned from all items at once, and the probability decides. */
    BATCH;

    /** The mode with that id. */
    public static LearningMode of(String id) {
        return Arrays.stream(values()).filter(mode -> mode.id().equals(id.strip().toLowerCase(Locale.ROOT))).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("learning mode is " + id + "\nMaybe "
                        + Arrays.stream(values()).map(LearningMode::id).collect(Collectors.joining(" or ")) + "."));
    }

    /** The id: the name in lower case. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A decider of votes that were all added. */
    public ItemDecider decider(ConsensusConfig config, VoteStore votes) {
        return switch (this) {
            case NONE -> new BatchDecider(config, votes);
            case BATCH -> new CrowdDecider(config, votes);
        };
    }
}
