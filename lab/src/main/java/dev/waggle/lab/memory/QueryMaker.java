package dev.waggle.lab.memory;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Queries made of some words of a text. Owned by one thread. */
final class QueryMaker {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]+");
    private static final int SHORTEST = 5;
    private static final int WORDS = 5;
    private static final int LETTERS = 26;

    /** Endings of English words and endings of other forms of the same word, the longest first. */
    private static final List<List<String>> ENDINGS = List.of(List.of("ization", "izing"), List.of("ations", "ated"),
            List.of("ation", "ating"), List.of("tional", "tion"), List.of("ities", "ity"), List.of("ments", "mental"),
            List.of("ment", "ments"), List.of("tion", "tive"), List.of("ness", ""), List.of("ally", "al"),
            List.of("ing", "ed"), List.of("ies", "y"), List.of("ive", "ively"), List.of("ous", "ously"),
            List.of("ed", "ing"), List.of("ly", ""), List.of("es", "ing"), List.of("ss", "sses"), List.of("s", ""),
            List.of("y", "ies"), List.of("e", "ing"));

    private final SplittableRandom chance;

    QueryMaker(long seed) {
        chance = new SplittableRandom(seed);
    }

    /** Five words of the text, of at least five letters, in another order. */
    List<String> words(String text) {
        Set<String> all = BETWEEN_WORDS.splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(word -> word.length() >= SHORTEST).collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> left = new ArrayList<>(all);
        List<String> chosen = new ArrayList<>();
        while (chosen.size() < WORDS && !left.isEmpty()) {
            chosen.add(left.remove(chance.nextInt(left.size())));
        }
        return chosen;
    }

    /** The words with a typing error in each: two letters swapped, one left out, or another one. */
    String withTypos(List<String> words) {
        return join(words, word -> {
            int place = 1 + chance.nextInt(word.length() - 2);
            return switch (chance.nextInt(3)) {
                case 0 -> word.substring(0, place) + word.charAt(place + 1) + word.charAt(place)
                        + word.substring(place + 2);
                case 1 -> word.substring(0, place) + word.substring(place + 1);
                default -> word.substring(0, place) + (char) ('a' + chance.nextInt(LETTERS))
                        + word.substring(place + 1);
            };
        });
    }

    /** The words in another form each, as the endings of English have it. */
    String inOtherForms(List<String> words) {
        return join(words, word -> {
            for (List<String> ending : ENDINGS) {
                if (word.endsWith(ending.getFirst())) {
                    return word.substring(0, word.length() - ending.getFirst().length()) + ending.getLast();
                }
            }
            return word + "s";
        });
    }

    private static String join(List<String> words, UnaryOperator<String> change) {
        return words.stream().map(change).collect(Collectors.joining(" "));
    }
}
