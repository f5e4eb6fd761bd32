package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Queue of warnings from other threads, until a live view has no line open. At most {@value #MAX_LINES} wait; more are
 * discarded. Thread-safe.
 */
public final class WarningQueue {

    private static final int MAX_LINES = 200;

    private final List<String> lines = new ArrayList<>();

    synchronized void add(String line) {
        if (lines.size() < MAX_LINES) {
            lines.add(line);
        }
    }

    synchronized boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Takes all lines out, in their order. */
    synchronized List<String> poll() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
