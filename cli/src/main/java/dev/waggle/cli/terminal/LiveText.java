package dev.waggle.cli.terminal;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.text.PlainLocale;

/** Texts and widths that the views of a solve share. */
final class LiveText {

    /** Width of a bar of a standing. */
    static final int BAR = 24;

    /** Column of texts beside a verb or the name of a fact. */
    static final int INDENT = 20;

    private LiveText() {}

    /** A line between the parts of a deliberation, after an empty one. */
    static String rule(String name, int width, TextStyle style) {
        String left = "── " + name + " ";
        return System.lineSeparator()
                + style.paint(Ink.BOLD, left + "─".repeat(Math.max(3, width - DisplayWidth.of(left))));
    }

    static String plural(int count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }

    static String percent(double share) {
        return String.format(PlainLocale.NONE, "%5.1f %%", 100 * share);
    }

    static String pad(String text, int width) {
        return DisplayWidth.padded(text, width);
    }
}
