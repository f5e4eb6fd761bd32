package dev.waggle.cli.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Greedy filling of lines up to a width. A text breaks at its blanks, and between ideographs. A part that is longer
 * than a line, as Thai or an address can be, breaks between its grapheme clusters. Owned by one thread.
 */
public final class LineFill {

    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    private int used;

    private LineFill(int width) {
        this.width = width;
    }

    /** The lines of a text; one empty line for a blank text. Only a cluster that is wider than the width exceeds it. */
    public static List<String> lines(String text, int width) {
        LineFill fill = new LineFill(width);
        for (String word : text.strip().split("\\s+", -1)) {
            fill.word(word);
        }
        fill.lines.add(fill.line.toString());
        return fill.lines;
    }

    private void word(String word) {
        int columns = DisplayWidth.of(word);
        int gap = line.isEmpty() ? 0 : 1;
        if (used + gap + columns <= width) {
            append(" ".repeat(gap), gap);
            append(word, columns);
            return;
        }
        boolean isFirst = true;
        for (String part : parts(word)) {
            part(part, isFirst && gap == 1 ? 1 : 0);
            isFirst = false;
        }
    }

    /** Appends a part behind a gap, or on the next line; one that is longer than a line is cut. */
    private void part(String part, int gap) {
        int columns = DisplayWidth.of(part);
        if (used + gap + columns <= width) {
            append(" ".repeat(gap), gap);
            append(part, columns);
        } else if (columns <= width) {
            breakLine();
            append(part, columns);
        } else {
            cut(part, gap);
        }
    }

    private void cut(String part, int gap) {
        int before = gap;
        for (GraphemeCluster cluster : GraphemeCluster.of(part)) {
            if (used + before + cluster.width() > width) {
                breakLine();
            } else {
                append(" ".repeat(before), before);
            }
            before = 0;
            append(cluster.text(), cluster.width());
        }
    }

    private void append(String text, int columns) {
        line.append(text);
        used += columns;
    }

    private void breakLine() {
        if (!line.isEmpty()) {
            lines.add(line.toString());
            line.setLength(0);
            used = 0;
        }
    }

    /** Parts of a word between which a line may end. */
    private static List<String> parts(String word) {
        List<String> parts = new ArrayList<>();
        List<GraphemeCluster> clusters = GraphemeCluster.of(word);
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < clusters.size(); i++) {
            part.append(clusters.get(i).text());
            if (i + 1 == clusters.size() || clusters.get(i).isSeparableFrom(clusters.get(i + 1))) {
                parts.add(part.toString());
                part.setLength(0);
            }
        }
        return parts;
    }
}
