package dev.waggle.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Width of a terminal, from the variable COLUMNS. */
public final class TerminalWidth {

    private TerminalWidth() {}

    /** The width within these bounds; the default if the variable is not set. */
    public static int of(int min, int max, int usual) {
        return of(System.getenv("COLUMNS"), min, max, usual);
    }

    static int of(@Nullable String columns, int min, int max, int usual) {
        return columns == null || !columns.matches("[0-9]{1,4}")
                ? usual
                : Math.clamp(Integer.parseInt(columns), min, max);
    }
}
