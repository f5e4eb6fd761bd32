package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.cli.text.LineFill;

/** Breaks text into lines of a width, by {@link LineFill}. Control characters become harmless. */
public final class TextWrap {

    /** Columns that a text needs beside its label. */
    private static final int MIN_ROOM = 16;

    /** Indent of a text below its label. */
    private static final int INDENT_BELOW = 4;

    private TextWrap() {}

    public static List<String> lines(String text, int width) {
        return LineFill.lines(TextStyle.printable(text), width);
    }

    /** Lines of that width in which a path that is longer than a line stands whole on a line of its own. */
    public static List<String> keepingPaths(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder words = new StringBuilder();
        for (String word : TextStyle.printable(text).strip().split(" +", -1)) {
            boolean isPath = word.indexOf('/') >= 0 || word.indexOf('\\') >= 0;
            if (!isPath || DisplayWidth.of(word) <= width) {
                words.append(word).append(' ');
            } else {
                if (!words.isEmpty()) {
                    lines.addAll(LineFill.lines(words.toString(), width));
                    words.setLength(0);
                }
                lines.add(word);
            }
        }
        if (!words.isEmpty()) {
            lines.addAll(LineFill.lines(words.toString(), width));
        }
        return lines;
    }

    /**
     * The text beside a label, in lines of that width; those that follow have the indent of the text. A label that
     * leaves little room stands on a line of its own.
     *
     * @param labelWidth the columns of the label, which may be painted
     */
    public static List<String> beside(String label, int labelWidth, String text, int width) {
        List<String> lines = new ArrayList<>();
        boolean fits = labelWidth <= width - MIN_ROOM;
        String indent = " ".repeat(fits ? labelWidth : INDENT_BELOW);
        if (!fits) {
            lines.add(label);
        }
        for (String line : lines(text, width - indent.length())) {
            lines.add((lines.isEmpty() ? label : indent) + line);
        }
        return lines;
    }

    /** A paragraph in lines of that width, of which all but the first have that indent. */
    public static List<String> hanging(String text, int indent, int width) {
        List<String> lines = lines(text, width);
        if (lines.size() == 1) {
            return lines;
        }
        String first = lines.getFirst();
        List<String> all = new ArrayList<>(List.of(first));
        lines(TextStyle.printable(text).strip().replaceAll("\\s+", " ").substring(first.length()), width - indent)
                .forEach(line -> all.add(" ".repeat(indent) + line));
        return all;
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
