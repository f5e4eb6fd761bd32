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
 * @param warnings the warnings that wait for a pause of a live view
 */
public record TerminalScreen(PrintWriter out, PrintWriter err, TextStyle style, boolean interactive, GlyphSet glyphs,
        WarningQueue warnings) {

    /** A screen without warnings that wait. */
    public TerminalScreen(PrintWriter out, PrintWriter err, TextStyle style, boolean interactive, GlyphSet glyphs) {
        this(out, err, style, interactive, glyphs, new WarningQueue(WarningQueue.WarningListener.NONE));
    }

    /** A screen that shows blocks. */
    public TerminalScreen(PrintWriter out, PrintWriter err, TextStyle style, boolean interactive) {
        this(out, err, style, interactive, GlyphSet.BLOCKS);
    }

    /** Prints a sentence for people to the results, in the width of the terminal. */
    public void printSentence(String text) {
        TextWrap.hanging(text, 2, TerminalWidth.ofText()).forEach(out::println);
    }

    /** Prints a warning beside the results. */
    public void warn(String text) {
        warnings.announce(text);
        print(text);
    }

    private void print(String text) {
        err.println(style.paint(TextStyle.Ink.YELLOW, "waggle: ") + TextStyle.printable(text));
    }

    /** Keeps a warning until {@link #printWarnings}. Any thread may call it while a live view writes. */
    public void warnLater(String text) {
        warnings.announce(text);
        warnings.add(text);
    }

    /** True if a warning waits. */
    boolean hasWarnings() {
        return !warnings.isEmpty();
    }

    /** Prints the warnings that wait. The caller has no line of the output open. */
    public void printWarnings() {
        out.flush();
        warnings.poll().forEach(this::print);
        err.flush();
    }
}
