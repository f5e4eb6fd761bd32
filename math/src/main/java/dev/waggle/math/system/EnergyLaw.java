package dev.waggle.math.system;

import dev.waggle.math.DomainCheck;

/**
 * Law by which the energy of a proposal follows from its votes: a stock with an inflow and an outflow (Forrester 1961).
 */
public sealed interface EnergyLaw {

    /** The same loss each round: E' = max(0, E + in - out - decay). */
    EnergyLaw STANDARD = new ConstantLoss(ConstantLoss.DECAY);

    /**
     * The energy after a round, finite and at least 0. O(1).
     *
     * @param energy before the round, finite and at least 0
     * @param inflow the strength of all that agreed in the round, finite and at least 0
     * @param outflow the strength of all that disagreed in the round, finite and at least 0
     */
    double next(double energy, double inflow, double outflow);

    /**
     * The same loss each round, for any stock: E' = max(0, E + in - out - decay). A project convention. It has no
     * half-life and does not scale: for 100 voters 0.05 is negligible.
     *
     * @param decay lost per round, in the unit of the strengths; finite, at least 0
     */
    record ConstantLoss(double decay) implements EnergyLaw {

        /** A lone vote of full strength then lasts twenty rounds. */
        public static final double DECAY = 0.05;

        public ConstantLoss {
            DomainCheck.nonNegative("decay", decay);
        }

        @Override
        public double next(double energy, double inflow, double outflow) {
            return DomainCheck.finite("next energy", Math.max(0, energy + (inflow - outflow) - decay));
        }
    }

    /**
     * A share of the stock is lost each round, and the flows count per agent: E' = max(0, rho E + (in - out)/n).
     * Energies of swarms of different size compare, and what is no longer voted for fades by half every
     * ln 2 / -ln rho rounds.
     *
     * @param retention rho, the retained share, above 0 and below 1
     * @param agents n, the number of possible voters, at least 1
     */
    record ProportionalLoss(double retention, int agents) implements EnergyLaw {

        public ProportionalLoss {
            if (!(retention > 0 && retention < 1)) {
                throw new IllegalArgumentException("retention must be above 0 and below 1, got " + retention);
            }
            DomainCheck.atLeast("agents", agents, 1);
        }

        /**
         * The law with that half-life: rho = 2^(-1/rounds).
         *
         * @param rounds finite, above 0
         */
        public static ProportionalLoss withHalfLife(double rounds, int agents) {
            DomainCheck.positive("rounds", rounds);
            return new ProportionalLoss(Math.exp(-Math.log(2) / rounds), agents);
        }

        @Override
        public double next(double energy, double inflow, double outflow) {
            return DomainCheck.finite("next energy", Math.max(0, retention * energy + (inflow - outflow) / agents));
        }
    }
}
