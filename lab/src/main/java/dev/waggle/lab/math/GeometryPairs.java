package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.geometry.PersistentHomology;
import dev.waggle.math.geometry.ProjectionConsensus;
import dev.waggle.math.geometry.SingleLinkage;
import dev.waggle.math.geometry.StanceGramMatrix;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;

/** Shapes of clouds, spectra of stances, centres of beliefs. */
final class GeometryPairs {

    private static final int OPTIONS = 16;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("topology/loops", "cohomology with shortcuts / reduction of the whole boundary matrix",
                    "points", List.of(8, 16, 32), GeometryPairs::loops),
            new KernelPair("topology/components",
                    "single linkage by a spanning tree / the nearest two clusters each time", "points",
                    List.of(20, 80, 240), GeometryPairs::components),
            new KernelPair("topology/landmarks", "loops among at most 128 points / at most 256", "points",
                    List.of(100, 250, 1_000), GeometryPairs::landmarks),
            new KernelPair("svd-analyzer",
                    "one row of the Gram matrix, its eigenvalues / SVD of Hipparchus; 16 options", "agents",
                    List.of(20, 100, 500), GeometryPairs::spectrum),
            new KernelPair("projection-consensus", "exact sums, checked / two plain loops; 8 options", "agents",
                    List.of(10, 100, 1_000), GeometryPairs::mean));

    private GeometryPairs() {}

    private static double[][] circle(int size) {
        RandomGenerator random = KernelInputs.chance();
        double[][] points = new double[size][];
        Arrays.setAll(points, i -> {
            double angle = 2 * Math.PI * random.nextDouble();
            double radius = 1 + 0.2 * random.nextDouble();
            return new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
        });
        return points;
    }

    /** The sums of all births and of all deaths of loops. */
    private static double[] totals(PersistentHomology diagram) {
        double[] totals = new double[2];
        for (PersistentHomology.Pair loop : diagram.pairs(1)) {
            totals[0] += loop.birth();
            totals[1] += loop.death();
        }
        return totals;
    }

    private static Sides loops(int size) {
        double[][] points = circle(size);
        return Sides.equal(() -> totals(PersistentHomology.ofPoints(points, 1)), () -> reduced(points));
    }

    private record Simplex(List<Integer> corners, double diameter) {}

    /** Standard reduction over Z/2 (Edelsbrunner, Letscher and Zomorodian 2002). */
    private static double[] reduced(double[][] points) {
        List<Simplex> edges = new ArrayList<>();
        List<Simplex> triangles = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < i; j++) {
                double side = KernelInputs.distance(points[i], points[j]);
                edges.add(new Simplex(List.of(j, i), side));
                for (int k = 0; k < j; k++) {
                    double others = Math.max(KernelInputs.distance(points[i], points[k]),
                            KernelInputs.distance(points[j], points[k]));
                    triangles.add(new Simplex(List.of(k, j, i), Math.max(side, others)));
                }
            }
        }
        edges.sort(Comparator.comparingDouble(Simplex::diameter));
        triangles.sort(Comparator.comparingDouble(Simplex::diameter));
        Map<List<Integer>, Integer> places = new HashMap<>();
        edges.forEach(edge -> places.put(edge.corners(), places.size()));
        Map<Integer, BitSet> columns = new HashMap<>();
        double[] totals = new double[2];
        for (Simplex triangle : triangles) {
            BitSet column = new BitSet();
            List<Integer> corners = triangle.corners();
            for (List<Integer> side : List.of(corners.subList(0, 2), corners.subList(1, 3),
                    List.of(corners.getFirst(), corners.getLast()))) {
                column.set(places.getOrDefault(side, 0));
            }
            while (!column.isEmpty() && columns.containsKey(column.length() - 1)) {
                column.xor(columns.getOrDefault(column.length() - 1, column));
            }
            if (!column.isEmpty()) {
                columns.put(column.length() - 1, column);
                double birth = edges.get(column.length() - 1).diameter();
                totals[0] += triangle.diameter() > birth ? birth : 0;
                totals[1] += triangle.diameter() > birth ? triangle.diameter() : 0;
            }
        }
        return totals;
    }

    private static Sides components(int size) {
        double[][] points = circle(size);
        return Sides.equal(() -> SingleLinkage.ofPoints(points).merges().stream()
                .mapToDouble(SingleLinkage.Merge::height).toArray(), () -> agglomerated(points));
    }

    private static double[] agglomerated(double[][] points) {
        List<List<double[]>> clusters = new ArrayList<>();
        for (double[] point : points) {
            clusters.add(new ArrayList<>(List.of(point)));
        }
        double[] heights = new double[points.length - 1];
        for (int merge = 0; merge < heights.length; merge++) {
            int from = 0;
            int to = 0;
            double min = Double.POSITIVE_INFINITY;
            for (int i = 0; i < clusters.size(); i++) {
                for (int j = 0; j < i; j++) {
                    double distance = between(clusters.get(i), clusters.get(j));
                    if (distance < min) {
                        min = distance;
                        from = i;
                        to = j;
                    }
                }
            }
            heights[merge] = min;
            clusters.get(to).addAll(clusters.remove(from));
        }
        return heights;
    }

    private static double between(List<double[]> left, List<double[]> right) {
        double min = Double.POSITIVE_INFINITY;
        for (double[] one : left) {
            for (double[] other : right) {
                min = Math.min(min, KernelInputs.distance(one, other));
            }
        }
        return min;
    }

    private static Sides landmarks(int size) {
        double[][] points = circle(size);
        return new Sides(() -> totals(PersistentHomology.ofPoints(points, 1)),
                () -> totals(PersistentHomology.ofPoints(points, 1, PersistentHomology.MAX_EXACT_LOOPS)),
                size <= PersistentHomology.EXACT_LOOPS ? 1e-9 : Double.POSITIVE_INFINITY);
    }

    private static Sides spectrum(int size) {
        double[][] rows = KernelInputs.rows(KernelInputs.chance(), 2 * size, OPTIONS, -1, 1);
        double[][] stances = Arrays.copyOf(rows, size);
        StanceGramMatrix gram = new StanceGramMatrix(size, OPTIONS);
        for (int i = 0; i < size; i++) {
            gram.set(i, rows[i]);
        }
        WindowCursor ours = new WindowCursor(size);
        WindowCursor other = new WindowCursor(size);
        return Sides.equal(() -> {
            int at = ours.next();
            gram.set(at % size, rows[(at + size) % rows.length]);
            return gram.spectrum().singularValues();
        }, () -> {
            int at = other.next();
            stances[at % size] = rows[(at + size) % rows.length];
            return new SingularValueDecomposition(new Array2DRowRealMatrix(stances)).getSingularValues();
        });
    }

    private static Sides mean(int size) {
        double[][] beliefs = KernelInputs.distributions(KernelInputs.chance(), size, 8);
        return Sides.equal(() -> ProjectionConsensus.of(beliefs).total(), () -> {
            double[] mean = centre(beliefs);
            double total = 0;
            for (double[] belief : beliefs) {
                double distance = KernelInputs.distance(belief, mean);
                total += distance * distance;
            }
            return total;
        });
    }

    private static double[] centre(double[][] beliefs) {
        double[] sums = new double[beliefs[0].length];
        for (double[] belief : beliefs) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] += belief[j];
            }
        }
        for (int j = 0; j < sums.length; j++) {
            sums[j] /= beliefs.length;
        }
        return sums;
    }
}
