package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Numbers for ids, from 0, in the order in which they came. Owned by one thread. */
final class IdIndex {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> ids = new ArrayList<>();

    /** Number of that id; a new one when it has none yet. */
    int add(String id) {
        Integer known = numbers.putIfAbsent(id, ids.size());
        if (known == null) {
            ids.add(id);
            return ids.size() - 1;
        }
        return known;
    }

    OptionalInt of(String id) {
        Integer number = numbers.get(id);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    String id(int number) {
        return ids.get(number);
    }

    int size() {
        return ids.size();
    }
}
