package dev.waggle.signal.pattern;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The segments that patterns of an index name, each once, so that words are compared by identity. */
final class Words {

    private final Map<String, Word> words = new HashMap<>();
    private long taken;

    /** One more use of a word. */
    Word take(String text) {
        Word word = words.computeIfAbsent(text, unknown -> new Word(unknown, spread(++taken)));
        word.uses++;
        return word;
    }

    /** One use less; the last one forgets the word. */
    void release(Word word) {
        word.uses--;
        if (word.uses == 0) {
            words.remove(word.text);
        }
    }

    /** How often a word is taken. */
    int uses(String text) {
        Word word = words.get(text);
        return word == null ? 0 : word.uses;
    }

    /** The word of a segment; {@code null} when no pattern names it. */
    @Nullable Word find(String text) {
        return words.get(text);
    }

    int size() {
        return words.size();
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood, 2014): near numbers become far ones. */
    private static long spread(long number) {
        long code = number * 0x9e3779b97f4a7c15L;
        code = (code ^ (code >>> 30)) * 0xbf58476d1ce4e5b9L;
        code = (code ^ (code >>> 27)) * 0x94d049bb133111ebL;
        return code ^ (code >>> 31);
    }

    /** A segment with a number that is spread over all 64 bits. */
    static final class Word {

        private final String text;
        final long code;
        private int uses;

        Word(String text, long code) {
            this.text = text;
            this.code = code;
        }
    }
}
