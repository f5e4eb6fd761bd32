package dev.waggle.math.dynamics.stability;

import java.util.OptionalDouble;

/**
 * Free response of a second-order linear system that fits samples in even time steps, or the reason why none does.
 * The system is y'' + 2 zeta wn y' + wn² (y - equilibrium) = 0. {@link PronyFit} finds it. An entropy or a
 * disagreement need not obey such a law, so a poor fit is no answer.
 */
public sealed interface DampedResponse {

    /** The fewest samples: three equations for the two numbers of the recurrence. */
    int MIN_SAMPLES = 5;

    /** The fewest samples without a known equilibrium, which is a third number. */
    int MIN_SAMPLES_WITHOUT_EQUILIBRIUM = 6;

    /** The smallest R² of a fit: below, the samples follow some other law. */
    double MIN_FIT = 0.9;

    /** Distance from 1 within which a damping ratio is critical; dozens of samples resolve no finer. */
    double CRITICAL_BAND = 0.02;

    /** Damping regime of the response. */
    enum Regime {
        /** It oscillates and dies out, or continues for ever: zeta from 0 to below 1. */
        UNDERDAMPED,
        /** The fastest without oscillation: zeta is 1, within {@link #CRITICAL_BAND}. */
        CRITICALLY_DAMPED,
        /** It creeps: zeta above 1. */
        OVERDAMPED,
        /** It moves away: zeta below 0. */
        GROWING
    }

    /** Reason for the absence of a fit. */
    enum Reason {
        /** Fewer samples than {@link #MIN_SAMPLES}, or one more without a known equilibrium. */
        TOO_SHORT,
        /** All samples are equal, or at the equilibrium. */
        NO_MOTION,
        /** One exponential, or two that noise hides: one pole does not fix two numbers. */
        ONE_POLE,
        /** It alternates from sample to sample, faster than samples in this step can show. */
        TOO_FAST,
        /** The poles are no oscillator's: one grows and one decays, or one rests. */
        NO_OSCILLATOR,
        /** R² is below {@link #MIN_FIT}. */
        POOR_FIT
    }

    /**
     * A response that fits.
     *
     * @param dampingRatio zeta, no unit
     * @param naturalFrequency wn, radians per unit of time, above 0
     * @param regime after the damping ratio
     * @param equilibrium as given, or as fitted
     * @param fit R² of both modes over all samples, {@link #MIN_FIT}..1
     */
    record Fitted(double dampingRatio, double naturalFrequency, Regime regime, double equilibrium, double fit)
            implements DampedResponse {

        /**
         * Time until a disturbance stays within that share of its size: of the envelope while it oscillates, of the
         * response otherwise. Empty when it does not die out.
         */
        public OptionalDouble settlingTime(double band) {
            if (!(dampingRatio > 0)) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(dampingRatio < 1
                    ? SettlingTime.ofEnvelope(dampingRatio, naturalFrequency, band)
                    : SettlingTime.ofResponse(dampingRatio, naturalFrequency, band));
        }
    }

    /** No second-order response. */
    record Undetermined(Reason reason) implements DampedResponse {}
}
