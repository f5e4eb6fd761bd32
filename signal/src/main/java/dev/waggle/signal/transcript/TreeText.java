package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.Signal;

/**
 * Text drawing of trees with lines. The first tree has no line in front of its first signal, the others hang below it
 * like branches, as the original draws them. Beyond {@value #MAX_INDENT} levels the level is written instead of an
 * indent. Otherwise a chain of a hundred thousand causes would be mostly blanks.
 */
final class TreeText {

    /** Deepest level that is drawn with an indent; terminals are not wider. */
    static final int MAX_INDENT = 40;

    private TreeText() {}

    static List<String> lines(List<TreeRow> rows, Function<Signal, String> label) {
        List<String> lines = new ArrayList<>(rows.size());
        String[] indents = new String[MAX_INDENT + 2];
        indents[0] = "";
        for (TreeRow row : rows) {
            int level = Math.min(row.depth(), MAX_INDENT);
            String indent = indents[level];
            String mark = row.depth() > MAX_INDENT ? "[" + row.depth() + "] " : "";
            if (lines.isEmpty()) {
                lines.add(label.apply(row.signal()));
                indents[1] = "";
                continue;
            }
            lines.add(indent + (row.isLast() ? "└─ " : "├─ ") + mark + label.apply(row.signal()));
            indents[level + 1] = indent + (row.isLast() ? "   " : "│  ");
        }
        return lines;
    }
}
