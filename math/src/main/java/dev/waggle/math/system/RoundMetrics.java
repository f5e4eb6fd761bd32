package dev.waggle.math.system;

import dev.waggle.math.DomainCheck;

/**
 * Metrics of a swarm in one round, as input of the {@link ArchetypeDetector}.
 *
 * @param growth signals and information gain
 * @param repair repairs of the swarm
 * @param commons distribution of the work
 */
public record RoundMetrics(Growth growth, Repair repair, Commons commons) {

    /**
     * Volume of signals and trend of the information gain.
     *
     * @param gainTrend the change of the information gain per round, in bits; below 0 when less is learned each round
     * @param volume the signals until now or of this round, but always the same of the two; at least 0
     * @param previousVolume the same a round ago
     */
    public record Growth(double gainTrend, double volume, double previousVolume) {
        public Growth {
            DomainCheck.finite("gainTrend", gainTrend);
            DomainCheck.nonNegative("volume", volume);
            DomainCheck.nonNegative("previousVolume", previousVolume);
        }
    }

    /**
     * Repairs of the swarm by agents made for it.
     *
     * @param spawned the agents made so far
     * @param dissolved the number of them dissolved so far
     * @param gapPersists whether the gap that they were made for persists
     */
    public record Repair(int spawned, int dissolved, boolean gapPersists) {
        public Repair {
            DomainCheck.atLeast("spawned", spawned, 0);
            DomainCheck.atLeast("dissolved", dissolved, 0);
        }
    }

    /**
     * Distribution of the work over the agents.
     *
     * @param redundancy the mean normalised mutual information of two agents, 0..1
     * @param concentration the largest contribution over the mean contribution, at least 0; 1 when all give the same
     */
    public record Commons(double redundancy, double concentration) {
        public Commons {
            DomainCheck.share("redundancy", redundancy);
            DomainCheck.nonNegative("concentration", concentration);
        }
    }
}
