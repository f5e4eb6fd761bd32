package dev.waggle.signal.pattern;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The segments that patterns of an index name, each once, so that words are compared by identity. */
final class Words {

    private static final int USUAL_SEGMENTS = 8;

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

    /** A text, cut at a separator, as words. */
    Row row(String text, char separator) {
        @Nullable Word[] found = new @Nullable Word[USUAL_SEGMENTS];
        int count = 0;
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            if (count + 1 == found.length) {
                found = Arrays.copyOf(found, 2 * found.length);
            }
            found[count++] = words.get(text.substring(from, to));
            from = to + 1;
        }
        found[count++] = words.get(text.substring(from));
        return new Row(found, count);
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
