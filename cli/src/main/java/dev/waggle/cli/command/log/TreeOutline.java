package dev.waggle.cli.command.log;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import dev.waggle.signal.transcript.TreeRow;

/** The branches before each row of a tree; rows without a cause are always at the margin. */
final class TreeOutline {

    /** Greatest indentation, in levels; deeper rows are drawn at this depth, so that their text stays visible. */
    private static final int MAX_DEPTH = 40;

    private TreeOutline() {}

    static List<String> of(List<TreeRow> rows) {
        BitSet isLast = lastOfTheirs(rows);
        List<String> branches = new ArrayList<>(rows.size());
        List<Boolean> ends = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            int depth = Math.min(rows.get(i).depth(), MAX_DEPTH);
            while (ends.size() > depth) {
                ends.removeLast();
            }
            branches.add(branch(ends, depth, isLast.get(i)));
            ends.add(isLast.get(i));
        }
        return branches;
    }

    private static String branch(List<Boolean> ends, int depth, boolean isLast) {
        if (depth == 0) {
            return "";
        }
        StringBuilder branch = new StringBuilder();
        for (int level = 1; level < depth && level < ends.size(); level++) {
            branch.append(ends.get(level) ? "   " : "│  ");
        }
        return branch.append(isLast ? "└─ " : "├─ ").toString();
    }

    /** Rows that have no later sibling below the same cause. */
    private static BitSet lastOfTheirs(List<TreeRow> rows) {
        BitSet isLast = new BitSet();
        BitSet later = new BitSet();
        for (int i = rows.size() - 1; i >= 0; i--) {
            int depth = Math.min(rows.get(i).depth(), MAX_DEPTH);
            isLast.set(i, !later.get(depth));
            later.clear(depth + 1, MAX_DEPTH + 2);
            later.set(depth);
        }
        return isLast;
    }
}
