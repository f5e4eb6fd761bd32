package dev.waggle.signal.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Suggests known names for an unknown one: those with the fewest edits, letter case and surrounding blanks aside. An
 * edit inserts, deletes or replaces a character, or swaps two neighbours. Names at the same distance keep the order of
 * the known ones. The first {@value #MAX_LENGTH} characters of a name are compared. One comparison costs O(a * b) steps
 * for a and b compared characters.
 *
 * <p>Sources: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals", 1966. Damerau, "A
 * technique for computer detection and correction of spelling errors", 1964, whose swaps are counted here as in the
 * optimal string alignment distance: no part of a name is edited twice.
 */
public final class Suggestions {

    /** Number of compared characters of a name: the cost of a comparison grows with the product of the lengths. */
    private static final int MAX_LENGTH = 64;

    private Suggestions() {}

    /** Maximum edit distance between an unknown name and a known one. */
    public enum Tolerance {
        /** Half of the characters of the longer name. */
        HALF {
            @Override
            int maxEdits(int written, int known) {
                return Math.max(written, known) / 2;
            }
        },
        /** Three, and no more than half of the characters of the known name. */
        THREE {
            @Override
            int maxEdits(int written, int known) {
                return Math.min(3, known / 2);
            }
        },
        /** A third of the characters of the known name, rounded to the nearest, and no more than three. */
        THIRD {
            @Override
            int maxEdits(int written, int known) {
                return Math.min(3, (known + 1) / 3);
            }
        };

        abstract int maxEdits(int written, int known);
    }

    /** Returns the nearest known name within half of the longer one; empty when there is none. */
    public static Optional<String> nearest(String written, Collection<String> known) {
        return nearest(written, known, Tolerance.HALF);
    }

    /** Returns the nearest known name within a tolerance; empty when there is none. */
    public static Optional<String> nearest(String written, Collection<String> known, Tolerance tolerance) {
        return nearest(written, known, tolerance, 1).stream().findFirst();
    }

    /** Returns the known names within a tolerance, the nearest first, at most {@code limit}. */
    public static List<String> nearest(String written, Collection<String> known, Tolerance tolerance, int limit) {
        String folded = fold(written);
        return known.stream().map(name -> new Candidate(name, distance(folded, fold(name))))
                .filter(one -> one.edits <= tolerance.maxEdits(folded.length(), one.name.length()))
                .sorted(Comparator.comparingInt(Candidate::edits)).limit(limit).map(Candidate::name).toList();
    }

    /** Returns the second line of an error message with the nearest known name within three edits, if any. */
    public static String remedyLine(String written, Collection<String> known) {
        return nearest(written, known, Tolerance.THREE).map(name -> "\nMaybe " + name + ".").orElse("");
    }

    /** Returns the compared text: trimmed, without regard to case in any script, cut to the compared characters. */
    private static String fold(String text) {
        String folded = text.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return folded.substring(0, Math.min(folded.length(), MAX_LENGTH));
    }

    private static int distance(String first, String second) {
        int[] twoAbove = new int[second.length() + 1];
        int[] above = new int[second.length() + 1];
        int[] row = new int[second.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= first.length(); i++) {
            int[] free = twoAbove;
            twoAbove = above;
            above = row;
            row = free;
            row[0] = i;
            for (int j = 1; j <= second.length(); j++) {
                int replaced = above[j - 1] + (first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
                if (isSwap(first, i, second, j)) {
                    row[j] = Math.min(row[j], 1 + twoAbove[j - 2]);
                }
            }
        }
        return row[second.length()];
    }

    private static boolean isSwap(String first, int i, String second, int j) {
        return i > 1 && j > 1 && first.charAt(i - 1) == second.charAt(j - 2)
                && first.charAt(i - 2) == second.charAt(j - 1);
    }

    private record Candidate(String name, int edits) {}
}
