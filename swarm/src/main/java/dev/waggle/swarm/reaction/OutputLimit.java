package dev.waggle.swarm.reaction;

import dev.waggle.signal.harness.HarnessCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * Output limit of the requests of one turn. It is raised after a reply that was cut by its length, because the same
 * limit would cut the next one too.
 *
 * @param tokens the limit of the next request, at least 1
 * @param first the limit of the first request of the turn
 * @param most the most tokens that the model can write; {@code null} if unknown
 */
record OutputLimit(int tokens, int first, @Nullable Integer most) {

    /** Factor of one raise. */
    private static final int STEP = 2;

    /** Largest limit as a multiple of the first one: two raises, because a model that needs more has lost its way. */
    private static final int MAX_FACTOR = 4;

    /**
     * The limit of the first request: the requested one, else the usual one of the model.
     *
     * @param requested the limit that the configuration names, or {@code null}
     */
    static OutputLimit of(@Nullable Integer requested, HarnessCapabilities model) {
        int first = requested == null ? model.usualOutputTokens() : requested;
        return new OutputLimit(first, first, model.maxOutputTokens());
    }

    /** Twice the limit, at most four times the first one and what the model can write; never less than this limit. */
    OutputLimit raised() {
        long higher = Math.min((long) tokens * STEP, Math.min((long) first * MAX_FACTOR, Integer.MAX_VALUE));
        long possible = most == null ? higher : Math.min(higher, most);
        return new OutputLimit((int) Math.max(tokens, possible), first, most);
    }

    /** True if the model can write no more than this limit. */
    boolean isMost() {
        return most != null && tokens >= most;
    }

    /** True if {@link #raised} is a higher limit. */
    boolean canRise() {
        return raised().tokens > tokens;
    }
}
