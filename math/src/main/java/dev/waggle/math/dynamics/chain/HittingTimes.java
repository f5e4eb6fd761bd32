package dev.waggle.math.dynamics.chain;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Hitting probabilities and expected hitting times of a target, for each start state of a Markov chain (Norris 1997,
 * 1.3). Outside of the target they are the smallest non-negative solutions of two systems. These are h(i) = sum over
 * j of p(i, j) h(j), and k(i) = 1 + sum over j of p(i, j) k(j). In the target h = 1 and k = 0.
 *
 * @param probability of ever reaching it, 0..1; 1 in the target
 * @param expectedSteps until it is reached first, 0 in the target; Infinity by definition for states with a
 *        probability below 1
 */
@SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
public record HittingTimes(double[] probability, double[] expectedSteps) {

    /** From each state to any of the targets, by linear solves. O(n^3). */
    public static HittingTimes of(MarkovChain chain, int... targets) {
        DomainCheck.atLeast("number of targets", targets.length, 1);
        boolean[] target = new boolean[chain.size()];
        for (int i = 0; i < targets.length; i++) {
            target[DomainCheck.index("targets[" + i + "]", targets[i], chain.size())] = true;
        }
        boolean[] possible = StateSelection.leadingTo(chain, target, new boolean[chain.size()]);
        boolean[] never = new boolean[chain.size()];
        for (int i = 0; i < never.length; i++) {
            never[i] = !possible[i];
        }
        boolean[] uncertain = StateSelection.leadingTo(chain, never, target);
        return new HittingTimes(probability(chain, target, never, uncertain), expectedSteps(chain, target, uncertain));
    }

    private static double[] probability(MarkovChain chain, boolean[] target, boolean[] never, boolean[] uncertain) {
        boolean[] open = new boolean[chain.size()];
        for (int i = 0; i < open.length; i++) {
            open[i] = uncertain[i] && !never[i];
        }
        int[] states = StateSelection.marked(open);
        double[][] intoCertain = new double[states.length][1];
        for (int i = 0; i < states.length; i++) {
            double[] row = chain.row(states[i]);
            for (int j = 0; j < row.length; j++) {
                if (!uncertain[j]) {
                    intoCertain[i][0] += row[j];
                }
            }
        }
        double[] probability = new double[chain.size()];
        for (int i = 0; i < probability.length; i++) {
            probability[i] = uncertain[i] && !target[i] ? 0 : 1;
        }
        double[][] solved = MarkovEquations.rewards(chain, states, intoCertain);
        for (int i = 0; i < states.length; i++) {
            probability[states[i]] = Math.min(1, solved[i][0]);
        }
        return probability;
    }

    private static double[] expectedSteps(MarkovChain chain, boolean[] target, boolean[] uncertain) {
        boolean[] certain = new boolean[chain.size()];
        double[] steps = new double[chain.size()];
        for (int i = 0; i < steps.length; i++) {
            certain[i] = !uncertain[i] && !target[i];
            steps[i] = uncertain[i] ? Double.POSITIVE_INFINITY : 0;
        }
        int[] states = StateSelection.marked(certain);
        double[][] one = new double[states.length][1];
        for (double[] reward : one) {
            Arrays.fill(reward, 1);
        }
        double[][] solved = MarkovEquations.rewards(chain, states, one);
        for (int i = 0; i < states.length; i++) {
            steps[states[i]] = solved[i][0];
        }
        return steps;
    }
}
