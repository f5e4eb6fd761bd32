package dev.waggle.swarm.advisor;

import java.util.List;
import java.util.Locale;

/**
 * Whether a group agrees without testing what it agrees on.
 *
 * @param severity how badly
 * @param agreementRate agreeing votes over all votes that take a side, challenges and doubts, 0..1; 0 when there are
 *        none. Agreement with a rejection is no agreement: a group that votes everything down has 0
 * @param conformists who agreed and never spoke against anything, in the order in which they first spoke
 * @param challengers who spoke against something, in that order
 */
public record GroupthinkReport(Severity severity, double agreementRate, List<String> conformists,
        List<String> challengers) {

    /** Above, agreement is nearly unanimous. */
    static final double SEVERE_RATE = 0.9;

    /** One who agrees may be right alone. */
    static final int SEVERE_CONFORMISTS = 2;

    /** Above, hardly anybody speaks against anything. */
    static final double MILD_RATE = 0.7;

    /** How badly a group agrees untested. */
    public enum Severity {
        NONE, MILD, SEVERE;

        /** The name in results. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public GroupthinkReport {
        conformists = List.copyOf(conformists);
        challengers = List.copyOf(challengers);
    }

    static GroupthinkReport of(double rate, List<String> conformists, List<String> challengers) {
        Severity severity = rate > SEVERE_RATE && conformists.size() >= SEVERE_CONFORMISTS
                ? Severity.SEVERE
                : rate > MILD_RATE && !conformists.isEmpty() ? Severity.MILD : Severity.NONE;
        return new GroupthinkReport(severity, rate, conformists, challengers);
    }

    public boolean isDetected() {
        return severity != Severity.NONE;
    }
}
