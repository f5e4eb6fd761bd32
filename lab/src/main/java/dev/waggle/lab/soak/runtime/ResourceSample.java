package dev.waggle.lab.soak.runtime;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Resources of the process while all workers rest.
 *
 * @param seconds the time since the start of the soak
 * @param rounds the rounds done so far
 * @param values the amount of each resource; one that this system cannot tell is missing
 * @param threads the number of threads by name, for the message of a failure
 */
record ResourceSample(long seconds, long rounds, Map<SoakResource, Double> values,
        SortedMap<String, Integer> threads) {

    ResourceSample {
        values = Map.copyOf(values.isEmpty() ? Map.of() : new EnumMap<>(values));
        threads = new TreeMap<>(threads);
    }
}
