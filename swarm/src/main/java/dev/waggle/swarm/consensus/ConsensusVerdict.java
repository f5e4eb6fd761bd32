package dev.waggle.swarm.consensus;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What a strategy says.
 *
 * @param decided whether the leader wins
 * @param leader the leading proposal's id; {@code null} when nobody agrees with anything
 * @param confidence how sure the group is of the leader, 0..1
 * @param reasoning one sentence for people
 */
public record ConsensusVerdict(boolean decided, @Nullable String leader, double confidence, String reasoning) {

    public ConsensusVerdict {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence of a verdict must be between 0 and 1, got " + confidence);
        }
        if (decided && leader == null) {
            throw new IllegalArgumentException("a decided verdict needs a leader");
        }
    }

    /** Nobody agrees with anything. */
    public static ConsensusVerdict none(String reasoning) {
        return new ConsensusVerdict(false, null, 0, reasoning);
    }

    /** A share as the sentence of a verdict shows it. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
