package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** All members and pairs of a state. Everybody together is the member with the number 0. */
final class LearnedTerms {

    /** Largest memory of all pairs; the ones that were together longest ago are forgotten first. */
    static final long MAX_PAIR_BYTES = 64L << 20;

    /** The member of everybody together. */
    static final int COMMON = 0;

    private static final int SHIFT = 32;

    private final List<MemberState> members = new ArrayList<>(List.of(new MemberState()));
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Map<Long, PairState> pairs = new HashMap<>();
    private long pairBytes;

    /** The number of an agent; 0 if it is not known. */
    int find(String agent) {
        return numbers.getOrDefault(agent, COMMON);
    }

    /** The number of an agent, which is known from now on. */
    int number(String agent) {
        return numbers.computeIfAbsent(agent, _ -> {
            members.add(new MemberState());
            return members.size() - 1;
        });
    }

    MemberState member(int number) {
        return members.get(number);
    }

    /** Number of members, everybody together included. */
    int size() {
        return members.size();
    }

    /** Ids of the agents, in the order of their numbers, from 1. */
    List<String> agents() {
        return List.copyOf(numbers.keySet());
    }

    /** A pair of members, the smaller number first; {@code null} if they were never together. */
    @Nullable PairState find(int smaller, int larger) {
        return pairs.get(key(smaller, larger));
    }

    /** A pair of members, the smaller number first, with room for all terms of both. */
    PairState pair(int smaller, int larger) {
        PairState pair = pairs.computeIfAbsent(key(smaller, larger), _ -> {
            PairState created = new PairState();
            pairBytes += created.bytes();
            return created;
        });
        long before = pair.bytes();
        pair.resize(member(smaller).size(), member(larger).size());
        pairBytes += pair.bytes() - before;
        return pair;
    }

    /** Takes over a pair that was written. */
    void restore(int smaller, int larger, PairState pair) {
        drop(smaller, larger);
        pairs.put(key(smaller, larger), pair);
        pairBytes += pair.bytes();
    }

    /**
     * The first so many of these members whose pairs take at most half of the memory. A larger panel keeps no pairs of
     * the others, so one decision cannot fill the memory.
     *
     * @param members the numbers, ascending
     */
    int paired(int[] members) {
        long bytes = 0;
        long terms = 0;
        for (int i = 0; i < members.length; i++) {
            long own = member(members[i]).size();
            bytes += i * PairState.bytes(0) + PairState.bytes(own * terms) - PairState.bytes(0);
            terms += own;
            if (bytes > MAX_PAIR_BYTES / 2) {
                return i;
            }
        }
        return members.length;
    }

    /** Forgets a pair, if it is known. */
    void drop(int smaller, int larger) {
        PairState dropped = pairs.remove(key(smaller, larger));
        pairBytes -= dropped == null ? 0 : dropped.bytes();
    }

    /** Number of pairs. */
    int pairs() {
        return pairs.size();
    }

    /** All pairs, in the order of their numbers. */
    void forEachPair(PairVisitor visitor) {
        pairs.keySet().stream().sorted()
                .forEach(key -> visitor.pair((int) (key >> SHIFT), (int) (long) key,
                        Objects.requireNonNull(pairs.get(key))));
    }

    /** Receiver of pairs. */
    @FunctionalInterface
    interface PairVisitor {

        void pair(int smaller, int larger, PairState pair);
    }

    /**
     * Forgets the pairs that were together longest ago, until a quarter of the memory is free again. Of one decision, pairs
     * of two agents go first.
     */
    void forget() {
        if (pairBytes <= MAX_PAIR_BYTES) {
            return;
        }
        List<Long> oldest = pairs.keySet().stream().filter(key -> key != key(COMMON, COMMON))
                .sorted(Comparator.comparingLong((Long key) -> Objects.requireNonNull(pairs.get(key)).seen())
                        .thenComparing(key -> !isOfAgents(key)).thenComparing(Comparator.naturalOrder()))
                .toList();
        for (long key : oldest) {
            if (pairBytes <= MAX_PAIR_BYTES / 4 * 3) {
                return;
            }
            pairBytes -= Objects.requireNonNull(pairs.remove(key)).bytes();
        }
    }

    /** Bytes that all pairs take, an estimate; at most {@link #MAX_PAIR_BYTES} after {@link #forget}. */
    long pairBytes() {
        return pairBytes;
    }

    /** Every agent with its member. */
    void forEachAgent(BiConsumer<String, MemberState> visitor) {
        numbers.forEach((agent, number) -> visitor.accept(agent, members.get(number)));
    }

    private static boolean isOfAgents(long key) {
        int smaller = (int) (key >> SHIFT);
        return smaller != COMMON && smaller != (int) key;
    }

    private static long key(int smaller, int larger) {
        return ((long) smaller << SHIFT) | larger;
    }
}
