package dev.waggle.swarm.evolution;

import java.util.HashMap;
import java.util.Map;

/**
 * In how many rounds a gap was seen. A round counts once, however many saw it. A gap that is not seen for a while is
 * forgotten, and begins anew when it shows again. Owned by the thread of the solve.
 */
final class GapPersistence {

    /** Seen once is chance, seen in two rounds is a gap. */
    static final int NEEDED = 2;

    /** What each further round adds to the urgency of a gap, so that what lasts becomes urgent at some time. */
    static final double COMPOUNDED = 0.1;

    /** Urgencies are tenths that were added up. */
    private static final double ROUNDING = 1e-9;

    private final int patience;
    private final Map<String, SightingCount> seen = new HashMap<>();

    private record SightingCount(int rounds, int last) {}

    /**
     * @param patience rounds after which a gap that was not seen is forgotten, at least 1 whatever is asked for
     */
    GapPersistence(int patience) {
        this.patience = Math.max(1, patience);
    }

    /** Notes that the gap of that domain was seen in that round. */
    void record(String domain, int round) {
        SightingCount before = seen.get(domain);
        if (before == null || round - before.last > patience) {
            seen.put(domain, new SightingCount(1, round));
        } else if (before.last < round) {
            seen.put(domain, new SightingCount(before.rounds + 1, round));
        }
    }

    /** Forgets the gap of that domain: it was filled, or its agent went. */
    void forget(String domain) {
        seen.remove(domain);
    }

    /** Whether the gap was seen often enough, and is urgent enough by how long it has lasted. */
    boolean isConfirmed(GapDetector.Gap gap, double minUrgency) {
        SightingCount known = seen.get(gap.domain());
        if (known == null || known.rounds < NEEDED) {
            return false;
        }
        double urgency = Math.min(1, gap.urgency() + COMPOUNDED * (known.rounds - 1));
        return urgency >= minUrgency - ROUNDING;
    }
}
