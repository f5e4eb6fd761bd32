package dev.waggle.connect.lucene.vector;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Entries in memory that every search compares with its query. Not thread-safe: the index holds its lock, but for
 * {@linkplain View views}.
 */
final class ScannedVectors {

    private static final int SMALLEST = 16;

    private final Map<String, Row> byId = new HashMap<>();
    /** In order of adding; a row that was replaced or removed stays until the next cleaning. */
    private @Nullable Row[] rows = new @Nullable Row[SMALLEST];
    private int end;

    /** Entry with its vector of length 1. */
    static final class Row {

        private final VectorEntry entry;
        private final float[] unit;
        private volatile boolean isGone;

        Row(VectorEntry entry, float[] unit) {
            this.entry = entry;
            this.unit = unit;
        }

        VectorEntry entry() {
            return entry;
        }

        float[] unit() {
            return unit;
        }

        boolean isGone() {
            return isGone;
        }
    }

    /** The rows of one moment, which any thread may scan; a row that is removed meanwhile is skipped. */
    static final class View {

        private final @Nullable Row[] rows;
        private final int end;

        private View(@Nullable Row[] rows, int end) {
            this.rows = rows;
            this.end = end;
        }

        void scan(float[] unit, MemoryFilter filter, NearestHits hits) {
            boolean choosesAll = filter.equals(MemoryFilter.ALL);
            for (int i = 0; i < end; i++) {
                Row row = rows[i];
                if (row != null && !row.isGone && (choosesAll || row.entry.isChosenBy(filter))) {
                    hits.offer(row.entry.id(), UnitVector.cosine(unit, row.unit));
                }
            }
        }
    }

    int size() {
        return byId.size();
    }

    boolean contains(String id) {
        return byId.containsKey(id);
    }

    Collection<String> ids() {
        return byId.keySet();
    }

    View view() {
        return new View(rows, end);
    }

    /** Adds an entry in place of one with the same id. */
    void add(Row row) {
        Row replaced = byId.put(row.entry.id(), row);
        if (replaced != null) {
            replaced.isGone = true;
        }
        if (end == rows.length) {
            resize();
        }
        rows[end++] = row;
    }

    /** Removes an entry; false if there is none. */
    boolean remove(String id) {
        Row removed = byId.remove(id);
        if (removed == null) {
            return false;
        }
        removed.isGone = true;
        if (byId.size() < end / 2) {
            clean(Set.of());
        }
        return true;
    }

    /** The first rows that are not removed, at most so many. */
    List<Row> first(int atMost) {
        return Arrays.stream(rows, 0, end).filter(row -> row != null && !row.isGone).limit(atMost)
                .map(row -> (Row) row).toList();
    }

    /** Takes rows away that another structure has by now; earlier views still have them. */
    void release(Collection<Row> taken) {
        Set<Row> gone = new HashSet<>(taken);
        for (Row row : taken) {
            boolean _ = byId.remove(row.entry.id(), row);
        }
        clean(gone);
    }

    private void resize() {
        clean(Set.of());
        if (end > rows.length / 2) {
            rows = Arrays.copyOf(rows, rows.length * 2);
        }
    }

    /** Copies the rows that are left, because views share the array. */
    private void clean(Set<Row> gone) {
        @Nullable Row[] left = new @Nullable Row[rows.length];
        int count = 0;
        for (int i = 0; i < end; i++) {
            Row row = rows[i];
            if (row != null && !row.isGone && !gone.contains(row)) {
                left[count++] = row;
            }
        }
        rows = count < SMALLEST ? Arrays.copyOf(left, SMALLEST) : left;
        end = count;
    }
}
