package dev.waggle.connect.mcp.client;

import java.util.ArrayDeque;
import java.util.Deque;

import dev.waggle.signal.text.VisibleText;

/** The last lines of the error stream of a child process, for the report of its failure. Safe for many threads. */
final class StderrTail {

    /** Number of retained lines, enough for a stack trace with its cause. */
    private static final int MAX_LINES = 20;

    /** Maximum length of a retained line, in UTF-16 units. */
    private static final int MAX_LINE = 300;

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (!line.isBlank()) {
            lines.addLast(TextClip.of(VisibleText.of(line.stripTrailing()), MAX_LINE));
            if (lines.size() > MAX_LINES) {
                lines.removeFirst();
            }
        }
    }

    /** The lines below a heading, or nothing. */
    synchronized String text() {
        return lines.isEmpty() ? "" : "\nIts last words:\n  " + String.join("\n  ", lines);
    }
}
