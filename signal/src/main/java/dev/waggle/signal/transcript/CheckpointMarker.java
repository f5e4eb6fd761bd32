package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.log.LogEntry;

/**
 * A named position in a recording.
 *
 * @param name its name; of several with one name the last one counts
 * @param index of the entry before it, from 0; -1 for the position before the first
 */
public record CheckpointMarker(String name, int index) {

    /** Type prefix of markers: a signal of any family with it marks its position, under the rest of the type. */
    public static final String PREFIX = "checkpoint:";

    public CheckpointMarker {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("the name of a checkpoint must not be blank, got \"" + name + '"');
        }
    }

    /** Returns the markers in the entries, from signals such as {@code checkpoint:before-merge}. */
    public static List<CheckpointMarker> in(List<LogEntry> entries) {
        List<CheckpointMarker> found = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String type = entries.get(i).signal().type().text();
            if (type.startsWith(PREFIX) && !type.substring(PREFIX.length()).isBlank()) {
                found.add(new CheckpointMarker(type.substring(PREFIX.length()), i));
            }
        }
        return List.copyOf(found);
    }
}
