package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names that get a term after enough outcomes, as long as there is room; all others are only counted. */
final class TermIndex {

    /** Maximum number of names that are counted; later ones have no term. */
    private static final int MAX_COUNTED = 1_024;

    /** Maximum number of characters of a name that is counted; so all names take less than 1 MB. */
    private static final int MAX_NAME = 400;

    private final int room;
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<String> names = new ArrayList<>();

    /** An index for that number of terms. */
    TermIndex(int room) {
        this.room = room;
    }

    /** The place of the term of a name; -1 if it has none. */
    int place(String name) {
        return names.indexOf(name);
    }

    /** Counts an outcome of a name, which has a term from that number on. */
    void count(String name, int enough) {
        if (name.length() <= MAX_NAME && (counts.size() < MAX_COUNTED || counts.containsKey(name))) {
            long now = counts.merge(name, 1L, Long::sum);
            if (now == enough && names.size() < room) {
                names.add(name);
            }
        }
    }

    /** Outcomes of each name, in the order of names. */
    Map<String, Long> counts() {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** The names with a term, in the order of their terms. */
    List<String> names() {
        return Collections.unmodifiableList(names);
    }

    /** Takes over what another index has counted. */
    void restore(Map<String, Long> counted, List<String> withTerms) {
        counts.putAll(counted);
        names.addAll(withTerms);
    }
}
