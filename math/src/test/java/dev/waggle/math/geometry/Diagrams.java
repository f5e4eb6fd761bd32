package dev.waggle.math.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.geometry.PersistentHomology.Pair;
import org.jgrapht.alg.matching.HopcroftKarpMaximumCardinalityBipartiteMatching;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;

/** Persistence diagrams by definition and the distance of two diagrams, written without regard to speed. */
final class Diagrams {

    private Diagrams() {}

    /** A simplex and its value. */
    private record Simplex(List<Integer> points, double diameter) {}

    /** Pairs of dimensions 0 and 1 by reduction of the full boundary matrix (Edelsbrunner et al. 2002). */
    static List<Pair> byBoundaryMatrix(double[][] distances) {
        List<Simplex> simplices = simplices(distances);
        Map<List<Integer>, Integer> index = new HashMap<>();
        for (int i = 0; i < simplices.size(); i++) {
            index.put(simplices.get(i).points(), i);
        }
        BitSet[] columns = new BitSet[simplices.size()];
        int[] columnOfLow = new int[simplices.size()];
        Arrays.fill(columnOfLow, -1);
        Set<Integer> paired = new HashSet<>();
        List<Pair> pairs = new ArrayList<>();
        for (int j = 0; j < columns.length; j++) {
            columns[j] = boundary(simplices.get(j).points(), index);
            while (!columns[j].isEmpty() && columnOfLow[columns[j].length() - 1] >= 0) {
                columns[j].xor(columns[columnOfLow[columns[j].length() - 1]]);
            }
            if (!columns[j].isEmpty()) {
                int low = columns[j].length() - 1;
                columnOfLow[low] = j;
                paired.add(low);
                paired.add(j);
                Simplex born = simplices.get(low);
                if (simplices.get(j).diameter() - born.diameter() > 1e-12) {
                    pairs.add(new Pair(born.points().size() - 1, born.diameter(), simplices.get(j).diameter()));
                }
            }
        }
        for (int j = 0; j < columns.length; j++) {
            if (!paired.contains(j) && simplices.get(j).points().size() < 3) {
                pairs.add(new Pair(simplices.get(j).points().size() - 1, simplices.get(j).diameter(),
                        Double.POSITIVE_INFINITY));
            }
        }
        pairs.sort(Comparator.comparingInt(Pair::dimension).thenComparingDouble(Pair::birth)
                .thenComparingDouble(Pair::death));
        return pairs;
    }

    private static List<Simplex> simplices(double[][] d) {
        List<Simplex> simplices = new ArrayList<>();
        for (int i = 0; i < d.length; i++) {
            simplices.add(new Simplex(List.of(i), 0));
            for (int j = i + 1; j < d.length; j++) {
                simplices.add(new Simplex(List.of(i, j), d[i][j]));
                for (int k = j + 1; k < d.length; k++) {
                    simplices.add(new Simplex(List.of(i, j, k), Math.max(d[i][j], Math.max(d[i][k], d[j][k]))));
                }
            }
        }
        simplices.sort(Comparator.comparingDouble(Simplex::diameter).thenComparingInt(s -> s.points().size()));
        return simplices;
    }

    private static BitSet boundary(List<Integer> points, Map<List<Integer>, Integer> index) {
        BitSet boundary = new BitSet();
        for (int skipped = 0; points.size() > 1 && skipped < points.size(); skipped++) {
            int without = points.get(skipped);
            List<Integer> face = points.stream().filter(point -> point != without).toList();
            boundary.set(Objects.requireNonNull(index.get(face)));
        }
        return boundary;
    }

    /** Returns the bottleneck distance of finite pairs by trying all distances that occur. */
    static double bottleneck(List<Pair> left, List<Pair> right) {
        double[] candidates = IntStream.range(0, left.size() + right.size())
                .boxed()
                .flatMap(i -> IntStream.range(0, left.size() + right.size()).mapToObj(j -> cost(left, right, i, j)))
                .mapToDouble(Double::doubleValue).sorted().distinct().toArray();
        int low = 0;
        int high = candidates.length - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (matches(left, right, candidates[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return candidates.length == 0 ? 0 : candidates[low];
    }

    /** Cost of a row (left pairs, then the diagonal per right pair) and a column (right pairs, then the diagonal). */
    private static double cost(List<Pair> left, List<Pair> right, int row, int column) {
        if (row < left.size() && column < right.size()) {
            Pair a = left.get(row);
            Pair b = right.get(column);
            return Math.max(Math.abs(a.birth() - b.birth()), Math.abs(a.death() - b.death()));
        }
        if (row < left.size()) {
            return left.get(row).length() / 2;
        }
        return column < right.size() ? right.get(column).length() / 2 : 0;
    }

    private static boolean matches(List<Pair> left, List<Pair> right, double max) {
        int size = left.size() + right.size();
        SimpleGraph<Integer, DefaultEdge> graph = new SimpleGraph<>(null, DefaultEdge::new, false);
        Set<Integer> rows = new HashSet<>();
        Set<Integer> columns = new HashSet<>();
        for (int i = 0; i < size; i++) {
            rows.add(i);
            columns.add(size + i);
            graph.addVertex(i);
            graph.addVertex(size + i);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (cost(left, right, i, j) <= max) {
                    graph.addEdge(i, size + j, new DefaultEdge());
                }
            }
        }
        return new HopcroftKarpMaximumCardinalityBipartiteMatching<>(graph, rows, columns).getMatching().getEdges()
                .size() == size;
    }

    /** Points on a circle. */
    static double[][] polygon(int corners, double radius, double x) {
        double[][] points = new double[corners][];
        Arrays.setAll(points, i -> new double[] {
            x + radius * Math.cos(2 * Math.PI * i / corners), radius * Math.sin(2 * Math.PI * i / corners)
        });
        return points;
    }
}
