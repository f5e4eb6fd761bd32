package dev.waggle.connect.lucene.vector;

import java.util.ArrayList;
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

    private final int dimension;
    private final Map<String, Row> byId = new HashMap<>();
    /** In order of adding; a row that was replaced or removed stays until the next cleaning. */
    private List<Page> pages = new ArrayList<>();
    /** Number of rows in the last page. */
    private int end = VectorBlock.ROWS;

    ScannedVectors(int dimension) {
        this.dimension = dimension;
    }

    /** Entry and the place of its vector of length 1. */
    static final class Row {

        private final VectorEntry entry;
        private volatile Place place;
        private volatile boolean isGone;

        private Row(VectorEntry entry, Place place) {
            this.entry = entry;
            this.place = place;
        }

        VectorEntry entry() {
            return entry;
        }

        float[] unit() {
            return place.unit();
        }

        /** True after it was removed or replaced. */
        boolean isGone() {
            return isGone;
        }
    }

    /** Place of a vector. */
    private record Place(VectorBlock block, int number) {

        float[] unit() {
            return block.get(number);
        }
    }

    /** Block with its rows; a row that was released is {@code null}. */
    private static final class Page {

        private final VectorBlock block;
        private final @Nullable Row[] rows;

        Page(VectorBlock block, @Nullable Row[] rows) {
            this.block = block;
            this.rows = rows;
        }

        void scan(int count, float[] unit, float[] sums, MemoryFilter filter, NearestHits hits) {
            boolean choosesAll = filter.equals(MemoryFilter.ALL);
            boolean[] chosen = new boolean[count];
            boolean isAnyChosen = false;
            for (int i = 0; i < count; i++) {
                Row row = rows[i];
                chosen[i] = row != null && !row.isGone && (choosesAll || row.entry.isChosenBy(filter));
                isAnyChosen |= chosen[i];
            }
            if (!isAnyChosen) {
                return;
            }
            block.products(unit, sums);
            for (int i = 0; i < count; i++) {
                Row row = rows[i];
                if (row != null && chosen[i]) {
                    hits.offer(row.entry.id(), UnitVector.cosine(sums[i]));
                }
            }
        }

        /** The same page without these rows; {@code null} if none is left. */
        @Nullable Page without(Set<Row> released) {
            @Nullable Row[] left = rows.clone();
            boolean isEmpty = true;
            for (int i = 0; i < left.length; i++) {
                Row row = left[i];
                if (row != null && (row.isGone || released.contains(row))) {
                    left[i] = null;
                }
                isEmpty &= left[i] == null;
            }
            return isEmpty ? null : new Page(block, left);
        }
    }

    /** The rows of one moment, which any thread may scan; a row that is removed meanwhile is skipped. */
    static final class View {

        private final List<Page> pages;
        private final int end;

        private View(List<Page> pages, int end) {
            this.pages = pages;
            this.end = end;
        }

        void scan(float[] unit, MemoryFilter filter, NearestHits hits) {
            float[] sums = new float[VectorBlock.ROWS];
            for (int i = 0; i < pages.size(); i++) {
                pages.get(i).scan(i == pages.size() - 1 ? end : VectorBlock.ROWS, unit, sums, filter, hits);
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
        return new View(List.copyOf(pages), end);
    }

    /** Adds an entry in place of one with the same id. */
    void add(VectorEntry entry, float[] unit) {
        Row row = new Row(entry, place(unit));
        pages.getLast().rows[row.place.number] = row;
        Row replaced = byId.put(entry.id(), row);
        if (replaced != null) {
            replaced.isGone = true;
            cleanIfSparse();
        }
    }

    /** Removes an entry; false if there is none. */
    boolean remove(String id) {
        Row removed = byId.remove(id);
        if (removed == null) {
            return false;
        }
        removed.isGone = true;
        cleanIfSparse();
        return true;
    }

    /** The first rows that are not removed, at most so many. */
    List<Row> first(int atMost) {
        List<Row> first = new ArrayList<>();
        for (Page page : pages) {
            for (Row row : page.rows) {
                if (first.size() == atMost) {
                    return first;
                }
                if (row != null && !row.isGone) {
                    first.add(row);
                }
            }
        }
        return first;
    }

    /** Takes rows away that another structure has by now; earlier views still have them. */
    void release(Collection<Row> taken) {
        for (Row row : taken) {
            boolean _ = byId.remove(row.entry.id(), row);
        }
        Set<Row> released = new HashSet<>(taken);
        List<Page> left = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            Page page = pages.get(i).without(released);
            if (page != null) {
                left.add(page);
            } else if (i == pages.size() - 1) {
                end = VectorBlock.ROWS;
            }
        }
        pages = left;
        cleanIfSparse();
    }

    /** Moves the rows that are left together, once more than half of the places are empty. */
    private void cleanIfSparse() {
        int places = pages.size() * VectorBlock.ROWS;
        if (pages.size() < 2 || byId.size() > (places - VectorBlock.ROWS) / 2) {
            return;
        }
        List<Row> left = first(Integer.MAX_VALUE);
        pages = new ArrayList<>();
        end = VectorBlock.ROWS;
        for (Row row : left) {
            row.place = place(row.unit());
            pages.getLast().rows[row.place.number] = row;
        }
    }

    private Place place(float[] unit) {
        if (end == VectorBlock.ROWS) {
            pages.add(new Page(new VectorBlock(dimension), new @Nullable Row[VectorBlock.ROWS]));
            end = 0;
        }
        VectorBlock block = pages.getLast().block;
        block.set(end, unit);
        return new Place(block, end++);
    }
}
