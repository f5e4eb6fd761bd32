package dev.waggle.swarm.compose;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words as they are compared: folded, and equal when one is the other with an ending. A word is letters, digits and the
 * signs of {@code c++} and {@code c#}.
 */
final class WordStemmer {

    /** Shorter beginnings are ambiguous: {@code a} would fit everything, {@code sec} both seconds and security. */
    private static final int MIN_PREFIX_LENGTH = 4;

    /** Maximum length of the analysed text; roles and tasks are paragraphs. */
    private static final int MAX_TEXT_LENGTH = 10_000;

    private static final Pattern WORD_SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}+#]+");
    private static final List<String> ENDINGS = List.of("ies", "es", "s", "ing", "ed", "er", "y");

    private WordStemmer() {}

    /** The words of a text, each once, in order. */
    static Set<String> words(String text) {
        Set<String> words = new LinkedHashSet<>();
        for (String word : WORD_SEPARATOR.split(truncate(text).toLowerCase(Locale.ROOT), -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    /** Whole words, if there are any. */
    private static String truncate(String text) {
        if (text.length() <= MAX_TEXT_LENGTH) {
            return text;
        }
        int blank = text.lastIndexOf(' ', MAX_TEXT_LENGTH);
        return text.substring(0, blank > 0 ? blank : MAX_TEXT_LENGTH);
    }

    /** True if the other text contains all words of the shorter one: {@code code-review} fits {@code review}. */
    static boolean matches(String one, String other) {
        Set<String> ours = words(one);
        Set<String> theirs = words(other);
        return !ours.isEmpty() && !theirs.isEmpty()
                && (ours.size() <= theirs.size() ? contains(theirs, ours) : contains(ours, theirs));
    }

    /**
     * Jaccard distance of two sets of words: the share of all words that only one has. It is 0 when both are empty.
     */
    static double distance(Collection<String> one, Collection<String> other) {
        long shared = one.stream().filter(word -> contains(other, List.of(word))).count();
        long all = one.size() + other.size() - shared;
        return all <= 0 ? 0 : Math.clamp(1 - (double) shared / all, 0, 1);
    }

    private static boolean contains(Collection<String> words, Collection<String> neededWords) {
        return neededWords.stream().allMatch(word -> words.stream().anyMatch(known -> isSameWord(known, word)));
    }

    /** True if the words differ in an ending only, or one is a prefix: {@code auth}, {@code authentication}. */
    static boolean isSameWord(String one, String other) {
        String shorter = one.length() <= other.length() ? one : other;
        String longer = shorter.equals(one) ? other : one;
        return longer.equals(shorter) || (shorter.length() >= MIN_PREFIX_LENGTH && longer.startsWith(shorter))
                || stem(longer).equals(stem(shorter));
    }

    private static String stem(String word) {
        for (String ending : ENDINGS) {
            if (word.endsWith(ending) && word.length() - ending.length() >= MIN_PREFIX_LENGTH) {
                return word.substring(0, word.length() - ending.length());
            }
        }
        return word;
    }
}
