package dev.waggle.swarm.consensus;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Verdict of a strategy.
 *
 * @param decided whether the leader wins
 * @param leader the leading proposal's id; {@code null} when no agent agrees with anything
 * @param confidence the confidence of the group in the leader, 0..1
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
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
