package dev.waggle.cli.terminal;

import java.io.PrintWriter;

/**
 * Progress bar of long work: one line on the error stream, removed when it is closed. It is drawn only when the
 * percentage changes, with one write over the old line, so it does not flicker. It is silent without an interactive
 * terminal.
 */
public final class ProgressBar implements AutoCloseable {

    private static final int CELLS = 30;
    private static final int NEVER = -1;

    private final PrintWriter err;
    private final String work;
    private final long total;
    private int shown = NEVER;
    private final boolean silent;

    private ProgressBar(TerminalScreen screen, String work, long total) {
        this.err = screen.err();
        this.work = TextStyle.printable(work);
        this.total = total;
        this.silent = !screen.interactive() || total <= 0;
    }

    /**
     * A bar for the work, for example "reading votes.csv".
     *
     * @param total the amount of work, in any unit; 0 or less when unknown, then nothing is drawn
     */
    public static ProgressBar on(TerminalScreen screen, String work, long total) {
        return new ProgressBar(screen, work, total);
    }

    /** So much is done, in the unit of the total. */
    public void at(long done) {
        int percent = silent ? NEVER : (int) Math.clamp(100.0 * done / total, 0, 100);
        if (percent != shown) {
            shown = percent;
            err.print("\r" + line(percent));
            err.flush();
        }
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (shown != NEVER) {
            err.print("\r" + " ".repeat(TextTable.width(line(shown))) + "\r");
            err.flush();
            shown = NEVER;
        }
    }

    private String line(int percent) {
        int full = percent * CELLS / 100;
        return work + " " + "█".repeat(full) + "░".repeat(CELLS - full) + " " + percent + " %";
    }
}
