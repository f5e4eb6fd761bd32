package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Words.Word;
import org.jspecify.annotations.Nullable;

/**
 * The filings of patterns that cut types in the same way, by mask. A type is looked up once for each mask seen that
 * fits it, so what a match costs depends on how many masks there are, not on how many patterns.
 */
final class Shelf<V> {

    private final Words words;
    private final Map<Integer, Group<V>> closed = new HashMap<>();
    private final Group<V> open = new Group<>();

    Shelf(Words words) {
        this.words = words;
    }

    Filing<V> add(Filing.Entry<V> entry, Form form) {
        Mask exact = Mask.of(entry.pattern().family(), form);
        Group<V> group = exact.isOpen() ? open : closed.computeIfAbsent(exact.length(), length -> new Group<>());
        boolean hasRoom = group.byMask.containsKey(exact) || group.byMask.size() < PatternIndex.MAX_MASKS;
        MaskTable<V> table = group.table(hasRoom ? exact : exact.coarse(form, words));
        Word[] named = take(table.mask, form);
        Row row = row(table.mask, form, named);
        long hash = row.hash(table.mask);
        Filing<V> filing = new Filing<>(entry, table, named, hash, hasRoom && exact.isAllOf(form));
        table.add(filing, first(table, hash, row));
        return filing;
    }

    void remove(Filing<V> filing) {
        MaskTable<V> table = filing.table;
        table.remove(filing);
        for (Word word : filing.words) {
            words.release(word);
        }
        if (table.isEmpty()) {
            removeMask(table.mask);
        }
    }

    void collect(SignalType type, Segments segments, List<Filing<V>> found) {
        Group<V> sameLength = closed.get(segments.count());
        if (sameLength == null && open.tables.isEmpty()) {
            return;
        }
        Row row = new Row(words.of(segments));
        List<Filing<V>> firsts = new ArrayList<>();
        if (sameLength != null) {
            sameLength.collect(type, row, firsts);
        }
        open.collect(type, row, firsts);
        for (Filing<V> first : firsts) {
            if (row.has(first.table.mask, first.words)) {
                for (Filing<V> filing = first; filing != null; filing = filing.next) {
                    if (filing.isExact || filing.pattern.matches(type)) {
                        found.add(filing);
                    }
                }
            }
        }
    }

    boolean isEmpty() {
        return closed.isEmpty() && open.tables.isEmpty();
    }

    /** How many masks there are in all. */
    int masks() {
        return closed.values().stream().mapToInt(group -> group.tables.size()).sum() + open.tables.size();
    }

    private Word[] take(Mask mask, Form form) {
        Word[] named = new Word[mask.places()];
        for (int i = 0; i < named.length; i++) {
            named[i] = words.take(form.wordAt(mask.place(i, form.length())));
        }
        return named;
    }

    /** A type that has these words, as far as the mask sees. */
    private static Row row(Mask mask, Form form, Word[] named) {
        @Nullable Word[] words = new @Nullable Word[form.length()];
        for (int i = 0; i < named.length; i++) {
            words[mask.place(i, words.length)] = named[i];
        }
        return new Row(words);
    }

    private static <V> @Nullable Filing<V> first(MaskTable<V> table, long hash, Row row) {
        List<Filing<V>> firsts = new ArrayList<>(1);
        table.collect(hash, firsts);
        for (Filing<V> first : firsts) {
            if (row.has(table.mask, first.words)) {
                return first;
            }
        }
        return null;
    }

    private void removeMask(Mask mask) {
        Group<V> group = mask.isOpen() ? open : closed.get(mask.length());
        if (group != null) {
            group.tables.remove(group.byMask.remove(mask));
            if (group != open && group.tables.isEmpty()) {
                closed.remove(mask.length());
            }
        }
    }

    /** Masks that a type of one length is looked up by. */
    private static final class Group<V> {

        private final Map<Mask, MaskTable<V>> byMask = new HashMap<>();
        private final List<MaskTable<V>> tables = new ArrayList<>();

        /** Of one match: which tables may have something, and the hash of its words in each. */
        private int[] asked = {};
        private long[] hashes = {};

        MaskTable<V> table(Mask mask) {
            return byMask.computeIfAbsent(mask, unknown -> {
                MaskTable<V> table = new MaskTable<>(unknown);
                tables.add(table);
                if (tables.size() > asked.length) {
                    asked = Arrays.copyOf(asked, 2 * tables.size());
                    hashes = Arrays.copyOf(hashes, asked.length);
                }
                return table;
            });
        }

        /** Asks all tables before it looks at any answer, so that waiting for memory is done once, not for each. */
        void collect(SignalType type, Row row, List<Filing<V>> firsts) {
            int waiting = 0;
            for (int i = 0; i < tables.size(); i++) {
                MaskTable<V> table = tables.get(i);
                Mask mask = table.mask;
                if (row.fits(mask) && (mask.family() == null || mask.family() == type.profile())) {
                    asked[waiting] = i;
                    hashes[waiting] = row.hash(mask);
                    waiting += table.mayHave(hashes[waiting]);
                }
            }
            for (int i = 0; i < waiting; i++) {
                tables.get(asked[i]).collect(hashes[i], firsts);
            }
        }
    }
}
