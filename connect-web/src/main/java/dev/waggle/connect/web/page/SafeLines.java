package dev.waggle.connect.web.page;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.text.VisibleText;

/** Foreign texts as safe lines: characters that could move a cursor, hide or turn text are written out. */
public final class SafeLines {

    private SafeLines() {}

    /** All in one line, with single spaces. */
    public static String singleLine(String text) {
        return VisibleText.of(collapseWhitespace(text).strip());
    }

    /** The lines of a plain text; tabs become spaces. */
    public static List<String> of(String text) {
        return text.lines().map(line -> VisibleText.of(withoutHints(line).replace("\t", "    ").stripTrailing()))
                .toList();
    }

    /** The lines as a quotation; none of them can look like a line of ours. */
    public static Stream<String> quoted(List<String> lines) {
        return lines.stream().map(line -> line.isEmpty() ? ">" : "> " + line);
    }

    /** Every run of white space as one space, without the marks of optional line breaks. */
    public static String collapseWhitespace(String text) {
        StringBuilder line = new StringBuilder(text.length());
        boolean isSpace = false;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == ' ' || unit == '\t' || unit == '\n' || unit == '\r' || unit == '\f' || unit == '\u00a0') {
                if (!isSpace) {
                    line.append(' ');
                }
                isSpace = true;
            } else if (!isHint(unit)) {
                line.append(unit);
                isSpace = false;
            }
        }
        return line.toString();
    }

    private static String withoutHints(String line) {
        if (line.chars().noneMatch(unit -> isHint((char) unit))) {
            return line;
        }
        StringBuilder plain = new StringBuilder(line.length());
        line.chars().filter(unit -> !isHint((char) unit)).forEach(unit -> plain.append((char) unit));
        return plain.toString();
    }

    /** Soft hyphen, zero width space, word joiner, byte order mark. */
    private static boolean isHint(char unit) {
        return unit == '\u00ad' || unit == '\u200b' || unit == '\u2060' || unit == '\ufeff';
    }
}
