package dev.waggle.connect.lucene;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fusion of two rankings: the sum of 1 / (60 + rank), as a share of that of a document that is first in both (Cormack, Clarke
 * and Büttcher 2009). Not thread-safe.
 */
final class RankFusion {

    /** Ranks of each list that count. */
    static final int RANKS = 200;

    private static final double LISTS = 2;
    private static final double DAMPING = 60;

    private final Map<Integer, Fused> byDoc = new LinkedHashMap<>();

    /**
     * Document of a ranking.
     *
     * @param doc its number
     * @param score fused score, above 0 and at most 1
     * @param relevance the higher of its relevances, 0..1
     */
    record Fused(int doc, double score, double relevance) {}

    /**
     * Adds a document of one list.
     *
     * @param rank its place, from 0
     * @param relevance its relevance in that list, 0..1
     */
    void add(int doc, int rank, double relevance) {
        double share = (DAMPING + 1) / (DAMPING + 1 + rank) / LISTS;
        byDoc.merge(doc, new Fused(doc, share, relevance), (known, more) -> new Fused(doc,
                known.score() + more.score(), Math.max(known.relevance(), more.relevance())));
    }

    Collection<Fused> all() {
        return byDoc.values();
    }
}
