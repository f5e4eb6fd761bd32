package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * All members and pairs of a state. Everybody together is the member with the number 0, and agents have the numbers from 1
 * on, in the order of their first outcomes.
 *
 * <p>A state takes at most 64 MB: 54 MB of pairs, 8 MB of members, and 2 MB of names of kinds of task and answers. Bytes are
 * estimates: of an object its fields, arrays and places in collections, of text two bytes a character. When one part is
 * full, what was used longest ago is forgotten until a quarter of that part is free again.
 */
final class LearnedTerms {

    /** Largest memory of all pairs; the ones that were together longest ago are forgotten first. */
    static final long MAX_PAIR_BYTES = 54L << 20;

    /** Largest memory of all members; the agents that were away longest leave first. */
    static final long MAX_MEMBER_BYTES = 8L << 20;

    /** The member of everybody together. */
    static final int COMMON = 0;

    private static final int SHIFT = 32;

    private final List<MemberState> members = new ArrayList<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Map<Long, PairState> pairs = new HashMap<>();
    private @Nullable PairBlock block;
    private long pairBytes;
    private long memberBytes;

    LearnedTerms() {
        members.add(new MemberState());
        grow(COMMON);
    }

    /**
     * The terms that were written.
     *
     * @param members everybody together, then the agents
     */
    LearnedTerms(List<String> agents, List<MemberState> members, PairBlock block) {
        this.members.addAll(members);
        for (String agent : agents) {
            numbers.put(agent, numbers.size() + 1);
        }
        countMembers();
        this.block = block;
        pairBytes = block.bytes();
    }

    /** The number of an agent; 0 if it is not known. */
    int find(String agent) {
        return numbers.getOrDefault(agent, COMMON);
    }

    /** The number of an agent, which is known from now on. */
    int number(String agent) {
        return numbers.computeIfAbsent(agent, _ -> {
            members.add(new MemberState());
            memberBytes += bytesOfName(agent);
            grow(members.size() - 1);
            return members.size() - 1;
        });
    }

    /** Counts the bytes that a member has gained. */
    void grow(int number) {
        memberBytes += member(number).growth();
    }

    MemberState member(int number) {
        return members.get(number);
    }

    /** All members in the order of their numbers. */
    List<MemberState> members() {
        return List.copyOf(members);
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
        long key = key(smaller, larger);
        PairState pair = pairs.get(key);
        if (pair == null && block != null) {
            pair = block.take(key);
            if (pair != null) {
                pairs.put(key, pair);
                releaseBlock();
            }
        }
        return pair;
    }

    /** A pair of members, the smaller number first, with room for all terms of both. */
    PairState pair(int smaller, int larger) {
        PairState pair = find(smaller, larger);
        if (pair == null) {
            pair = new PairState();
            pairs.put(key(smaller, larger), pair);
            pairBytes += pair.bytes();
        }
        long before = pair.bytes();
        pair.resize(member(smaller).size(), member(larger).size());
        pairBytes += pair.bytes() - before;
        return pair;
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
        PairState dropped = find(smaller, larger);
        if (dropped != null) {
            pairs.remove(key(smaller, larger));
            pairBytes -= dropped.bytes();
        }
    }

    /** Number of pairs. */
    int pairs() {
        return pairs.size() + (block == null ? 0 : block.left());
    }

    /** All pairs, in the order of their keys: by the smaller number, then by the larger one. */
    void forEachPair(PairBlock.PairReceiver receiver) {
        takeAll();
        pairs.keySet().stream().sorted().forEach(key -> receiver.pair(key, Objects.requireNonNull(pairs.get(key))));
    }

    /**
     * Keeps the limits of the memory. Agents that were away longest leave, of those with the fewest outcomes, then by name.
     * Pairs that were together longest ago are forgotten, of one decision those of two agents first.
     */
    void forget() {
        if (memberBytes > MAX_MEMBER_BYTES) {
            forgetMembers();
        }
        releaseBlock();
        if (pairBytes > MAX_PAIR_BYTES) {
            forgetPairs();
        }
    }

    private void forgetPairs() {
        takeAll();
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

    private void forgetMembers() {
        List<String> agents = agents();
        int[] away = IntStream.rangeClosed(1, agents.size()).boxed()
                .sorted(Comparator.comparingLong((Integer number) -> member(number).seen())
                        .thenComparingLong(number -> member(number).outcomes())
                        .thenComparing(number -> agents.get(number - 1)))
                .mapToInt(Integer::intValue).toArray();
        boolean[] leaves = new boolean[members.size()];
        for (int next = 0; memberBytes > MAX_MEMBER_BYTES / 4 * 3 && next < away.length; next++) {
            leaves[away[next]] = true;
            memberBytes -= member(away[next]).bytes() + bytesOfName(agents.get(away[next] - 1));
        }
        keep(agents, leaves);
    }

    /** Keeps the members that do not leave, in their order, with the pairs among them. */
    private void keep(List<String> agents, boolean[] leaves) {
        takeAll();
        int[] moved = new int[leaves.length];
        List<MemberState> kept = new ArrayList<>();
        numbers.clear();
        for (int number = 0; number < leaves.length; number++) {
            if (!leaves[number]) {
                moved[number] = kept.size();
                if (number != COMMON) {
                    numbers.put(agents.get(number - 1), moved[number]);
                }
                kept.add(members.get(number));
            }
        }
        members.clear();
        members.addAll(kept);
        Map<Long, PairState> before = new HashMap<>(pairs);
        pairs.clear();
        pairBytes = 0;
        before.forEach((key, pair) -> {
            if (!leaves[smaller(key)] && !leaves[larger(key)]) {
                pairs.put(key(moved[smaller(key)], moved[larger(key)]), pair);
                pairBytes += pair.bytes();
            }
        });
    }

    /** Gives up the block when the memory has no room for it beside the pairs that were taken. */
    private void releaseBlock() {
        if (block != null && pairBytes - block.bytes() + block.held() > MAX_PAIR_BYTES) {
            takeAll();
        }
    }

    /** Makes an object of each pair that is still as it was written. */
    private void takeAll() {
        if (block != null) {
            block.takeAll(pairs::put);
            block = null;
        }
    }

    /** Bytes that all pairs take, an estimate; at most {@link #MAX_PAIR_BYTES} after {@link #forget}. */
    long pairBytes() {
        return pairBytes;
    }

    /** Bytes that all members take, an estimate; at most {@link #MAX_MEMBER_BYTES} after {@link #forget}. */
    long memberBytes() {
        return memberBytes;
    }

    private void countMembers() {
        memberBytes = 0;
        members.forEach(member -> memberBytes += member.growth());
        numbers.keySet().forEach(agent -> memberBytes += bytesOfName(agent));
    }

    private static long bytesOfName(String agent) {
        return (long) Character.BYTES * agent.length();
    }

    /** Every agent with its member. */
    void forEachAgent(BiConsumer<String, MemberState> visitor) {
        numbers.forEach((agent, number) -> visitor.accept(agent, members.get(number)));
    }

    private static boolean isOfAgents(long key) {
        return smaller(key) != COMMON && smaller(key) != larger(key);
    }

    private static long key(int smaller, int larger) {
        return ((long) smaller << SHIFT) | larger;
    }

    /** The smaller number of a key. */
    static int smaller(long key) {
        return (int) (key >> SHIFT);
    }

    /** The larger number of a key. */
    static int larger(long key) {
        return (int) key;
    }
}
