package dev.waggle.swarm.lens.geometry;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.geometry.OptimalTransport;
import dev.waggle.math.geometry.PersistentHomology;
import dev.waggle.math.geometry.RepresentativeSet;
import dev.waggle.math.geometry.SingleLinkage;

/**
 * Shape of a cloud of beliefs under the total variation: its clusters, the gaps between them, its loops. Of too many
 * beliefs it uses the requested number of representatives, each the farthest from those before it; every belief has
 * one within the radius.
 */
final class BeliefShape {

    private final int[] points;
    private final int[] pointOf;
    private final double radius;
    private final double[][] distances;
    private final SingleLinkage linkage;

    private BeliefShape(double[][] rows, int[] points, int[] pointOf, double radius) {
        this.points = points;
        this.pointOf = pointOf;
        this.radius = radius;
        double[][] taken = new double[points.length][];
        Arrays.setAll(taken, place -> rows[points[place]]);
        distances = OptimalTransport.totalVariations(taken);
        linkage = SingleLinkage.ofDistances(distances);
    }

    /** The shape of these beliefs, at least one. O(n p k) for k representatives, O(n^2 p) without. */
    static BeliefShape of(double[][] rows, int max) {
        if (rows.length <= max) {
            int[] all = new int[rows.length];
            Arrays.setAll(all, i -> i);
            return new BeliefShape(rows, all, all, 0);
        }
        return of(rows, RepresentativeSet.ofTotalVariation(rows, max));
    }

    /** Shape of these beliefs; empty if a belief is so far from its representative, as nothing would be certain. */
    static Optional<BeliefShape> withinRadius(double tooFar, double[][] rows, int max) {
        if (rows.length <= max) {
            return Optional.of(of(rows, max));
        }
        RepresentativeSet some = RepresentativeSet.ofTotalVariation(rows, max);
        return some.radius() >= tooFar ? Optional.empty() : Optional.of(of(rows, some));
    }

    private static BeliefShape of(double[][] rows, RepresentativeSet some) {
        return new BeliefShape(rows, some.points(), some.nearest(), some.radius());
    }

    /** True if every belief is a representative, or equals one. */
    boolean isExact() {
        return radius == 0;
    }

    /** Number of representatives. */
    int points() {
        return points.length;
    }

    /** Distance within which each belief has a representative, 0..1. */
    double radius() {
        return radius;
    }

    /** Beliefs by cluster: chains with no step longer than the threshold. In order of their first beliefs. */
    int[][] clusters(double threshold) {
        return grouped(linkage.membership(threshold));
    }

    /** The widest gap between two parts; empty for a single point. */
    Optional<Gap> widestGap() {
        List<SingleLinkage.Merge> merges = linkage.merges();
        if (merges.isEmpty()) {
            return Optional.empty();
        }
        SingleLinkage.Merge last = merges.getLast();
        double next = merges.size() < 2 ? 0 : merges.get(merges.size() - 2).height();
        int[][] sides = grouped(linkage.membership(next));
        return Optional.of(new Gap(last.height(), next, points[last.from()], points[last.to()],
                sides.length == 2 ? Math.min(sides[0].length, sides[1].length) : 0));
    }

    /**
     * A gap between two parts.
     *
     * @param width the distance between its sides, 0..1
     * @param next the width of the next widest one
     * @param from the belief on the one side
     * @param to the belief on the other
     * @param smallerSide the number of beliefs on the smaller side; 0 when the widest gap is not the only one of its
     *        width
     */
    record Gap(double width, double next, int from, int to, int smallerSide) {}

    /** Components and loops over all scales; loops among at most that many points. */
    PersistentHomology persistence(int exactLoops) {
        return PersistentHomology.ofDistances(distances, 1, exactLoops);
    }

    private int[][] grouped(int[] membership) {
        int count = 0;
        for (int cluster : membership) {
            count = Math.max(count, cluster + 1);
        }
        int[] place = new int[count];
        Arrays.fill(place, -1);
        int[] sizes = new int[count];
        int found = 0;
        for (int point : pointOf) {
            int cluster = membership[point];
            place[cluster] = place[cluster] < 0 ? found++ : place[cluster];
            sizes[place[cluster]]++;
        }
        int[][] groups = new int[count][];
        Arrays.setAll(groups, group -> new int[sizes[group]]);
        Arrays.fill(sizes, 0);
        for (int belief = 0; belief < pointOf.length; belief++) {
            int group = place[membership[pointOf[belief]]];
            groups[group][sizes[group]++] = belief;
        }
        return groups;
    }
}
