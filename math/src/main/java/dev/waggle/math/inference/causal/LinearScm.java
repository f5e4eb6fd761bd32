package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.inference.causal.CausalGraph.Edge;

/**
 * Linear structural causal model (SCM): each variable is the weighted sum of its causes plus a noise of its own. That
 * is x(i) = sum over j of w(i, j) x(j) + u(i), where a constant term is part of the noise. Immutable.
 *
 * <p>A counterfactual takes three steps (Pearl 2009, 1.4.4 and 7.1). Abduction finds the noise that explains the
 * observation. Action replaces the equations of the set variables by their values. Prediction solves the other
 * equations with that noise.
 */
public final class LinearScm {

    /** Maximum number of variables: the weights are a dense matrix. */
    public static final int MAX_VARIABLES = 1_000;

    private final CausalGraph graph;
    private final double[][] weights;

    private LinearScm(CausalGraph graph, double[][] weights) {
        this.graph = graph;
        this.weights = weights;
    }

    /**
     * Counterfactual values of the variables.
     *
     * @param noise the noise that explains the observation, one for each variable, in its unit; also of the variables
     *        that were set
     * @param values one for each variable, in its unit; a variable that the set ones do not cause has its observed
     *        value
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    public record Counterfactual(double[] noise, double[] values) {}

    /**
     * The model with these weights. O(n^2).
     *
     * @param weights square; row i is the equation of i and column j the weight of its cause j, 0 for no cause; without
     *        a directed cycle
     */
    public static LinearScm of(double[][] weights) {
        DomainCheck.square("weights", weights);
        int n = weights.length;
        DomainCheck.between("number of variables", n, 1, MAX_VARIABLES);
        List<Edge> arrows = new ArrayList<>();
        double[][] copy = new double[n][];
        for (int i = 0; i < n; i++) {
            copy[i] = weights[i].clone();
            for (int j = 0; j < n; j++) {
                if (copy[i][j] != 0) {
                    arrows.add(new Edge(j, i));
                }
            }
        }
        return new LinearScm(CausalGraph.of(n, arrows), copy);
    }

    /**
     * The counterfactual values of the variables, had some of them been set. O(n + m) for m causes.
     *
     * @param observed one finite value for each variable
     * @param set which variables, none twice; with none the answer is the observation
     * @param to the value of each of them
     */
    public Counterfactual counterfactual(double[] observed, int[] set, double[] to) {
        int n = weights.length;
        DomainCheck.finite("observed", observed);
        DomainCheck.finite("to", to);
        if (observed.length != n || set.length != to.length) {
            throw new IllegalArgumentException("observed must have " + n + " values and to one for each of the "
                    + set.length + " that are set, got " + observed.length + " and " + to.length);
        }
        boolean[] fixed = VariableSelection.marks("set", n, set);
        boolean[] affected = new boolean[n];
        for (int variable : graph.descendants(set)) {
            affected[variable] = true;
        }
        double[] values = observed.clone();
        for (int k = 0; k < set.length; k++) {
            values[set[k]] = to[k];
        }
        double[] noise = new double[n];
        for (int i = 0; i < n; i++) {
            noise[i] = inRange("noise", i, observed[i] - fromCauses(i, observed));
        }
        for (int i : graph.causesFirst()) {
            if (affected[i] && !fixed[i]) {
                values[i] = inRange("value", i, fromCauses(i, values) + noise[i]);
            }
        }
        return new Counterfactual(noise, values);
    }

    private double fromCauses(int i, double[] values) {
        CompensatedSum sums = new CompensatedSum();
        for (int cause : graph.parentsOf(i)) {
            sums.add(weights[i][cause] * values[cause]);
        }
        return sums.get();
    }

    private static double inRange(String name, int variable, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " of variable " + variable + " must be finite, got " + value
                    + "\nMaybe the weights or the values are too large");
        }
        return value;
    }
}
