package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Profile;
import dev.waggle.signal.pattern.PatternBucket.PatternEntry;
import dev.waggle.signal.pattern.SegmentInterner.InternedSegment;
import org.jspecify.annotations.Nullable;

/**
 * The entries of patterns that split types in the same way, by mask. A type is looked up once for each present mask
 * that fits it. So the cost of a match depends on the number of masks, not of patterns.
 */
final class PatternGroup<V> {

    /** Maximum number of masks for one length, and of those with {@code **}: all that eight segments can have. */
    static final int MAX_MASKS = 256;

    private final SegmentInterner segments;
    private final Map<Integer, MaskGroup<V>> closed = new HashMap<>();
    private final MaskGroup<V> open = new MaskGroup<>();

    PatternGroup(SegmentInterner words) {
        this.segments = words;
    }

    PatternEntry<V> add(PatternBucket.NewEntry<V> entry, PatternSegments form) {
        WildcardMask exact = WildcardMask.of(entry.pattern().family(), form);
        MaskGroup<
                V> group = exact.isOpen() ? open : closed.computeIfAbsent(exact.length(), length -> new MaskGroup<>());
        boolean hasRoom = group.byMask.containsKey(exact) || group.byMask.size() < MAX_MASKS;
        MaskTable<V> table = group.table(hasRoom ? exact : exact.coarser(form, segments));
        PatternBucket<V> chain = bucket(table, form);
        PatternEntry<V> filing = new PatternEntry<>(entry, hasRoom && exact.covers(form), chain);
        chain.add(filing);
        return filing;
    }

    void remove(PatternEntry<V> filing) {
        PatternBucket<V> chain = filing.chain;
        chain.remove(filing);
        if (chain.isEmpty()) {
            remove(chain);
        }
    }

    /** Adds the possible matches of a type of this family and text. */
    void collect(Profile family, String text, char separator, List<PatternEntry<V>> found) {
        if (isEmpty()) {
            return;
        }
        TypeSegments row = TypeSegments.of(segments, text, separator);
        MaskGroup<V> sameLength = closed.get(row.count());
        if (sameLength != null) {
            sameLength.collect(family, row, found);
        }
        open.collect(family, row, found);
    }

    boolean isEmpty() {
        return closed.isEmpty() && open.tables.isEmpty();
    }

    /** Returns the number of all masks. */
    int maskCount() {
        return closed.values().stream().mapToInt(group -> group.tables.size()).sum() + open.tables.size();
    }

    private PatternBucket<V> bucket(MaskTable<V> table, PatternSegments form) {
        WildcardMask mask = table.mask;
        InternedSegment[] named = new InternedSegment[mask.positionCount()];
        @Nullable InternedSegment[] asRow = new @Nullable InternedSegment[form.length()];
        for (int i = 0; i < named.length; i++) {
            int place = mask.position(i, form.length());
            named[i] = segments.intern(form.wordAt(place));
            asRow[place] = named[i];
        }
        TypeSegments row = new TypeSegments(asRow, asRow.length);
        long hash = row.hash(table.head, table.tail);
        PatternBucket<V> known = table.find(hash, row);
        if (known != null) {
            release(named);
            return known;
        }
        PatternBucket<V> chain = new PatternBucket<>(mask, named, hash);
        table.add(chain);
        return chain;
    }

    private void remove(PatternBucket<V> chain) {
        WildcardMask mask = chain.mask;
        MaskGroup<V> group = Objects.requireNonNull(mask.isOpen() ? open : closed.get(mask.length()),
                "the chain is here");
        group.remove(chain);
        release(chain.words);
        if (group != open && group.tables.isEmpty()) {
            closed.remove(mask.length());
        }
    }

    private void release(InternedSegment[] named) {
        for (InternedSegment word : named) {
            segments.release(word);
        }
    }

    /** The masks for types of one length. */
    private static final class MaskGroup<V> {

        private final Map<WildcardMask, MaskTable<V>> byMask = new HashMap<>();
        private final List<MaskTable<V>> tables = new ArrayList<>();

        /** Of one match: the tables that may have a bucket, the hash of its words in each, and the slot there. */
        private int[] indexes = {};
        private long[] hashes = {};
        private int[] slots = {};

        MaskTable<V> table(WildcardMask mask) {
            return byMask.computeIfAbsent(mask, unknown -> {
                MaskTable<V> table = new MaskTable<>(unknown);
                tables.add(table);
                if (tables.size() > indexes.length) {
                    indexes = Arrays.copyOf(indexes, 2 * tables.size());
                    hashes = Arrays.copyOf(hashes, indexes.length);
                    slots = new int[indexes.length];
                }
                return table;
            });
        }

        void remove(PatternBucket<V> chain) {
            MaskTable<V> table = Objects.requireNonNull(byMask.get(chain.mask), "the chain is here");
            table.remove(chain);
            if (table.isEmpty()) {
                byMask.remove(chain.mask);
                tables.remove(table);
            }
        }

        /**
         * Queries all tables before it uses any result, and computes all slots before it reads any, so that the
         * memory accesses of all tables overlap.
         */
        void collect(Profile family, TypeSegments row, List<PatternEntry<V>> found) {
            int waiting = 0;
            for (int i = 0; i < tables.size(); i++) {
                MaskTable<V> table = tables.get(i);
                if (row.fits(table.head, table.tail, table.length)
                        && (table.family == null || table.family == family)) {
                    indexes[waiting] = i;
                    hashes[waiting] = row.hash(table.head, table.tail);
                    waiting += table.mayHave(hashes[waiting]);
                }
            }
            int answering = 0;
            for (int i = 0; i < waiting; i++) {
                int slot = tables.get(indexes[i]).slotOf(hashes[i]);
                if (slot >= 0) {
                    indexes[answering] = indexes[i];
                    hashes[answering] = hashes[i];
                    slots[answering++] = slot;
                }
            }
            List<PatternBucket<V>> chains = new ArrayList<>(answering);
            for (int i = 0; i < answering; i++) {
                chains.add(tables.get(indexes[i]).at(slots[i]));
            }
            for (int i = 0; i < answering; i++) {
                MaskTable<V> table = tables.get(indexes[i]);
                PatternBucket<V> chain = chains.get(i);
                if (!row.matches(table.head, table.tail, chain.words)) {
                    chain = table.find(hashes[i], row);
                }
                if (chain != null) {
                    chain.addTo(found);
                }
            }
        }
    }
}
