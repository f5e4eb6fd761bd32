package dev.waggle.connect.lucene.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The best hits of a search so far. Owned by one search. */
final class NearestHits {

    private final int atMost;
    private final PriorityQueue<VectorHit> worstFirst = new PriorityQueue<>(VectorHit.BEST_FIRST.reversed());

    /** @param atMost number of hits that are kept, at least 1 */
    NearestHits(int atMost) {
        this.atMost = atMost;
    }

    void offer(String id, float similarity) {
        if (worstFirst.size() < atMost) {
            worstFirst.add(new VectorHit(id, similarity));
            return;
        }
        VectorHit worst = worstFirst.element();
        if (similarity > worst.similarity()
                || (similarity == worst.similarity() && id.compareTo(worst.id()) < 0)) {
            VectorHit _ = worstFirst.remove();
            worstFirst.add(new VectorHit(id, similarity));
        }
    }

    /** The hits, the best first. */
    List<VectorHit> sorted() {
        List<VectorHit> hits = new ArrayList<>(worstFirst);
        hits.sort(VectorHit.BEST_FIRST);
        return List.copyOf(hits);
    }
}
