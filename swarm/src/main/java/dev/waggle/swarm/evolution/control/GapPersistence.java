package dev.waggle.swarm.evolution.control;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the rounds in which a gap was seen. A round counts once, for any number of sources. A gap that is not seen
 * for a while is dropped, and counts from 1 when it is seen again. Owned by the thread of the solve.
 */
final class GapPersistence {

    /** Rounds that confirm a gap: seen once is chance. */
    static final int NEEDED = 2;

    /** Urgency that each further round adds to a gap, so that a lasting gap becomes urgent at some time. */
    static final double COMPOUNDED = 0.1;

    /** Tolerance, because urgencies are sums of tenths. */
    private static final double ROUNDING = 1e-9;

    private final int maxRounds;
    private final Map<String, SightingCount> countByDomain = new HashMap<>();

    private record SightingCount(int rounds, int last) {}

    /**
     * Counter that drops unseen gaps.
     *
     * @param maxRounds rounds after which a gap that was not seen is dropped, at least 1 for any argument
     */
    GapPersistence(int maxRounds) {
        this.maxRounds = Math.max(1, maxRounds);
    }

    /** Records that the gap of that domain was seen in that round. */
    void record(String domain, int round) {
        SightingCount before = countByDomain.get(domain);
        if (before == null || round - before.last > maxRounds) {
            countByDomain.put(domain, new SightingCount(1, round));
        } else if (before.last < round) {
            countByDomain.put(domain, new SightingCount(before.rounds + 1, round));
        }
    }

    /** Drops the gap of that domain, which was filled, or whose agent left. */
    void forget(String domain) {
        countByDomain.remove(domain);
    }

    /** True if the gap was seen often enough, and is urgent enough after its duration. */
    boolean isConfirmed(GapDetector.Gap gap, double minUrgency) {
        SightingCount known = countByDomain.get(gap.domain());
        if (known == null || known.rounds < NEEDED) {
            return false;
        }
        double urgency = Math.min(1, gap.urgency() + COMPOUNDED * (known.rounds - 1));
        return urgency >= minUrgency - ROUNDING;
    }
}
