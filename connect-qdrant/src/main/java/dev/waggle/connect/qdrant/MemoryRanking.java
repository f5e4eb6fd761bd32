package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Ranking by relevance times importance times strength, where the server ranks by relevance alone. No weight exceeds
 * 1. So the best are known once the score of the last of them is at least the relevance of the last candidate
 * (threshold algorithm, Fagin, Lotem and Naor 2003). Until then it asks for more candidates.
 */
final class MemoryRanking {

    /** Candidates of the first page, for each result and at least. */
    private static final int CANDIDATES = 8;
    private static final int MIN_PAGE = 64;

    /** Most candidates; a less relevant memory is no result, however strong it is. */
    private static final int MAX_CANDIDATES = 2_000;

    private final QdrantCollection collection;
    private final MemoryRules rules;
    private final double leastRelevance;

    MemoryRanking(QdrantCollection collection, MemoryRules rules, double leastRelevance) {
        this.collection = collection;
        this.rules = rules;
        this.leastRelevance = leastRelevance;
    }

    /**
     * Best memories for a query.
     *
     * @param tick number of decays at the time of the search
     * @param memories the best first
     */
    record Ranking(long tick, List<RankedMemory> memories) {}

    Ranking best(float[] query, QdrantFilter filter, int atMost) throws IOException, InterruptedException {
        List<RankedMemory> candidates = new ArrayList<>();
        int page = Math.min(MAX_CANDIDATES, Math.max(MIN_PAGE, CANDIDATES * Math.min(atMost, MAX_CANDIDATES)));
        long tick = 0;
        while (true) {
            List<List<QdrantPoint>> answers = collection
                    .query(List.of(clock(), search(query, filter, candidates.size(), page)));
            tick = answers.getFirst().isEmpty() ? 0 : DecayClock.of(answers.getFirst().getFirst().payload()).tick();
            List<QdrantPoint> more = answers.getLast();
            more.stream().map(RankedMemory::of).filter(memory -> memory.relevance() > 0).forEach(candidates::add);
            List<RankedMemory> best = ranked(candidates, tick, atMost);
            boolean isEnd = more.size() < page || candidates.size() >= MAX_CANDIDATES;
            if (isEnd || isKnown(best, more.getLast().score(), tick, atMost)) {
                return new Ranking(tick, best);
            }
            page = MAX_CANDIDATES - candidates.size();
        }
    }

    private boolean isKnown(List<RankedMemory> best, double lastRelevance, long tick, int atMost) {
        return best.size() == atMost && best.getLast().score(tick, rules) >= lastRelevance;
    }

    private List<RankedMemory> ranked(List<RankedMemory> candidates, long tick, int atMost) {
        return candidates.stream().sorted(Comparator.comparingDouble((RankedMemory memory) -> memory.score(tick, rules))
                .thenComparingLong(RankedMemory::order).reversed()).limit(atMost).toList();
    }

    private static JsonValue clock() {
        return new JsonObjectBuilder().with("filter", QdrantFilter.ids(List.of(PointId.CLOCK)).json()).with("limit", 1L)
                .with("with_payload", true).json();
    }

    private JsonValue search(float[] query, QdrantFilter filter, int offset, int atMost) {
        return new JsonObjectBuilder().with("query", QdrantCollection.vector(query)).with("filter", filter.json())
                .with("offset", offset).with("limit", atMost).with("score_threshold", leastRelevance)
                .with("with_payload", PayloadField.RANKING).json();
    }
}
