package dev.waggle.cli.command.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Text of the help of commands as paragraphs, and as lines of a manual page. */
final class ManText {

    private static final Pattern SENTENCE_END = Pattern.compile("\\.(\\s|$)");

    private ManText() {}

    /** The first sentence, without its end. */
    static String summary(String... texts) {
        String all = String.join(" ", paragraphs(texts));
        return SENTENCE_END.split(all, 2)[0];
    }

    /** Paragraphs between empty lines, each in one line. */
    static List<String> paragraphs(String... texts) {
        List<String> paragraphs = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : lines(texts)) {
            if (line.isBlank()) {
                addTo(paragraphs, current);
            } else {
                current.append(current.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        addTo(paragraphs, current);
        return paragraphs;
    }

    private static void addTo(List<String> paragraphs, StringBuilder current) {
        if (!current.isEmpty()) {
            paragraphs.add(current.toString());
            current.setLength(0);
        }
    }

    /** Lines of the help, with its marks of format replaced. */
    static List<String> lines(String... texts) {
        return Arrays.stream(texts).flatMap(text -> Arrays.stream(text.replace("%n", "\n").replace("%%", "%")
                .split("\n", -1))).toList();
    }

    /** One line that the formatter of manual pages prints as it is. */
    static String literal(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
