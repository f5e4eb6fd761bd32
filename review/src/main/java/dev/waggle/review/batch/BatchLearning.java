package dev.waggle.review.batch;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.swarm.consensus.ConfidenceCalibration;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;
import org.jspecify.annotations.Nullable;

/**
 * Lessons of the outcomes of a file so far. The learned strategy uses the weights of agents, and all others the gain of a
 * vote.
 */
final class BatchLearning {

    private final ConsensusConfig config;
    private final ConfidenceModel assumed;
    private final int panel;
    private final boolean shareAnswers;
    private final ConfidenceCalibration calibration;
    private final ReliabilityState reliability;

    /**
     * Nothing learned yet but earlier weights.
     *
     * @param panel the number of agents of the file
     * @param shareAnswers whether its items share their answers
     * @param reliability the weights, which learn on
     */
    BatchLearning(ConsensusConfig config, ConfidenceModel assumed, int panel, boolean shareAnswers,
            ReliabilityState reliability) {
        this.config = config;
        this.assumed = assumed;
        this.panel = panel;
        this.shareAnswers = shareAnswers;
        calibration = new ConfidenceCalibration(assumed);
        this.reliability = reliability;
    }

    /** An engine that decides by what was learned, for a question of that category with these agents. */
    ConsensusEngine engine(Collection<String> agents, String category) {
        if (!isByWeights()) {
            return new ConsensusEngine(config, Optional.of(calibration.model()));
        }
        return engine(reliability.weights(agents, category), cases(category));
    }

    /** An engine that decides by weights of items whose agents were not all asked. */
    ConsensusEngine engineOfSome(LearnedWeights weights) {
        return engine(weights, casesOfSome(weights.category()));
    }

    private ConsensusEngine engine(LearnedWeights weights, LearnedCase cases) {
        LearnedStrategy strategy = new LearnedStrategy(weights, cases);
        return new ConsensusEngine(config.withStrategy(strategy), Optional.of(assumed));
    }

    /**
     * Learns from an item. One without votes changes nothing.
     *
     * @param right the id of the right proposal; {@code null} if nobody gave the right answer
     */
    void learn(VoteTally tally, String category, @Nullable String right) {
        if (tally.size() == 0) {
            return;
        }
        calibration.learn(tally, right);
        if (isByWeights()) {
            int place = -1;
            for (int proposal = 0; proposal < tally.size(); proposal++) {
                place = tally.proposal(proposal).id().equals(right) ? proposal : place;
            }
            reliability.learn(cases(category).of(tally), place < 0 ? OptionalInt.empty() : OptionalInt.of(place));
        }
    }

    /** The case of the ballots of some agents; they are the panel. */
    DecisionCase decisionOfSome(VoteTally tally, String category) {
        return casesOfSome(category).of(tally);
    }

    /** Number of items that it has learned from, those of earlier weights too. */
    int outcomes() {
        return isByWeights() ? Math.clamp(reliability.outcomes(), 0, Integer.MAX_VALUE) : calibration.outcomes();
    }

    /** The weights of the agents; without outcomes unless the strategy is the learned one. */
    ReliabilityState reliability() {
        return reliability;
    }

    private boolean isByWeights() {
        return config.strategy().id().equals(LearnedStrategy.ID);
    }

    private LearnedCase cases(String category) {
        return new LearnedCase(assumed, category, panel, false, shareAnswers);
    }

    /** Only voters are the panel. */
    private LearnedCase casesOfSome(String category) {
        return new LearnedCase(assumed, category, 0, false, shareAnswers);
    }
}
