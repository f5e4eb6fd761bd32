package dev.waggle.math.geometry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Persistent homology of a cloud of points: its components and loops over all scales. The result is the persistence
 * diagram of its Vietoris-Rips filtration over Z/2 in dimensions 0 and 1.
 *
 * <p>At scale t two points are joined when their distance is at most t, and every clique is filled. The value of a
 * simplex is its diameter. A component is born at 0 and dies when it meets another, at the heights of {@link
 * SingleLinkage}; one never dies. A loop is born when its last edge closes it and dies when triangles fill it; all
 * loops die. Pairs of a length within rounding, at most 1e-12 of the diameter of the cloud, are omitted, so
 * duplicates of a point make none. No points have no pairs.
 *
 * <p>The diagram is stable. Points moved by at most e, or distances changed by at most 2e, move it by at most 2e in the
 * bottleneck distance (Cohen-Steiner, Edelsbrunner and Harer 2007; Chazal, de Silva and Oudot 2014). Loops of more than
 * {@value #EXACT_LOOPS} points, or another limit, are computed from as many landmarks, as the diagram states.
 *
 * <p>Sources: Edelsbrunner, Letscher and Zomorodian 2002; Zomorodian and Carlsson 2005; Bauer 2021 (Ripser).
 *
 * @param pairs components first, each dimension by birth, then by death
 * @param cover the points that loops were sought among
 */
public record PersistentHomology(List<Pair> pairs, Cover cover) {

    /**
     * Largest number of points with exact loops by default; more are replaced by landmarks. It takes about 3 ms on
     * one core for clouds, in few dimensions or in hundreds.
     */
    public static final int EXACT_LOOPS = 128;

    /**
     * The largest limit that can be asked for: about 10 to 40 ms for clouds. Distances without any geometry, such as
     * random numbers, take up to a hundred times as long.
     */
    public static final int MAX_EXACT_LOOPS = 256;

    public PersistentHomology {
        pairs = List.copyOf(pairs);
    }

    /**
     * One component or loop and the scales at which it lives.
     *
     * @param dimension 0 for a component, 1 for a loop
     * @param birth     the first scale at which it is there, at least 0
     * @param death     the first scale at which it is absent, above birth; infinite for the component that stays
     */
    public record Pair(int dimension, double birth, double death) {

        public Pair {
            DomainCheck.between("dimension", dimension, 0, 1);
            DomainCheck.nonNegative("birth", birth);
            if (!(death > birth)) {
                throw new IllegalArgumentException("death must be above birth, got " + birth + " and " + death);
            }
        }

        /** Lifetime; infinite for the component that stays. */
        public double length() {
            return death - birth;
        }

        /** True if it never dies. */
        public boolean essential() {
            return death == Double.POSITIVE_INFINITY;
        }
    }

    /** The points that loops were sought among. */
    public sealed interface Cover {

        /** All of them: the loops are exact. */
        record AllPoints() implements Cover {}

        /**
         * Maxmin landmarks, each the point farthest from those before it (de Silva and Carlsson 2004). The diagram of
         * loops is off by at most twice the radius in the bottleneck distance. So a loop longer than four times the
         * radius is not missed.
         *
         * @param count their number
         * @param radius the distance within which each point has a landmark, at least 0
         */
        record Landmarks(int count, double radius) implements Cover {

            public Landmarks {
                DomainCheck.atLeast("count", count, 1);
                DomainCheck.nonNegative("radius", radius);
            }
        }
    }

    /**
     * The diagram of points under the Euclidean distance. O(n^2 d) for components; for loops see
     * {@link #EXACT_LOOPS}.
     *
     * @param points       rows of one length, at most 2000; may be none
     * @param maxDimension 0 for components alone, 1 for loops too
     */
    public static PersistentHomology ofPoints(double[][] points, int maxDimension) {
        return ofPoints(points, maxDimension, EXACT_LOOPS);
    }

    /**
     * The diagram of points under the Euclidean distance, its loops exact up to another number of points.
     *
     * @param exactLoops loops among more points are sought among this many landmarks, 4..{@value #MAX_EXACT_LOOPS}
     */
    public static PersistentHomology ofPoints(double[][] points, int maxDimension, int exactLoops) {
        checkDimension(maxDimension);
        DomainCheck.between("exactLoops", exactLoops, 4, MAX_EXACT_LOOPS);
        return of(DistanceMatrix.euclidean(points), maxDimension, exactLoops);
    }

    /**
     * The diagram of points with these distances. O(n^2) for components; for loops see {@link #EXACT_LOOPS}.
     *
     * @param distances    a square, symmetric matrix with zeros on the diagonal, at most 2000 rows; may be empty. Any
     *                     dissimilarity will do, but the bounds of the class comment hold for metrics
     * @param maxDimension 0 for components alone, 1 for loops too
     */
    public static PersistentHomology ofDistances(double[][] distances, int maxDimension) {
        return ofDistances(distances, maxDimension, EXACT_LOOPS);
    }

    /**
     * The diagram of points with these distances, its loops exact up to another number of points.
     *
     * @param exactLoops loops among more points are sought among this many landmarks, 4..{@value #MAX_EXACT_LOOPS}
     */
    public static PersistentHomology ofDistances(double[][] distances, int maxDimension, int exactLoops) {
        checkDimension(maxDimension);
        DomainCheck.between("exactLoops", exactLoops, 4, MAX_EXACT_LOOPS);
        return of(DistanceMatrix.checked(distances), maxDimension, exactLoops);
    }

    /** The pairs of a dimension by birth, then by death. */
    public List<Pair> pairs(int dimension) {
        checkDimension(dimension);
        return pairs.stream().filter(pair -> pair.dimension() == dimension).toList();
    }

    private static void checkDimension(int dimension) {
        if (dimension != 0 && dimension != 1) {
            throw new IllegalArgumentException("dimension must be 0 or 1, got " + dimension);
        }
    }

    private static PersistentHomology of(double[][] distances, int maxDimension, int exactLoops) {
        double shortest = TieComparison.TOLERANCE * DistanceMatrix.diameter(distances);
        List<Pair> pairs = components(distances, shortest);
        Cover cover = new Cover.AllPoints();
        if (maxDimension == 1) {
            double[][] sought = distances;
            if (distances.length > exactLoops) {
                LandmarkSelection landmarks = LandmarkSelection.of(distances, exactLoops);
                sought = landmarks.among(distances);
                cover = new Cover.Landmarks(landmarks.count(), landmarks.radius());
            }
            RipsCohomology.of(sought, shortest).forEach(loop -> pairs.add(new Pair(1, loop.birth(), loop.death())));
        }
        pairs.sort(Comparator.comparingInt(Pair::dimension).thenComparingDouble(Pair::birth)
                .thenComparingDouble(Pair::death));
        return new PersistentHomology(pairs, cover);
    }

    private static List<Pair> components(double[][] distances, double shortest) {
        List<Pair> components = new ArrayList<>();
        for (SingleLinkage.Merge merge : SingleLinkage.of(distances).merges()) {
            if (merge.height() > shortest) {
                components.add(new Pair(0, 0, merge.height()));
            }
        }
        if (distances.length > 0) {
            components.add(new Pair(0, 0, Double.POSITIVE_INFINITY));
        }
        return components;
    }
}
