package dev.waggle.signal.pattern;

import org.jspecify.annotations.Nullable;

/** A pattern and a value in their place in the index. */
final class Filing<V> {

    final Pattern pattern;
    final V value;
    final Member member;

    /** When it was added, beside others. */
    final long sequence;

    /** Whether the mask and words of its chain decide; else the pattern has to be checked. */
    final boolean isExact;

    final Chain<V> chain;

    /** Its place in the chain. */
    int index;

    /** The same pattern and value among the types that are split at the other separator. */
    @Nullable Filing<V> twin;

    Filing(Entry<V> entry, boolean isExact, Chain<V> chain) {
        this.pattern = entry.pattern();
        this.value = entry.value();
        this.member = entry.member();
        this.sequence = entry.sequence();
        this.isExact = isExact;
        this.chain = chain;
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
