package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Weakest memories of a full collection, and of equals the oldest. Memories with as many reinforcements keep their
 * order as they fade. So the weakest are among the first of each number of reinforcements, ordered by their fade.
 */
final class MemoryEviction {

    /** Most memories of one eviction. */
    private static final int MAX_PAGE = 1_000;

    /** Most different numbers of reinforcements; more agents do not agree with one memory. */
    private static final int MAX_CLASSES = 1_000;

    /** Strengths and fades that differ less are equal. */
    private static final double EQUAL = 1e-9;

    private final QdrantCollection collection;
    private final MemoryRules rules;

    MemoryEviction(QdrantCollection collection, MemoryRules rules) {
        this.collection = collection;
        this.rules = rules;
    }

    /** Deletes that many memories, at most a page at a time; returns how many. */
    int evict(long excess, long now) throws IOException, InterruptedException {
        int wanted = (int) Math.min(excess, MAX_PAGE);
        List<JsonValue> classes = collection.values(PayloadField.REINFORCEMENTS, QdrantFilter.MEMORIES, MAX_CLASSES);
        if (classes.isEmpty()) {
            return 0;
        }
        List<QdrantFilter> filters = classes.stream()
                .map(value -> QdrantFilter.MEMORIES.with(QdrantFilter.match(PayloadField.REINFORCEMENTS, value)))
                .toList();
        List<List<RankedMemory>> first = query(
                filters.stream().map(filter -> QdrantCollection.ordered(filter, PayloadField.FADE, wanted)).toList());
        List<RankedMemory> all = first.stream().flatMap(List::stream).sorted(byStrength(now)).toList();
        List<RankedMemory> chosen = all.size() < wanted ? all : chosen(all, wanted, first, filters, now);
        collection.delete(chosen.stream().map(RankedMemory::point).toList());
        return chosen.size();
    }

    /** The weakest, after the oldest of those that are as strong as the last of them were looked up. */
    private List<RankedMemory> chosen(List<RankedMemory> all, int wanted, List<List<RankedMemory>> first,
            List<QdrantFilter> filters, long now) throws IOException, InterruptedException {
        double cut = strength(all.get(wanted - 1), now);
        List<RankedMemory> chosen = new ArrayList<>(
                all.stream().filter(memory -> strength(memory, now) < cut - EQUAL).toList());
        int missing = wanted - chosen.size();
        List<JsonValue> queries = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            List<RankedMemory> tied = first.get(i).stream()
                    .filter(memory -> Math.abs(strength(memory, now) - cut) <= EQUAL).toList();
            if (!tied.isEmpty()) {
                QdrantFilter equal = filters.get(i)
                        .with(QdrantFilter.range(PayloadField.FADE, "gte",
                                JsonValue.of(tied.getFirst().fade() - EQUAL)))
                        .with(QdrantFilter.range(PayloadField.FADE, "lte",
                                JsonValue.of(tied.getLast().fade() + EQUAL)));
                queries.add(QdrantCollection.ordered(equal, PayloadField.ORDER, missing));
            }
        }
        query(queries).stream().flatMap(List::stream).sorted(Comparator.comparingLong(RankedMemory::order))
                .limit(missing).forEach(chosen::add);
        return chosen;
    }

    private List<List<RankedMemory>> query(List<JsonValue> queries) throws IOException, InterruptedException {
        return collection.query(queries).stream().map(points -> points.stream().map(RankedMemory::of).toList())
                .toList();
    }

    private Comparator<RankedMemory> byStrength(long now) {
        return Comparator.comparingDouble((RankedMemory memory) -> strength(memory, now))
                .thenComparingLong(RankedMemory::order);
    }

    private double strength(RankedMemory memory, long now) {
        return memory.fading().strengthAt(now, rules);
    }
}
