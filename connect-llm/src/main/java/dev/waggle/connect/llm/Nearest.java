package dev.waggle.connect.llm;

import java.util.Collection;
import java.util.Comparator;

/** The word that somebody may have meant. */
final class Nearest {

    /** More slips than these make another word. */
    private static final int MAX_SLIPS = 3;

    /** Longer words are not compared: comparing takes time by the product of the lengths. */
    private static final int MAX_LENGTH = 64;

    private Nearest() {}

    /** A second line with the nearest of the known words; empty when none is near. */
    static String maybe(String word, Collection<String> known) {
        if (word.length() > MAX_LENGTH) {
            return "";
        }
        return known.stream().filter(each -> slips(word, each) <= Math.min(MAX_SLIPS, each.length() / 2))
                .min(Comparator.comparingInt(each -> slips(word, each)))
                .map(each -> "\nMaybe " + each + ".").orElse("");
    }

    /** Letters to put in, take out or replace (Levenshtein 1966); upper and lower case are the same letter. */
    private static int slips(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                boolean isSame = Character.toLowerCase(one.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
                int here = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + (isSame ? 0 : 1));
                diagonal = row[j];
                row[j] = here;
            }
        }
        return row[other.length()];
    }
}
