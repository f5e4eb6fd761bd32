package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/** Prices that a harness states for its model, in USD. They are finite and at least 0. */
public interface TokenPricing {

    /** Price of a million tokens read. */
    double inputPerMillion();

    /** Price of a million tokens written. */
    double outputPerMillion();

    /** Price of a million tokens read from the provider's cache; {@code null} for the input price. */
    default @Nullable Double cachedInputPerMillion() {
        return null;
    }

    /** Price of a million tokens read and written to that cache; {@code null} for the input price. */
    default @Nullable Double cacheWritePerMillion() {
        return null;
    }

    /** Price of a million tokens of thinking; {@code null} for the output price. */
    default @Nullable Double reasoningPerMillion() {
        return null;
    }
}
