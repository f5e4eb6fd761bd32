package dev.waggle.cli.terminal;

import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.text.JoinControl;

/** Style of text: colours, or none if the output is not a terminal or NO_COLOR is set. */
public enum TextStyle {
    COLOUR, PLAIN;

    /** A way of writing a piece of text. */
    public enum Ink {
        BOLD("1"), DIM("2"), RED("31"), GREEN("32"), YELLOW("33"), BLUE("34"), MAGENTA("35"), CYAN("36");

        private final String code;

        Ink(String code) {
            this.code = code;
        }
    }

    /** The text in that ink; unchanged in plain style. */
    public String paint(Ink ink, String text) {
        return this == PLAIN ? text : "\u001b[" + ink.code + "m" + text + "\u001b[0m";
    }

    /** A message of several lines as sentences of one line, with full stops in place of line breaks. */
    public static String sentences(String text) {
        return text.strip().replaceAll("(?<![.!?:;,])[ \\t]*\\R\\s*", ". ").replaceAll("\\s*\\R\\s*", " ");
    }

    /**
     * Makes foreign text safe to show. Control characters, escape sequences among them, become visible marks, so that
     * no recorded text can move the cursor or recolour the screen. Line breaks of every kind and tabs become blanks. A
     * {@link JoinControl} stays where it shapes a letter or an emoji.
     */
    public static String printable(String text) {
        return DisplayWidth.isPlain(text) ? text : replaced(text);
    }

    private static String replaced(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        int before = ' ';
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (c == '\n' || c == '\t' || c == '\r' || c == '\u2028' || c == '\u2029' || c == '\u0085') {
                safe.append(' ');
            } else if (!JoinControl.shapes(before, c)
                    && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)) {
                safe.append('\uFFFD');
            } else {
                safe.appendCodePoint(c);
            }
            before = c;
        }
        return safe.toString();
    }
}
