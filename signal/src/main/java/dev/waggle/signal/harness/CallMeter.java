package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/**
 * Who pays for calls. What a call may cost at most is set aside before it begins and settled when it is over, so that
 * calls at once never spend more than there is.
 */
public interface CallMeter {

    /**
     * Sets aside what a call may cost. Waits while what others have set aside may come back, no longer than the deadline.
     *
     * @param model {@code provider:model}
     * @param inputTokens what the request has, as {@link CallTokenEstimator} says
     * @param longestOutput the most tokens of the answer, or {@code null} where the request names no limit
     * @throws HarnessException of the kind {@code BUDGET} when there is not enough
     */
    Reservation reserve(String model, double inputTokens, @Nullable Double longestOutput, Deadline deadline)
            throws HarnessException, InterruptedException;

    /** The account of a part of whoever this is the account of; where accounts have no parts, this one. */
    default CallMeter childMeter(String name) {
        return this;
    }

    /** Pays for everything and counts nothing. */
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

    /** What was set aside for one call. Whoever has it settles it exactly once; settling again does nothing. */
    interface Reservation {

        /** The most tokens that the answer may have. */
        int maxOutputTokens();

        /**
         * So much of the answer has come so far, by an estimate: what is paid for it if nobody ever settles, because the
         * call is broken off and its end comes too late.
         */
        void reportOutput(double outputTokens);

        /**
         * Pays, and gives back the rest.
         *
         * @param usage what was used up
         * @param estimated whether that is our estimate because the provider said nothing
         */
        void settle(TokenUsage usage, boolean estimated);
    }
}
