package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.math.dynamics.OpinionDynamics;
import dev.waggle.math.dynamics.OpinionRun;

/**
 * Forecast of the opinions on one proposal when agents regard only opinions within {@value #BOUND} of their own. Up
 * to {@value #MAX_EXACT} opinions are used exactly. More are rounded to hundredths, and agents with equal opinions
 * move together, so that the cost of a step no longer grows with the agents.
 */
final class OpinionForecast {

    /** Default bound of confidence of the specification, for agents without further data. */
    static final double BOUND = 0.3;

    static final int MAX_EXACT = 64;

    /** Maximum number of steps: usual starts freeze within tens of steps, and a longer run is no forecast. */
    private static final int MAX_STEPS = 200;

    private static final int PARTS = 100;

    private final int[] groupOf;
    private final double[] opinions;
    private final OpinionRun run;
    private final boolean exact;

    private OpinionForecast(int[] groupOf, double[] opinions, int[] sizes, boolean exact) {
        this.groupOf = groupOf;
        this.opinions = opinions;
        this.exact = exact;
        run = OpinionDynamics.runOfGroups(opinions, sizes, BOUND, MAX_STEPS);
    }

    /** Forecast for these opinions, 0..1. O(n + g * steps) for g groups. */
    static OpinionForecast of(double[] opinions) {
        if (opinions.length <= MAX_EXACT) {
            int[] alone = new int[opinions.length];
            Arrays.setAll(alone, i -> i);
            int[] ones = new int[opinions.length];
            Arrays.fill(ones, 1);
            return new OpinionForecast(alone, opinions, ones, true);
        }
        int[] counts = new int[PARTS + 1];
        int[] groupOf = new int[opinions.length];
        for (int i = 0; i < opinions.length; i++) {
            groupOf[i] = (int) Math.round(opinions[i] * PARTS);
            counts[groupOf[i]]++;
        }
        int[] group = new int[PARTS + 1];
        double[] places = new double[PARTS + 1];
        int[] sizes = new int[PARTS + 1];
        int groups = 0;
        for (int part = 0; part <= PARTS; part++) {
            if (counts[part] > 0) {
                group[part] = groups;
                places[groups] = (double) part / PARTS;
                sizes[groups++] = counts[part];
            }
        }
        for (int i = 0; i < groupOf.length; i++) {
            groupOf[i] = group[groupOf[i]];
        }
        return new OpinionForecast(groupOf, Arrays.copyOf(places, groups), Arrays.copyOf(sizes, groups), false);
    }

    OpinionRun run() {
        return run;
    }

    /** True if opinions were used exactly. */
    boolean isExact() {
        return exact;
    }

    /** True if nothing moves any more; otherwise the end is an intermediate state. */
    boolean isFrozen() {
        return run.ending() == OpinionRun.Ending.FROZEN;
    }

    /** The clusters of at least two agents, by rising opinion. */
    List<OpinionRun.Cluster> camps() {
        List<OpinionRun.Cluster> camps = new ArrayList<>();
        for (OpinionRun.Cluster cluster : run.clusters()) {
            if (cluster.size() > 1) {
                camps.add(cluster);
            }
        }
        return camps;
    }

    /** Polarisation of the opinions in the end, 0..1. */
    double polarization() {
        double[] ends = new double[groupOf.length];
        Arrays.setAll(ends, i -> Math.clamp(run.opinions()[groupOf[i]], 0, 1));
        return OpinionDynamics.polarization(ends);
    }

    /** Agents now within the bound of two clusters that will part, as indexes of the opinions. */
    int[] bridging() {
        if (run.clusters().size() < 2) {
            return new int[0];
        }
        double[] bounds = new double[opinions.length];
        Arrays.fill(bounds, BOUND);
        boolean[] bridges = new boolean[opinions.length];
        for (int group : OpinionRun.bridging(opinions, bounds, run.clusterOf())) {
            bridges[group] = true;
        }
        int[] found = new int[groupOf.length];
        int count = 0;
        for (int i = 0; i < groupOf.length; i++) {
            if (bridges[groupOf[i]]) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
