package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;

/** Transport plan from one distribution to another, with its cost. Immutable. */
public final class TransportPlan {

    private final double cost;
    private final double lowerBound;
    private final Method method;
    private final double[][] plan;

    private TransportPlan(double cost, double lowerBound, Method method, double[][] plan) {
        this.cost = cost;
        this.lowerBound = lowerBound;
        this.method = method;
        this.plan = plan;
    }

    /** Method by which a plan was found. */
    public enum Method {
        /** By minimum-cost flow: optimal but for rounding. */
        MINIMUM_COST_FLOW,
        /** By entropic regularisation, then rounded to the margins: near the optimum, by no more than the gap. */
        SINKHORN
    }

    /** Cost of the plan, at least 0; the Wasserstein distance, when the plan is optimal. */
    public double cost() {
        return cost;
    }

    /** No plan costs less, but for rounding: the value of a feasible pair of dual potentials, at least 0. */
    public double lowerBound() {
        return lowerBound;
    }

    /** Largest possible saving of another plan, at least 0; rounding only, when the plan is optimal. */
    public double gap() {
        return Math.max(0, cost - lowerBound);
    }

    /** Method by which the plan was found. */
    public Method method() {
        return method;
    }

    /** The mass that moves from each row to each column; the sums of rows and of columns are the distributions. */
    public double[][] plan() {
        double[][] copy = new double[plan.length][];
        Arrays.setAll(copy, i -> plan[i].clone());
        return copy;
    }

    /**
     * A plan between distributions, with the lower bound that potentials of its rows give. The rows may have any
     * numbers, to which the best potentials of the columns are taken (the c-transform; Villani 2009, chapter 5). O(n
     * m).
     */
    static TransportPlan certified(double[] p, double[] q, double[][] cost, double[][] plan, double[] rowPotentials,
            Method method) {
        CompensatedSum paid = new CompensatedSum();
        CompensatedSum bound = new CompensatedSum();
        double[] columnPotentials = new double[q.length];
        Arrays.fill(columnPotentials, Double.POSITIVE_INFINITY);
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                paid.add(cost[i][j] * plan[i][j]);
                columnPotentials[j] = Math.min(columnPotentials[j], cost[i][j] - rowPotentials[i]);
            }
            bound.add(rowPotentials[i] * p[i]);
        }
        for (int j = 0; j < q.length; j++) {
            bound.add(columnPotentials[j] * q[j]);
        }
        return new TransportPlan(Math.max(0, paid.get()), Math.max(0, bound.get()), method, plan);
    }

    /** The cheaper plan of both under the higher bound of both. */
    TransportPlan orBetter(TransportPlan other) {
        TransportPlan cheaper = cost <= other.cost ? this : other;
        return new TransportPlan(cheaper.cost, Math.max(lowerBound, other.lowerBound), cheaper.method, cheaper.plan);
    }

    /** This plan at these rows and columns of a larger one that moves nothing elsewhere. */
    TransportPlan within(int height, int width, int[] rows, int[] columns) {
        double[][] wide = new double[height][width];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                wide[rows[i]][columns[j]] = plan[i][j];
            }
        }
        return new TransportPlan(cost, lowerBound, method, wide);
    }
}
