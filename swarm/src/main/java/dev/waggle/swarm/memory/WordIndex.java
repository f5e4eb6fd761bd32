package dev.waggle.swarm.memory;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words of the memories of a pool. The relevance of a memory for a query is the share of the words of the query that it has, each
 * by its rarity (inverse document frequency, Spärck Jones 1972), 0..1. Languages without blanks are compared by pairs of
 * letters. Not thread-safe.
 */
final class WordIndex {

    /** Most letters of a text that are read. */
    private static final int MAX_TEXT = 20_000;

    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern UNSPACED = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]");

    private final Map<String, Set<String>> wordsOf = new HashMap<>();
    private final Map<String, Integer> memoriesWith = new HashMap<>();

    void add(String id, String text) {
        Set<String> words = words(text);
        wordsOf.put(id, words);
        words.forEach(word -> memoriesWith.merge(word, 1, Integer::sum));
    }

    void remove(String id) {
        Set<String> words = wordsOf.remove(id);
        if (words != null) {
            words.forEach(
                    word -> memoriesWith.computeIfPresent(word, (_, memories) -> memories == 1 ? null : memories - 1));
        }
    }

    /** Words of a query, to compare with many memories. */
    static Set<String> words(String text) {
        String read = MemoryText.normalized(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
        Set<String> words = new LinkedHashSet<>();
        for (String word : SEPARATOR.split(read, -1)) {
            if (UNSPACED.matcher(word).find()) {
                addPairs(words, word);
            } else if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    private static void addPairs(Set<String> words, String word) {
        int[] letters = word.codePoints().toArray();
        for (int i = 0; i + 1 < letters.length; i++) {
            words.add(new String(letters, i, 2));
        }
        if (letters.length == 1) {
            words.add(word);
        }
    }

    /** Relevance of a memory for a query with these words, 0..1. */
    double relevance(Set<String> query, String id) {
        Set<String> words = wordsOf.getOrDefault(id, Set.of());
        double all = 0;
        double shared = 0;
        for (String word : query) {
            double rarity = StrictMath.log(1 + (1.0 + wordsOf.size()) / (1 + memoriesWith.getOrDefault(word, 0)));
            all += rarity;
            shared += words.contains(word) ? rarity : 0;
        }
        return all == 0 ? 0 : Math.min(1, shared / all);
    }
}
