package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Queue of warnings from other threads, until a live view has no line open. At most {@value #MAX_LINES} wait; more are
 * discarded. Thread-safe.
 */
public final class WarningQueue {

    private static final int MAX_LINES = 200;

    /** Listener to warnings and errors of a command, beside the terminal. It is called on the thread of the warning. */
    @FunctionalInterface
    public interface WarningListener {

        /** Ignores all of them. */
        WarningListener NONE = (_, _, _, _) -> {
        };

        /** Receives a line with its cause, which is {@code null} for one without. */
        void accept(System.Logger.Level level, String logger, String text, @Nullable Throwable cause);
    }

    private static final String LOGGER = "dev.waggle.cli";

    private final List<String> lines = new ArrayList<>();
    private final WarningListener listener;

    /** Creates a queue whose screen passes each warning to that listener, too. */
    public WarningQueue(WarningListener listener) {
        this.listener = listener;
    }

    /** Passes a warning to the listener. */
    void announce(String line) {
        listener.accept(System.Logger.Level.WARNING, LOGGER, line, null);
    }

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
