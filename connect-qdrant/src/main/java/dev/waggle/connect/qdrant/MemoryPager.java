package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStats;
import org.jspecify.annotations.Nullable;

/** Reader of all memories of a filter, in pages. */
final class MemoryPager {

    /** Memories of a page. */
    private static final int PAGE = 256;

    /** Memories of a page without their texts. */
    private static final int RANKED_PAGE = 1_000;

    /** Memories of a page that is changed. */
    private static final int CHANGED_PAGE = 128;

    /** Memories that processes may have stored within the same microsecond. */
    private static final int TIES = 4;

    /** Strength below which a memory is near its eviction, as a multiple of the least strength. */
    private static final double NEAR = 2;

    private static final Comparator<MemoryPoint> OLDEST = Comparator.comparingLong(MemoryPoint::order)
            .thenComparing(MemoryPoint::id);

    private final QdrantCollection collection;
    private final MemoryRules rules;

    MemoryPager(QdrantCollection collection, MemoryRules rules) {
        this.collection = collection;
        this.rules = rules;
    }

    /** Use of the ids of a page of memories. */
    interface PageUse {
        void run(List<String> ids) throws IOException, InterruptedException;
    }

    /** Memories after another one, the oldest first. Where a page is too large, the next ones are smaller. */
    List<MemoryPoint> oldest(QdrantFilter filter, @Nullable MemoryPoint after, int atMost)
            throws IOException, InterruptedException {
        List<MemoryPoint> found = new ArrayList<>();
        MemoryPoint last = after;
        int page = PAGE;
        while (found.size() < atMost) {
            int wanted = Math.min(page, atMost - found.size());
            List<QdrantPoint> points;
            try {
                points = collection.page(filter, PayloadField.ORDER, last == null ? null : last.order(), wanted + TIES);
            } catch (QdrantException failure) {
                if (failure.kind() != Kind.TOO_LARGE || page == 1) {
                    throw failure;
                }
                page /= 2;
                continue;
            }
            MemoryPoint from = last;
            List<MemoryPoint> more = points.stream().map(MemoryPoint::of)
                    .filter(point -> from == null || OLDEST.compare(point, from) > 0).sorted(OLDEST).limit(wanted)
                    .toList();
            found.addAll(more);
            if (more.isEmpty() || (points.size() < wanted + TIES && more.size() < wanted)) {
                break;
            }
            last = more.getLast();
        }
        return found;
    }

    /** Runs the use for the ids of all memories of a filter, in pages; returns their number. */
    int forAll(QdrantFilter filter, PageUse use) throws IOException, InterruptedException {
        int count = 0;
        JsonValue next = null;
        do {
            QdrantCollection.IdPage page = collection.page(filter, next, CHANGED_PAGE, JsonValue.of(false));
            List<String> ids = new ArrayList<>();
            for (QdrantPoint point : page.points()) {
                String id = PointId.memory(point.id());
                if (id != null) {
                    ids.add(id);
                }
            }
            if (!ids.isEmpty()) {
                use.run(ids);
            }
            count += ids.size();
            next = page.next();
        } while (next != null);
        return count;
    }

    /** Figures after that many decays. */
    MemoryStats stats(long now) throws IOException, InterruptedException {
        SortedMap<String, Long> byCategory = new TreeMap<>();
        long total = 0;
        long near = 0;
        long reinforcements = 0;
        double strength = 0;
        JsonValue next = null;
        do {
            QdrantCollection.IdPage page = collection.page(QdrantFilter.MEMORIES, next, RANKED_PAGE,
                    PayloadField.RANKING);
            for (QdrantPoint point : page.points()) {
                RankedMemory memory = RankedMemory.of(point);
                double own = memory.fading().strengthAt(now, rules);
                byCategory.merge(memory.category(), 1L, Long::sum);
                total++;
                strength += own;
                near += own < NEAR * rules.least() ? 1 : 0;
                reinforcements += memory.fading().reinforcements();
            }
            next = page.next();
        } while (next != null);
        return new MemoryStats(total, byCategory, total == 0 ? 0 : strength / total, near, reinforcements);
    }
}
