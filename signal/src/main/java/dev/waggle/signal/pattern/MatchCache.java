package dev.waggle.signal.pattern;

import java.util.List;

import dev.waggle.signal.SignalType;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the matches of recent types: a table of sets of four slots with round-robin replacement in each set. It
 * starts small and grows with use, because every change of the index clears it.
 */
final class MatchCache<V> {

    /** Maximum number of slots, so of types. */
    static final int MAX_TYPES = 2048;

    /** Maximum number of values in all answers; one answer alone may have more. */
    static final int MAX_VALUES = 100_000;

    private static final int MIN_PLACES = 16;
    private static final int WAYS = 4;

    private int[] hashes = new int[MIN_PLACES];
    private @Nullable CachedMatch<V>[] answers = newAnswers(MIN_PLACES);
    private int types;
    private int values;

    /** The slot of a full set that is replaced next. */
    private int nextVictim;

    @Nullable List<V> get(SignalType type) {
        int hash = hash(type);
        int set = set(hash);
        for (int i = set; i < set + WAYS; i++) {
            CachedMatch<V> answer = answers[i];
            if (hashes[i] == hash && answer != null && answer.type.equals(type)) {
                return answer.values;
            }
        }
        return null;
    }

    /** Stores the answer for a type that has none yet. */
    void put(SignalType type, List<V> answer) {
        if (values + answer.size() > MAX_VALUES) {
            clear();
        }
        if (2 * types >= answers.length && answers.length < MAX_TYPES) {
            grow();
        }
        insert(new CachedMatch<>(type, hash(type), answer));
    }

    /** Clears the cache, in a time that does not depend on its size. */
    void clear() {
        if (types > 0) {
            hashes = new int[MIN_PLACES];
            answers = newAnswers(MIN_PLACES);
            types = 0;
            values = 0;
        }
    }

    int size() {
        return types;
    }

    private void grow() {
        @Nullable CachedMatch<V>[] all = answers;
        hashes = new int[2 * all.length];
        answers = newAnswers(2 * all.length);
        types = 0;
        values = 0;
        for (CachedMatch<V> answer : all) {
            if (answer != null) {
                insert(answer);
            }
        }
    }

    private void insert(CachedMatch<V> answer) {
        int place = set(answer.hash);
        int end = place + WAYS;
        while (place < end && answers[place] != null) {
            place++;
        }
        if (place == end) {
            place = end - 1 - (nextVictim++ & (WAYS - 1));
        }
        CachedMatch<V> leaving = answers[place];
        if (leaving != null) {
            types--;
            values -= leaving.values.size();
        }
        answers[place] = answer;
        hashes[place] = answer.hash;
        types++;
        values += answer.values.size();
    }

    private int set(int hash) {
        return hash & (answers.length - WAYS);
    }

    private static int hash(SignalType type) {
        int hash = type.hashCode() * 0x9e3779b9;
        return hash ^ hash >>> 16;
    }

    @SuppressWarnings("unchecked") // An array of a generic class, which does not escape.
    private static <V> @Nullable CachedMatch<V>[] newAnswers(int places) {
        return (@Nullable CachedMatch<V>[]) new @Nullable CachedMatch<?>[places];
    }

    private record CachedMatch<V>(SignalType type, int hash, List<V> values) {}
}
