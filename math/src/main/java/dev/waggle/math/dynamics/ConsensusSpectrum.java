package dev.waggle.math.dynamics;

import java.util.OptionalDouble;

import dev.waggle.math.Domain;
import dev.waggle.math.Sums;

/**
 * How fast agents agree who replace their opinion each round by a weighted mean of all, x_(t+1) = W x_t with rows of W
 * that sum to 1. The largest eigenvalue is 1; the modulus of the second is the factor by which disagreement shrinks per
 * round in the end. All agents reach one opinion, whatever they start from, exactly when it is below 1.
 *
 * <p>Sources: DeGroot 1974, Reaching a Consensus; Olfati-Saber & Murray 2004. Cost O(n³).
 *
 * @param secondModulus the second largest modulus of an eigenvalue, 0..1; 0 for one agent
 */
public record ConsensusSpectrum(double secondModulus) {

    /** The most agents: the QR algorithm takes seconds there, so this is not for each round. */
    public static final int MOST_AGENTS = 500;

    /** How far the sum of a row may be from 1. */
    private static final double ROW_TOLERANCE = 1e-9;

    /** The eigenvalues of modulus 1 of such a matrix are exact to rounding, as they have full sets of eigenvectors. */
    private static final double MODULUS_TOLERANCE = 1e-9;

    /**
     * The spectrum of an update matrix.
     *
     * @param weights row i: the shares 0..1 that agent i gives to each opinion; each row sums to 1
     */
    public static ConsensusSpectrum of(double[][] weights) {
        Domain.square("weights", weights);
        if (weights.length > MOST_AGENTS) {
            throw new IllegalArgumentException(
                    "weights must have at most " + MOST_AGENTS + " rows, got " + weights.length);
        }
        for (int i = 0; i < weights.length; i++) {
            double sum = Sums.of(Domain.shares("weights[" + i + "]", weights[i]));
            if (!(Math.abs(sum - 1) <= ROW_TOLERANCE)) {
                throw new IllegalArgumentException("weights[" + i + "] must sum to 1, got " + sum
                        + "\nMaybe the row has not been divided by its sum.");
            }
        }
        Eigenvalues values = Eigenvalues.of(weights);
        int first = 0;
        for (int i = 1; i < values.size(); i++) {
            if (distanceToOne(values, i) < distanceToOne(values, first)) {
                first = i;
            }
        }
        double second = 0;
        for (int i = 0; i < values.size(); i++) {
            second = i == first ? second : Math.max(second, values.modulus(i));
        }
        return new ConsensusSpectrum(second >= 1 - MODULUS_TOLERANCE ? 1 : second);
    }

    /** Whether every start ends in one opinion. */
    public boolean agrees() {
        return secondModulus < 1;
    }

    /** Rounds in which disagreement halves in the end, ln 2 / -ln second; 0 for a second of 0, empty for 1. */
    public OptionalDouble halfLife() {
        return agrees() ? OptionalDouble.of(Math.log(2) / -Math.log(secondModulus)) : OptionalDouble.empty();
    }

    private static double distanceToOne(Eigenvalues values, int i) {
        return Math.hypot(values.real()[i] - 1, values.imaginary()[i]);
    }
}
