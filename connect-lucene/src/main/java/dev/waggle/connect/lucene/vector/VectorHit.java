package dev.waggle.connect.lucene.vector;

import java.util.Comparator;

/**
 * Entry near a query.
 *
 * @param id id of the memory
 * @param similarity cosine of the angle between both vectors, -1..1
 */
public record VectorHit(String id, float similarity) {

    /** The most similar one first; equal ones by id. */
    static final Comparator<
            VectorHit> BEST_FIRST = Comparator.comparingDouble(VectorHit::similarity).reversed()
                    .thenComparing(VectorHit::id);
}
