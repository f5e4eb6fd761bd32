package dev.waggle.journal.inbox;

import java.time.Instant;

/**
 * Record of signals that did not reach an agent.
 *
 * @param agentId the addressee
 * @param from the first signal of the log that it covers; 0 when it covers none
 * @param to the last one
 * @param count number of signals of that range for the agent; 0 when that is unknown
 * @param reason the kind of loss
 * @param detail the same for people
 * @param at time of detection
 * @param attempts number of turns that did not answer it; 0 for a signal that no turn had
 */
public record DeadLetter(String agentId, long from, long to, long count, Reason reason, String detail, Instant at,
        int attempts) {

    /** Maximum number of units of a detail; the rest is cut off. */
    public static final int MAX_DETAIL = 500;

    /** Reason why a signal did not reach an agent. */
    public enum Reason {
        /** The inbox was full and the signal the oldest in it. */
        FULL("full"),
        /** The agent could not be woken; the signal still waits. */
        WAKE_FAILED("wake-failed"),
        /** The time to live of the signal was over when the inbox handed it over. */
        EXPIRED("expired"),
        /** The log no longer holds that range. */
        GONE("gone"),
        /** Turns of the agent failed or were deferred, and the signal was given up. It can be requeued. */
        TURN_FAILED("turn-failed");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** Name for people and in the output of commands. */
        public String word() {
            return word;
        }
    }

    public DeadLetter {
        if (from < 0 || to < from || count < 0 || attempts < 0) {
            throw new IllegalArgumentException(
                    "a dead letter needs 0 <= from <= to and count and attempts >= 0, got " + from + ", "
                            + to + ", " + count + " and " + attempts);
        }
        detail = detail.length() > MAX_DETAIL ? detail.substring(0, MAX_DETAIL) : detail;
    }

    /** A loss of signals that no turn had. */
    public DeadLetter(String agentId, long from, long to, long count, Reason reason, String detail, Instant at) {
        this(agentId, from, to, count, reason, detail, at, 0);
    }

    /** True if {@link InboxService#requeue} can put it into the inbox again. */
    public boolean isRequeueable() {
        return reason == Reason.TURN_FAILED;
    }

    /** This one and the next of the same kind as one. */
    DeadLetter plus(DeadLetter next) {
        return new DeadLetter(agentId, from, next.to, count + next.count, reason, detail, next.at);
    }
}
