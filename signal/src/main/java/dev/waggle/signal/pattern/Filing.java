package dev.waggle.signal.pattern;

import dev.waggle.signal.pattern.Words.Word;
import org.jspecify.annotations.Nullable;

/**
 * A pattern and a value in their place in the index. Those with the same mask and words are a chain. All that a match
 * asks is in this one object: in a large index each further one would be a trip to memory.
 */
final class Filing<V> {

    final Pattern pattern;
    final V value;
    final Member member;

    /** When it was added, beside others. */
    final long sequence;

    final MaskTable<V> table;

    /** The words at the places of the mask. */
    final Word[] words;

    final long hash;

    /** Whether mask and words decide; else the pattern has to be checked. */
    final boolean isExact;

    @Nullable Filing<V> previous;
    @Nullable Filing<V> next;

    /** The same pattern and value among the types that are split at the other separator. */
    @Nullable Filing<V> twin;

    Filing(Entry<V> entry, MaskTable<V> table, Word[] words, long hash, boolean isExact) {
        this.pattern = entry.pattern();
        this.value = entry.value();
        this.member = entry.member();
        this.sequence = entry.sequence();
        this.table = table;
        this.words = words;
        this.hash = hash;
        this.isExact = isExact;
    }

    /** What is to be filed. */
    record Entry<V>(Pattern pattern, V value, Member member, long sequence) {}

    /** Stands for all equal values, so that an answer can tell whether it has one already. */
    static final class Member {

        /** Under how many patterns it is. */
        int patterns;

        /** The number of the last long answer that has it. */
        long answer;
    }
}
