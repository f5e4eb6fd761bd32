package dev.waggle.journal.inbox;

import java.util.Set;

/** What changes subscriptions and inboxes for good; the state is a fold over these. */
sealed interface Fact {

    /**
     * An agent can be subscribed by others from now on.
     *
     * @param after the last signal of the log that can be none for it
     */
    record Known(String agentId, long after) implements Fact {}

    /** A subscription is there, or is as it says now. */
    record Subscribed(Subscription subscription) implements Fact {}

    /** A subscription is no more. */
    record Unsubscribed(String agentId, String pattern) implements Fact {}

    /** An agent has dealt with everything up to there. */
    record Acknowledged(String agentId, long upTo) implements Fact {}

    /** Nothing up to there waits for anybody but these: where a restart need not look again. */
    record Passed(long upTo, Set<String> but) implements Fact {
        public Passed {
            but = Set.copyOf(but);
        }
    }

    /**
     * Something did not reach an agent.
     *
     * @param letter what
     * @param taken of what was dropped: the last signal that the agent took before; what lies between is dropped
     */
    record Dead(DeadLetter letter, long taken) implements Fact {

        /** Both tell of what made room while the agent took nothing. */
        boolean isSameStretch(DeadLetter next, long takenNow) {
            return taken == takenNow && letter.reason() == DeadLetter.Reason.FULL
                    && next.reason() == DeadLetter.Reason.FULL;
        }
    }

    /** What an agent has not taken of what lies between, both borders: behind the first, up to the second, is dropped. */
    record Skipped(String agentId, long taken, long to) implements Fact {}

    /** How many dead letters there were before those that are still told. */
    record Forgotten(long deadLetters) implements Fact {}

    /** The log ends there: what lay behind was lost with the power, and its numbers are given again. */
    record Rewound(long to) implements Fact {}
}
