package dev.waggle.cli.terminal;

import dev.waggle.cli.text.DisplayWidth;

/**
 * Line on the error stream that shows the state of long work and is rewritten in place. It is silent without an
 * interactive terminal. Thread-safe.
 */
public final class StatusLine implements AutoCloseable {

    private final TerminalScreen screen;
    private final int width;
    private String shown = "";

    /** A line that shows nothing yet. */
    public StatusLine(TerminalScreen screen, int width) {
        this.screen = screen;
        this.width = width;
    }

    /** Shows that text, cut to one line, in place of the last one. */
    public synchronized void show(String text) {
        String line = TextStyle.printable(text);
        String cut = DisplayWidth.head(line, width - 1);
        if (screen.interactive() && !cut.equals(shown)) {
            screen.err().print('\r' + cut + " ".repeat(Math.max(0, DisplayWidth.of(shown) - DisplayWidth.of(cut))));
            screen.err().flush();
            shown = cut;
        }
    }

    /** Wipes the line, so that something else can be written. */
    public synchronized void clear() {
        if (!shown.isEmpty()) {
            screen.err().print('\r' + " ".repeat(DisplayWidth.of(shown)) + '\r');
            screen.err().flush();
            shown = "";
        }
    }

    @Override
    public void close() {
        clear();
    }
}
