package dev.waggle.swarm;

import java.time.Duration;

/**
 * Hard limits of a solve: no round, signal or second more.
 *
 * <p>Published signals of every author count, and so does the conflict that the bus publishes beside a rival
 * proposal. Such a proposal is published if there is room for both. Only the decision does not count, because a limit
 * must not hide it.
 *
 * <p>To leave signals for the others, a turn may publish an equal share of those left when the answers of its round
 * are published. The share is the rest, divided by the agents that may still get turns. Eight signals are allowed
 * while they are at most half of the rest, and one always is. Signals beyond the share are refused.
 *
 * @param maxRounds rounds, at least 1
 * @param maxSignals signals in the log, the task included, the decision not; at least 1
 * @param timeout time from start to result, above zero and at most 100 years
 */
public record Limits(int maxRounds, int maxSignals, Duration timeout) {

    private static final Duration MAX_TIMEOUT = Duration.ofDays(36_500);

    public Limits {
        if (maxRounds < 1) {
            throw new IllegalArgumentException("maxRounds must be at least 1, got " + maxRounds);
        }
        if (maxSignals < 1) {
            throw new IllegalArgumentException("maxSignals must be at least 1, got " + maxSignals);
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be above zero and at most " + MAX_TIMEOUT.toDays()
                    + " days, got " + timeout);
        }
    }

    /** 10 rounds, 200 signals, 2 minutes. */
    public static Limits defaults() {
        return new Limits(10, 200, Duration.ofMinutes(2));
    }

    public Limits withMaxRounds(int rounds) {
        return new Limits(rounds, maxSignals, timeout);
    }

    public Limits withMaxSignals(int signals) {
        return new Limits(maxRounds, signals, timeout);
    }

    public Limits withTimeout(Duration time) {
        return new Limits(maxRounds, maxSignals, time);
    }
}
