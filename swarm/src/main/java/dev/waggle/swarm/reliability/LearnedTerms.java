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

    /** Largest memory of the pairs of agents; the ones that were together longest ago are forgotten first. */
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
            pairBytes += smaller == COMMON || smaller == larger ? 0 : created.bytes();
            return created;
        });
        long before = pair.bytes();
        pair.resize(member(smaller).size(), member(larger).size());
        pairBytes += smaller == COMMON || smaller == larger ? 0 : pair.bytes() - before;
        return pair;
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

    /** Forgets the pairs that were together longest ago, until a quarter of the memory is free again. */
    void forget() {
        if (pairBytes <= MAX_PAIR_BYTES) {
            return;
        }
        List<Long> oldest = pairs.keySet().stream().filter(LearnedTerms::isOfAgents)
                .sorted(Comparator.comparingLong((Long key) -> Objects.requireNonNull(pairs.get(key)).seen())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        for (long key : oldest) {
            if (pairBytes <= MAX_PAIR_BYTES / 4 * 3) {
                return;
            }
            pairBytes -= Objects.requireNonNull(pairs.remove(key)).bytes();
        }
    }

    /** Bytes that the pairs of agents take, an estimate; at most {@link #MAX_PAIR_BYTES} after {@link #forget}. */
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
