package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.lab.memory.HashedTexts.NearText;
import dev.waggle.swarm.memory.FoundMemory;

/**
 * Rankings of memories for a query: by words, by hashed n-grams, and by both, as a memory with that embedder has them. The
 * nearest vectors are exact, so that the figures do not depend on the order in which a graph was built.
 */
final class TextRanking {

    /** Kinds of ranking. */
    enum RankingKind {
        WORDS("words (BM25)"), HYBRID("words and hashed n-grams"), HASHED("hashed n-grams alone");

        private final String title;

        RankingKind(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** Memory in a ranking, with its relevance, 0..1. */
    record Ranked(String id, double relevance) {}

    /** As in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), and in the memory. */
    private static final int RANKS = 200;
    private static final double DAMPING = 60;

    private final StudiedMemory memory;
    private final HashedTexts hashed = new HashedTexts();

    TextRanking(StudiedMemory memory) {
        this.memory = memory;
    }

    /** Stores texts; returns their ids. */
    List<String> share(List<String> texts) throws IOException {
        List<String> ids = memory.share(texts);
        for (int i = 0; i < texts.size(); i++) {
            hashed.add(ids.get(i), texts.get(i));
        }
        return ids;
    }

    /** The first of each ranking. */
    Map<RankingKind, List<Ranked>> rank(String query, int atMost) throws IOException, InterruptedException {
        List<Ranked> words = new ArrayList<>();
        for (FoundMemory found : memory.search(query, RANKS)) {
            words.add(new Ranked(found.memory().id(), found.relevance()));
        }
        List<NearText> near = hashed.nearest(query, RANKS);
        List<Ranked> vectors = near.stream()
                .map(text -> new Ranked(text.id(), Math.clamp(text.similarity(), 0, 1))).toList();
        return Map.of(RankingKind.WORDS, first(words, atMost), RankingKind.HASHED, first(vectors, atMost),
                RankingKind.HYBRID, first(fused(words, vectors), atMost));
    }

    private static List<Ranked> first(List<Ranked> ranking, int atMost) {
        return List.copyOf(ranking.subList(0, Math.min(atMost, ranking.size())));
    }

    private static List<Ranked> fused(List<Ranked> words, List<Ranked> vectors) {
        Map<String, Double> scores = new HashMap<>();
        Map<String, Double> relevances = new HashMap<>();
        for (List<Ranked> ranking : List.of(words, vectors)) {
            for (int rank = 0; rank < ranking.size(); rank++) {
                Ranked each = ranking.get(rank);
                scores.merge(each.id(), 1 / (DAMPING + 1 + rank), Double::sum);
                relevances.merge(each.id(), each.relevance(), Math::max);
            }
        }
        return scores.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                .map(entry -> new Ranked(entry.getKey(), relevances.getOrDefault(entry.getKey(), 0.0))).toList();
    }
}
