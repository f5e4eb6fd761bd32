package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines of a width; a longer word has a line of its own. Control characters become harmless. */
public final class TextWrap {

    private TextWrap() {}

    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : TextStyle.printable(text).strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** The text as it is laid out, each of its lines wrapped for itself, so that a diff stays a diff. */
    public static List<String> keepingLines(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\\R", -1)) {
            String safe = TextStyle.printable(line);
            if (safe.length() <= width) {
                lines.add(safe);
            } else {
                lines.addAll(lines(safe, width));
            }
        }
        return lines;
    }
}
