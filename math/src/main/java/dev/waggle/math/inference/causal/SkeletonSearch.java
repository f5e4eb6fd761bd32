package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.math.inference.causal.CausalGraph.Edge;

/**
 * The edges of {@link PcDiscovery}: starts with all pairs and removes those that some set of neighbours separates,
 * smaller sets first. Neighbours are those from before the level (PC-stable). Mutable; for one search.
 */
final class SkeletonSearch {

    /** A test of conditional independence. */
    interface IndependenceTest {

        /** The p-value of the independence of i and j given others, 0..1; NaN when it cannot be tested. */
        double pValue(int i, int j, int[] given);

        /** True if a test with that many given is possible. */
        boolean possible(int given);
    }

    /** Maximum number of tests, of a few microseconds each. A level that needs more is not begun. */
    static final int MAX_TESTS = 200_000;

    private final IndependenceTest test;
    private final double alpha;
    private final boolean[][] joined;
    private final Map<Edge, boolean[]> separators = new HashMap<>();
    private final Set<SearchLimit> limits = EnumSet.noneOf(SearchLimit.class);
    private int tests;

    SkeletonSearch(int variables, IndependenceTest test, double alpha) {
        this.test = test;
        this.alpha = alpha;
        this.joined = new boolean[variables][variables];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                joined[i][j] = i != j;
            }
        }
    }

    /** Removes all removable edges and returns the limits that stopped the search. */
    Set<SearchLimit> search(int mostGiven) {
        long planned = planned(0);
        for (int given = 0; planned > 0 && stopped(given, mostGiven, planned).isEmpty(); given++) {
            level(given);
            planned = planned(given + 1);
        }
        return limits;
    }

    /** The edges that remain, by their first variable. */
    List<Edge> edges() {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < joined.length; i++) {
            for (int j = i + 1; j < joined.length; j++) {
                if (joined[i][j]) {
                    edges.add(new Edge(i, j));
                }
            }
        }
        return edges;
    }

    /** True if that variable is in the set that separates these two, which are not joined. */
    boolean separates(int variable, int a, int b) {
        boolean[] separator = separators.get(new Edge(Math.min(a, b), Math.max(a, b)));
        return separator != null && separator[variable];
    }

    int tests() {
        return tests;
    }

    private Set<SearchLimit> stopped(int given, int mostGiven, long planned) {
        Set<SearchLimit> stopped = EnumSet.noneOf(SearchLimit.class);
        if (!test.possible(given)) {
            stopped.add(SearchLimit.SAMPLES);
        } else if (given > mostGiven) {
            stopped.add(SearchLimit.GIVEN);
        } else if (tests + planned > MAX_TESTS) {
            stopped.add(SearchLimit.TESTS);
        }
        limits.addAll(stopped);
        return stopped;
    }

    /** At most so many tests with that many given: from the neighbours of either of each pair. */
    private long planned(int given) {
        long planned = 0;
        for (int i = 0; i < joined.length; i++) {
            int others = neighbours(i).length - 1;
            planned += (others + 1L) * choose(others, given);
        }
        return planned;
    }

    /** Saturates far above every limit. */
    private static long choose(int of, int size) {
        double ways = size <= of ? 1 : 0;
        for (int k = 0; k < size; k++) {
            ways = ways * (of - k) / (k + 1);
        }
        return (long) Math.min(Math.rint(ways), Integer.MAX_VALUE);
    }

    private void level(int given) {
        int[][] neighbours = new int[joined.length][];
        for (int i = 0; i < joined.length; i++) {
            neighbours[i] = neighbours(i);
        }
        for (Edge pair : edges()) {
            BestSeparator best = new BestSeparator();
            tryAll(pair.from(), pair.to(), neighbours[pair.from()], new int[0], given, best);
            tryAll(pair.from(), pair.to(), neighbours[pair.to()], neighbours[pair.from()], given, best);
            if (best.pValue > alpha) {
                joined[pair.from()][pair.to()] = false;
                joined[pair.to()][pair.from()] = false;
                separators.put(pair, VariableSelection.marks("separator", joined.length, best.given));
            }
        }
    }

    /** The separator of a pair with the largest p-value. */
    private static final class BestSeparator {
        private double pValue = -1;
        private int[] given = {};
    }

    /** Tries all sets of these neighbours of i or j, but for those among the ones already tried. */
    private void tryAll(int i, int j, int[] neighbours, int[] tried, int size, BestSeparator best) {
        int[] others = new int[neighbours.length - 1];
        boolean[] known = new boolean[joined.length];
        for (int variable : tried) {
            known[variable] = true;
        }
        int count = 0;
        for (int variable : neighbours) {
            if (variable != i && variable != j) {
                others[count++] = variable;
            }
        }
        SubsetIterator subsets = new SubsetIterator(count, size);
        while (subsets.next()) {
            int[] given = new int[size];
            boolean fresh = tried.length == 0;
            for (int k = 0; k < size; k++) {
                given[k] = others[subsets.at(k)];
                fresh |= !known[given[k]];
            }
            if (fresh) {
                tryOne(i, j, given, best);
            }
        }
    }

    private void tryOne(int i, int j, int[] given, BestSeparator best) {
        tests++;
        double pValue = test.pValue(i, j, given);
        if (Double.isNaN(pValue)) {
            limits.add(SearchLimit.DETERMINED);
        } else if (pValue > best.pValue) {
            best.pValue = pValue;
            best.given = given;
        }
    }

    private int[] neighbours(int of) {
        return VariableSelection.of(joined[of]);
    }
}
