package dev.waggle.server.access;

/**
 * Token bucket (Shenker, Partridge and Guerin, RFC 2212, 1997): permits come at a rate and are kept up to a number.
 * May be used by many threads.
 */
final class TokenBucket {

    private static final double NANOS = 1e9;

    private final double perNano;
    private final int burst;
    private double permits;
    private long filledAt;

    /**
     * A full bucket.
     *
     * @param perSecond rate, above 0
     * @param now a reading of the stopwatch
     */
    TokenBucket(double perSecond, int burst, long now) {
        perNano = perSecond / NANOS;
        this.burst = burst;
        permits = burst;
        filledAt = now;
    }

    /** Takes a permit. Returns 0, or without one the seconds until the next, at least 1. */
    synchronized long take(long now) {
        permits = Math.min(burst, permits + Math.max(0, now - filledAt) * perNano);
        filledAt = now;
        if (permits >= 1) {
            permits--;
            return 0;
        }
        return Math.max(1, (long) Math.ceil((1 - permits) / perNano / NANOS));
    }
}
