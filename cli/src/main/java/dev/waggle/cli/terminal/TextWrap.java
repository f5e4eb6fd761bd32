package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.cli.text.LineFill;

/** Breaks text into lines of a width, by {@link LineFill}. Control characters become harmless. */
public final class TextWrap {

    private TextWrap() {}

    public static List<String> lines(String text, int width) {
        return LineFill.lines(TextStyle.printable(text), width);
    }

    /**
     * The text as it is laid out, each of its lines wrapped for itself, so that a diff stays a diff. What follows of a
     * wrapped line has its indent, up to half of the width.
     */
    public static List<String> keepingLines(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\\R", -1)) {
            String safe = TextStyle.printable(line);
            if (DisplayWidth.of(safe) <= width) {
                lines.add(safe);
            } else {
                String indent = " ".repeat(Math.clamp(safe.length() - safe.stripLeading().length(), 0, width / 2));
                LineFill.lines(safe, width - indent.length()).forEach(part -> lines.add(indent + part));
            }
        }
        return lines;
    }
}
