package dev.waggle.swarm.consensus;

import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;

/**
 * Verdict of a strategy.
 *
 * @param decided whether the leader wins
 * @param leader the leading proposal's id; {@code null} when no agent agrees with anything
 * @param confidence the agreement of the group with the leader, 0..1, as the strategy defines it; no probability
 * @param reasoning one sentence for people
 * @param approval approval of the leader; the engine sets it
 */
public record ConsensusVerdict(boolean decided, @Nullable String leader, double confidence, String reasoning,
        ApprovalStatus approval) {

    public ConsensusVerdict {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence of a verdict must be between 0 and 1, got " + confidence);
        }
        if (decided && leader == null) {
            throw new IllegalArgumentException("a decided verdict needs a leader");
        }
    }

    /** The agreement of the group with the leader as the strategy computes it, 0..1: the component {@code confidence}. */
    public double agreement() {
        return confidence;
    }

    /** Verdict of the votes alone. */
    public ConsensusVerdict(boolean decided, @Nullable String leader, double confidence, String reasoning) {
        this(decided, leader, confidence, reasoning, ApprovalStatus.NONE);
    }

    /** Verdict without a leader: no agent agrees with anything. */
    public static ConsensusVerdict none(String reasoning) {
        return new ConsensusVerdict(false, null, 0, reasoning);
    }

    /** Formats a share for the sentence of a verdict. */
    static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }
}
