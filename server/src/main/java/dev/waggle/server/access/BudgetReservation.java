package dev.waggle.server.access;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** Money and tokens that a solve may use. May be used by many threads. */
public final class BudgetReservation {

    private final @Nullable Double usd;
    private final @Nullable Long tokens;
    private final BiConsumer<Double, Long> settlement;
    private final AtomicBoolean isSettled = new AtomicBoolean();

    BudgetReservation(@Nullable Double usd, @Nullable Long tokens, BiConsumer<Double, Long> settlement) {
        this.usd = usd;
        this.tokens = tokens;
        this.settlement = settlement;
    }

    /** Largest cost of the solve in US dollars; {@code null} for no limit. */
    public @Nullable Double usd() {
        return usd;
    }

    /** Largest number of tokens of models; {@code null} for no limit. */
    public @Nullable Long tokens() {
        return tokens;
    }

    /** Replaces the reservation by what the solve has cost; a second call has no effect. */
    public void settle(double spentUsd, long spentTokens) {
        if (!(spentUsd >= 0 && spentUsd < Double.POSITIVE_INFINITY) || spentTokens < 0) {
            throw new IllegalArgumentException("the cost of a solve must be at least 0, got " + spentUsd + " USD and "
                    + spentTokens + " tokens");
        }
        if (isSettled.compareAndSet(false, true)) {
            settlement.accept(spentUsd, spentTokens);
        }
    }
}
