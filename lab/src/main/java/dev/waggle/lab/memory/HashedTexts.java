package dev.waggle.lab.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

import dev.waggle.signal.embedding.HashingEmbedder;
import org.apache.lucene.util.VectorUtil;

/** Vectors of texts without a model, compared one by one, so that the nearest are exact. Owned by one thread. */
final class HashedTexts {

    /** Text near to a query. */
    record NearText(String id, int number, double similarity) {

        static final Comparator<NearText> NEAREST_FIRST = Comparator.comparingDouble(NearText::similarity).reversed()
                .thenComparing(Comparator.comparingInt(NearText::number).reversed());
    }

    private final HashingEmbedder embedder = HashingEmbedder.create();
    private final Set<String> known = new HashSet<>();
    private final List<String> ids = new ArrayList<>();
    private final List<float[]> vectors = new ArrayList<>();

    /** Adds a text; the first one of an id counts. */
    void add(String id, String text) {
        if (known.add(id)) {
            ids.add(id);
            vectors.add(embedder.embed(text));
        }
    }

    /** The nearest texts, the newer of equals first. */
    List<NearText> nearest(String query, int atMost) {
        float[] asked = embedder.embed(query);
        PriorityQueue<NearText> best = new PriorityQueue<>(NearText.NEAREST_FIRST.reversed());
        for (int i = 0; i < ids.size(); i++) {
            NearText next = new NearText(ids.get(i), i, VectorUtil.dotProduct(asked, vectors.get(i)));
            if (best.size() < atMost || NearText.NEAREST_FIRST.compare(next, best.element()) < 0) {
                best.add(next);
                if (best.size() > atMost) {
                    best.remove();
                }
            }
        }
        return best.stream().sorted(NearText.NEAREST_FIRST).toList();
    }
}
