package dev.waggle.connect.mcp.client;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that somebody means who writes another. */
final class NearestWord {

    /** Longer words are not compared: the work grows with the square. */
    private static final int MAX_LENGTH = 64;

    private NearestWord() {}

    /** The one with the fewest letters to insert, delete or replace, case aside, if those are at most half of it. */
    static Optional<String> of(String word, Collection<String> known) {
        String small = word.toLowerCase(Locale.ROOT);
        if (small.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return known.stream().filter(name -> name.length() <= MAX_LENGTH)
                .filter(name -> 2 * distance(small, name) <= Math.max(small.length(), name.length()))
                .min(Comparator.comparingInt(name -> distance(small, name)));
    }

    /** Levenshtein's distance (1966), O(a * b). */
    private static int distance(String small, String name) {
        String other = name.toLowerCase(Locale.ROOT);
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= small.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (small.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[other.length()];
    }
}
