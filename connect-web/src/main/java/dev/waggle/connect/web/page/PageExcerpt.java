package dev.waggle.connect.web.page;

import java.util.ArrayList;
import java.util.List;

/**
 * The beginning of a text.
 *
 * @param lines its lines, the last one perhaps cut
 * @param length the characters of the lines with their line ends
 */
record PageExcerpt(List<String> lines, int length) {

    public PageExcerpt {
        lines = List.copyOf(lines);
    }

    /** At most that many characters; no character is cut in two. */
    public static PageExcerpt of(List<String> lines, int maxLength) {
        List<String> excerpt = new ArrayList<>();
        int length = 0;
        for (String line : lines) {
            if (length + line.length() + 1 > maxLength) {
                String part = truncate(line, maxLength - length - 1);
                if (!part.isEmpty()) {
                    excerpt.add(part);
                    length += part.length() + 1;
                }
                break;
            }
            excerpt.add(line);
            length += line.length() + 1;
        }
        return new PageExcerpt(excerpt, length);
    }

    private static String truncate(String line, int max) {
        if (max <= 0) {
            return "";
        }
        return line.substring(0, Character.isHighSurrogate(line.charAt(max - 1)) ? max - 1 : max);
    }
}
