package dev.waggle.journal.inbox;

import java.util.Set;

/** Permanent change of subscriptions or inboxes; the state is a fold over these. */
sealed interface DeliveryFact {

    /**
     * An agent can be subscribed by others from now on.
     *
     * @param after the last signal of the log that can be none for it
     */
    record AgentKnown(String agentId, long after) implements DeliveryFact {}

    /** A subscription is there, or is as it says now. */
    record Subscribed(Subscription subscription) implements DeliveryFact {}

    /** A subscription is no more. */
    record Unsubscribed(String agentId, String pattern) implements DeliveryFact {}

    /** An agent has dealt with everything up to there. */
    record Acknowledged(String agentId, long upTo) implements DeliveryFact {}

    /** Nothing up to there waits for anybody but these: where a restart need not look again. */
    record AllPassed(long upTo, Set<String> except) implements DeliveryFact {
        public AllPassed {
            except = Set.copyOf(except);
        }
    }

    /**
     * Something did not reach an agent.
     *
     * @param letter what
     * @param taken of what was dropped: the last signal that the agent took before; what lies between is dropped
     */
    record DeadLettered(DeadLetter letter, long taken) implements DeliveryFact {

        /** Both tell of what made room while the agent took nothing. */
        boolean isSameStretch(DeadLetter next, long takenNow) {
            return taken == takenNow && letter.reason() == DeadLetter.Reason.FULL
                    && next.reason() == DeadLetter.Reason.FULL;
        }
    }

    /** Entries that an agent has not taken and that are dropped: behind the first position, up to the second. */
    record Skipped(String agentId, long taken, long to) implements DeliveryFact {}

    /** Number of dead letters before those that are still listed. */
    record Forgotten(long deadLetters) implements DeliveryFact {}

    /** The log ends there: what lay behind was lost with the power, and its numbers are given again. */
    record Rewound(long to) implements DeliveryFact {}
}
