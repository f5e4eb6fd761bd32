package dev.waggle.journal.inbox;

import java.util.Map;
import java.util.Set;

/** Permanent change of subscriptions or inboxes; the state is a fold over these. */
sealed interface DeliveryFact {

    /**
     * An agent can be subscribed by others from now on.
     *
     * @param after the last signal of the log that can be none for it
     */
    record AgentKnown(String agentId, long after) implements DeliveryFact {}

    /** A subscription was made, or was changed to this state. */
    record Subscribed(Subscription subscription) implements DeliveryFact {}

    /** A subscription is no more. */
    record Unsubscribed(SubscriptionKey key) implements DeliveryFact {}

    /** An agent has dealt with everything up to there. */
    record Acknowledged(String agentId, long upTo) implements DeliveryFact {}

    /** Position up to which nothing waits for any agent but these, so that a restart need not read it again. */
    record AllPassed(long upTo, Set<String> except) implements DeliveryFact {
        public AllPassed {
            except = Set.copyOf(except);
        }
    }

    /**
     * A loss of an agent.
     *
     * @param letter the loss
     * @param taken of dropped and expired entries, the last signal that the agent took before; those between are lost
     */
    record DeadLettered(DeadLetter letter, long taken) implements DeliveryFact {

        /** True if both are of entries that were lost in the same way while the agent took nothing. */
        boolean isSameStretch(DeadLetter next, long takenNow) {
            return taken == takenNow && letter.from() > taken && letter.reason() == next.reason()
                    && (letter.reason() == DeadLetter.Reason.FULL || letter.reason() == DeadLetter.Reason.EXPIRED);
        }
    }

    /** Entries that an agent has not taken and that are dropped: behind the first position, up to the second. */
    record Skipped(String agentId, long taken, long to) implements DeliveryFact {}

    /** Turns of an agent did not answer these entries so far, by number; it is the whole count of each. */
    record Attempted(String agentId, Map<Long, Integer> attempts) implements DeliveryFact {
        public Attempted {
            attempts = Map.copyOf(attempts);
        }
    }

    /** Entries that an agent has dealt with one by one: ahead of its position, or requeued. */
    record Settled(String agentId, Set<Long> sequences) implements DeliveryFact {
        public Settled {
            sequences = Set.copyOf(sequences);
        }
    }

    /** Entries that had been given up and wait again, with no attempt counted; their dead letters are no more. */
    record Requeued(String agentId, Set<Long> sequences) implements DeliveryFact {
        public Requeued {
            sequences = Set.copyOf(sequences);
        }
    }

    /** Number of dead letters before those that are still listed. */
    record Forgotten(long deadLetters) implements DeliveryFact {}

    /** End of the log; entries behind it were lost with the power, and their numbers are used again. */
    record Rewound(long to) implements DeliveryFact {}
}
