package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.WireConstant;

/**
 * Groupthink report: the degree to which a group agrees without a test.
 *
 * @param severity the degree
 * @param agreementRate agreeing votes over all votes that take a side, challenges and doubts, 0..1; 0 when there are
 *        none. Agreement with a rejection is no agreement: a group that votes everything down has 0
 * @param conformists agents that agreed and never objected to anything, in the order in which they first spoke
 * @param challengers agents that objected to something, in that order
 */
public record GroupthinkReport(Severity severity, double agreementRate, List<String> conformists,
        List<String> challengers) {

    /** Agreement rate above which agreement is nearly unanimous. */
    static final double SEVERE_RATE = 0.9;

    /** Minimum of conformists for severe groupthink: a single one may be right. */
    static final int SEVERE_CONFORMISTS = 2;

    /** Agreement rate above which objections are rare. */
    static final double MILD_RATE = 0.7;

    /** Degree of untested agreement. */
    public enum Severity implements WireConstant {
        NONE, MILD, SEVERE;
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
