package dev.waggle.cli.evaluation;

import dev.waggle.cli.terminal.TextStyle;

/** Text of the data in a page. */
public final class PageText {

    private PageText() {}

    /** The text as content or attribute of XML: markup is escaped, and control and format characters are replaced. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        TextStyle.printable(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '\uFFFD');
            }
        });
        return escaped.toString();
    }

    /** Characters of XML 1.0, without surrogates and noncharacters. */
    private static boolean isAllowed(int c) {
        boolean isNoncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
        return c >= ' ' && !(c >= 0xD800 && c <= 0xDFFF) && !isNoncharacter;
    }
}
