package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/**
 * Budget account for model calls. It reserves the maximum cost before a call and settles the actual cost afterwards.
 * So concurrent calls never exceed the budget.
 */
public interface CallMeter {

    /**
     * Reserves the maximum cost of a call. Waits while reservations of others may be released, no longer than the
     * deadline.
     *
     * @param model {@code provider:model}
     * @param inputTokens the tokens of the request, as estimated for its harness
     * @param longestOutput the maximum tokens of the answer, or {@code null} where the request names no limit
     * @throws HarnessException of the kind {@code BUDGET} when there is not enough
     */
    Reservation reserve(String model, double inputTokens, @Nullable Double longestOutput, Deadline deadline)
            throws HarnessException, InterruptedException;

    /** Returns the account of a part of this account's owner; this account where accounts have no parts. */
    default CallMeter childMeter(String name) {
        return this;
    }

    /**
     * Returns this account for calls of a model with these prices. An account that knows prices of the model itself
     * keeps them; this account where accounts have no prices.
     */
    default CallMeter withPricing(TokenPricing pricing) {
        return this;
    }

    /**
     * Returns true if this account limits money and knows no price of a model whose harness states none. Its calls
     * would be charged at a price that may be far from the actual one; a harness whose cost is unknown refuses them.
     */
    default boolean lacksPrice(String model) {
        return false;
    }

    /**
     * Covers the output of a call that this account has reserved, as it arrives. Output beyond the granted limit is
     * covered while there is budget for it.
     *
     * @param outputTokens the estimated output so far with the piece that has just arrived
     * @return the tokens that are covered, at most as many; fewer mean that the call has to end
     */
    default double coverOutput(double outputTokens) {
        return outputTokens;
    }

    /** Grants every reservation and counts nothing. */
    static CallMeter free() {
        return (model, inputTokens, longestOutput, deadline) -> new Reservation() {
            @Override
            public int maxOutputTokens() {
                return Integer.MAX_VALUE;
            }

            @Override
            public void reportOutput(double outputTokens) {}

            @Override
            public void settle(TokenUsage usage, boolean estimated) {}
        };
    }

    /** Reservation for one call. Its holder settles it exactly once; settling again does nothing. */
    interface Reservation {

        /** Returns the maximum number of tokens of the answer. */
        int maxOutputTokens();

        /** Reports the estimated output so far. The account charges it if the call is broken off and never settled. */
        void reportOutput(double outputTokens);

        /** Covers the output of this call as it arrives; see {@link CallMeter#coverOutput}. */
        default double coverOutput(double outputTokens) {
            return outputTokens;
        }

        /**
         * Charges the actual cost and releases the rest.
         *
         * @param usage the actual usage
         * @param estimated whether that is our estimate because the provider reported nothing
         */
        void settle(TokenUsage usage, boolean estimated);

        /** Releases the reservation of a call that was never sent. By default the call counts, with no tokens. */
        default void release() {
            settle(TokenUsage.NONE, false);
        }
    }

    /** Prices that a harness states for its model, in USD. They are finite and at least 0. */
    interface TokenPricing {

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
}
