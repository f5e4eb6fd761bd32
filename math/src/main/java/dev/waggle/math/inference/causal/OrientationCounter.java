package dev.waggle.math.inference.causal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.math.inference.causal.CausalGraph.Edge;

/**
 * Counter of the orientations of the undirected edges of a {@link Cpdag} that have no cycle and no collider whose
 * causes are not joined. Mutable; for one count.
 *
 * <p>Each connected group has exactly one variable without causes in each of them. Taking each variable for it in
 * turn and directing the implied edges leaves smaller groups (He, Jia and Yu 2015, Counting and exploring sizes of
 * Markov equivalence classes, theorem 3). A tree of p variables has p, a complete group p!. Groups met again are not
 * counted again. Exponential at worst.
 */
final class OrientationCounter {

    /** Maximum number of visited edges, over all variables tried as the first of a group: a fraction of a second. */
    static final int MAX_STEPS = 200_000;

    private final BitSet[] neighbours;
    private final Map<BitSet, BigInteger> known = new HashMap<>();
    private long steps;

    private OrientationCounter(BitSet[] neighbours) {
        this.neighbours = neighbours;
    }

    /** The number; nothing when it takes too many steps. */
    static Optional<BigInteger> count(int variables, List<Edge> undirected) {
        BitSet[] neighbours = new BitSet[variables];
        BitSet all = new BitSet();
        for (int i = 0; i < variables; i++) {
            neighbours[i] = new BitSet(variables);
            all.set(i);
        }
        for (Edge edge : undirected) {
            neighbours[edge.from()].set(edge.to());
            neighbours[edge.to()].set(edge.from());
        }
        return new OrientationCounter(neighbours).product(groups(all, neighbours));
    }

    private Optional<BigInteger> product(List<BitSet> groups) {
        BigInteger product = BigInteger.ONE;
        for (BitSet group : groups) {
            Optional<BigInteger> count = count(group);
            if (count.isEmpty()) {
                return count;
            }
            product = product.multiply(count.get());
        }
        return Optional.of(product);
    }

    private Optional<BigInteger> count(BitSet group) {
        long size = group.cardinality();
        long edges = group.stream().mapToLong(i -> common(neighbours[i], group).cardinality()).sum() / 2;
        if (edges == size - 1) {
            return Optional.of(BigInteger.valueOf(size));
        }
        if (edges == size * (size - 1) / 2) {
            return Optional.of(factorial(size));
        }
        BigInteger before = known.get(group);
        if (before != null) {
            return Optional.of(before);
        }
        BigInteger sum = BigInteger.ZERO;
        for (int first = group.nextSetBit(0); first >= 0; first = group.nextSetBit(first + 1)) {
            steps += edges;
            if (steps > MAX_STEPS) {
                return Optional.empty();
            }
            Optional<BigInteger> rest = product(groupsAfter(first, group));
            if (rest.isEmpty()) {
                return rest;
            }
            sum = sum.add(rest.get());
        }
        known.put(group, sum);
        return Optional.of(sum);
    }

    /** Groups that stay undirected when this variable of the group is the one without causes. */
    private List<BitSet> groupsAfter(int first, BitSet group) {
        int[] members = group.stream().toArray();
        PartiallyDirectedGraph graph = new PartiallyDirectedGraph(members.length);
        for (int a = 0; a < members.length; a++) {
            for (int b = 0; b < a; b++) {
                if (neighbours[members[a]].get(members[b])) {
                    graph.join(a, b);
                }
            }
        }
        int root = group.get(0, first).cardinality();
        for (int next : graph.open(root).stream().toArray()) {
            graph.direct(root, next);
        }
        graph.orientImpliedEdges();
        BitSet[] open = new BitSet[neighbours.length];
        for (int a = 0; a < members.length; a++) {
            BitSet joined = new BitSet(neighbours.length);
            graph.open(a).stream().forEach(b -> joined.set(members[b]));
            open[members[a]] = joined;
        }
        return groups(group, open);
    }

    private static List<BitSet> groups(BitSet of, BitSet[] joined) {
        List<BitSet> groups = new ArrayList<>();
        BitSet left = (BitSet) of.clone();
        while (!left.isEmpty()) {
            BitSet group = new BitSet();
            BitSet fresh = new BitSet();
            fresh.set(left.nextSetBit(0));
            while (!fresh.isEmpty()) {
                int member = fresh.nextSetBit(0);
                group.set(member);
                fresh.or(joined[member]);
                fresh.andNot(group);
            }
            left.andNot(group);
            groups.add(group);
        }
        return groups;
    }

    private static BitSet common(BitSet left, BitSet right) {
        BitSet common = (BitSet) left.clone();
        common.and(right);
        return common;
    }

    private static BigInteger factorial(long of) {
        BigInteger product = BigInteger.ONE;
        for (long k = 2; k <= of; k++) {
            product = product.multiply(BigInteger.valueOf(k));
        }
        return product;
    }
}
