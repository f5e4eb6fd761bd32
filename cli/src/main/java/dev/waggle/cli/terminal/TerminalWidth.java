package dev.waggle.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Width of a terminal, from the variable COLUMNS. A terminal of unknown width says 0, which counts as not set. */
public final class TerminalWidth {

    private static final int MIN_TEXT = 48;
    private static final int MAX_TEXT = 120;
    private static final int USUAL = 80;

    /** Columns of output that no terminal shows, so that the variable is not set. */
    public static final int UNBOUNDED = 9_999;

    private static final int MIN_LINE = 40;

    private TerminalWidth() {}

    /** Width of a line of a list: of the terminal, and without one unbounded. */
    public static int ofLine() {
        return of(MIN_LINE, UNBOUNDED, UNBOUNDED);
    }

    /** Width of a table: of the terminal, and without one {@value #USUAL}. */
    public static int ofTable() {
        return of(MIN_LINE, UNBOUNDED, USUAL);
    }

    /** Width of running text: of the terminal, within bounds in which lines are easy to read. */
    public static int ofText() {
        return of(MIN_TEXT, MAX_TEXT, USUAL);
    }

    /** The width within these bounds; the default if the variable is not set. */
    public static int of(int min, int max, int usual) {
        return of(System.getenv("COLUMNS"), min, max, usual);
    }

    static int of(@Nullable String columns, int min, int max, int usual) {
        int known = columns == null || !columns.matches("[0-9]{1,4}") ? 0 : Integer.parseInt(columns);
        return known == 0 ? usual : Math.clamp(known, min, max);
    }
}
