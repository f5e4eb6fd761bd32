package dev.waggle.review.batch;

import java.util.Arrays;
import java.util.Optional;

/** The right answers, as far as they are known; one for each item. */
final class TruthIndex {

    private static final int UNKNOWN = -1;

    private final TextIndex items;
    private final AnswerIndex answers;
    private int[] spellingOf = new int[0];
    private int known;

    TruthIndex(TextIndex items, AnswerIndex answers) {
        this.items = items;
        this.answers = answers;
    }

    /** Records the right answer of an item; another answer recorded before stays, and is returned. */
    Optional<String> add(int item, String answer) {
        if (item >= spellingOf.length) {
            int before = spellingOf.length;
            spellingOf = Arrays.copyOf(spellingOf, Math.max(items.size(), before + (before >> 1)));
            Arrays.fill(spellingOf, before, spellingOf.length, UNKNOWN);
        }
        int spelling = answers.spelling(answer);
        int earlier = spellingOf[item];
        if (earlier == UNKNOWN) {
            spellingOf[item] = spelling;
            known++;
            return Optional.empty();
        }
        return answers.meaning(earlier) == answers.meaning(spelling)
                ? Optional.empty()
                : Optional.of(answers.original(earlier));
    }

    boolean isKnown(int item) {
        return item < spellingOf.length && spellingOf[item] != UNKNOWN;
    }

    /** The number of the right answer's spelling; ask {@link #isKnown} first. */
    int spelling(int item) {
        return spellingOf[item];
    }

    /** Number of items with a truth. */
    int known() {
        return known;
    }
}
