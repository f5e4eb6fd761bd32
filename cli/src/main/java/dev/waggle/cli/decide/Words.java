package dev.waggle.cli.decide;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.Table;

/** Pieces of the sentences that say what is wrong with a file. */
public final class Words {

    private static final int LONGEST_VALUE = 60;
    private static final int LONGEST_LIST = 20;

    private Words() {}

    /** The value between quotes, cut when it is long, safe to show. */
    static String quote(String value) {
        return "\"" + Table.clip(value, LONGEST_VALUE) + "\"";
    }

    /** The number with its noun in the singular or plural: "1 item", "2,665 items". */
    static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    /** The first names of a list, with commas. */
    static String list(Collection<String> names) {
        String first = names.stream().limit(LONGEST_LIST).map(name -> Table.clip(name, LONGEST_VALUE))
                .collect(Collectors.joining(", "));
        return names.size() <= LONGEST_LIST ? first : first + " and " + (names.size() - LONGEST_LIST) + " more";
    }

    /**
     * The known name that is meant when somebody writes another: the one with the fewest characters to insert, delete
     * or replace, letter case aside, if those are at most half of the longer name.
     */
    public static Optional<String> nearest(String written, Collection<String> known) {
        return nearest(written, known, 1).stream().findFirst();
    }

    /** The known names that may be meant, the nearest first, at most so many. */
    public static List<String> nearest(String written, Collection<String> known, int most) {
        String small = Answers.fold(written);
        return known.stream()
                .filter(name -> 2 * distance(small, Answers.fold(name)) <= Math.max(small.length(), name.length()))
                .sorted(Comparator.comparingInt(name -> distance(small, Answers.fold(name)))).limit(most).toList();
    }

    /** Levenshtein's distance (1966), O(a * b) of at most {@value #LONGEST_VALUE} characters each. */
    private static int distance(String first, String second) {
        String a = first.substring(0, Math.min(first.length(), LONGEST_VALUE));
        String b = second.substring(0, Math.min(second.length(), LONGEST_VALUE));
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
