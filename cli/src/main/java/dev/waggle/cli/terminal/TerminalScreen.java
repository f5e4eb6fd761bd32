package dev.waggle.cli.terminal;

import java.io.PrintWriter;

/**
 * Output of a command: its streams and their style.
 *
 * @param out results, for people or programs
 * @param err progress and errors
 * @param style colours or none, for both
 * @param interactive whether a person watches, so that progress may rewrite its line
 * @param glyphs the characters of charts
 */
public record TerminalScreen(PrintWriter out, PrintWriter err, TextStyle style, boolean interactive, GlyphSet glyphs) {

    /** A screen that shows blocks. */
    public TerminalScreen(PrintWriter out, PrintWriter err, TextStyle style, boolean interactive) {
        this(out, err, style, interactive, GlyphSet.BLOCKS);
    }

    /** Prints a warning beside the results. */
    public void warn(String text) {
        err.println(style.paint(TextStyle.Ink.YELLOW, "waggle: ") + TextStyle.printable(text));
    }
}
