package dev.waggle.cli;

import dev.waggle.cli.replay.Scene;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Strategies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How votes become a decision, as flags. */
final class ConsensusOptions {

    @Option(names = "--strategy", paramLabel = "NAME", //
            description = "confidence-weighted, voting, bayesian, entropy or hierarchical (default:"
                    + " confidence-weighted)")
    private @Nullable String strategy;

    @Option(names = "--threshold", paramLabel = "0..1", description = "confidence that decides (default: 0.7)")
    private @Nullable Double threshold;

    @Option(names = "--min-voters", paramLabel = "N", //
            description = "agents that must have voted (default: more than half of them)")
    private @Nullable Integer minVoters;

    @Option(names = "--ballots", paramLabel = "RULE", //
            description = "approval (a vote speaks of one proposal) or exclusive (one choice at a time);"
                    + " default: as recorded, else approval")
    private @Nullable String ballots;

    @Option(names = "--conflicts", paramLabel = "MODE", //
            description = "what happens when proposals rival each other and the votes do not decide: debate, majority,"
                    + " escalate or none; default: debate for people and models, none for what was written or recorded"
                    + " before, because that cannot answer")
    private @Nullable String conflicts;

    @Option(names = "--debate-rounds", paramLabel = "N", //
            description = "rounds of one debate at most (default: 3)")
    private @Nullable Integer debateRounds;

    /** The configuration for a scene; refuses bad values. */
    ConsensusConfig config(Scene scene) {
        return over(ConsensusConfig.defaults().withMinVoters(scene.agents().size() / 2 + 1)
                .withBallots(scene.ballots()).withConflictResolution(scene.conflicts()));
    }

    /** That configuration where flags say nothing else; refuses bad values. */
    ConsensusConfig over(ConsensusConfig base) {
        try {
            ConsensusConfig config = strategy == null ? base : base.withStrategy(Strategies.named(strategy));
            config = threshold == null ? config : config.withThreshold(threshold);
            config = minVoters == null ? config : config.withMinVoters(minVoters);
            config = ballots == null ? config : config.withBallots(BallotRule.of(ballots));
            config = conflicts == null ? config : config.withConflictResolution(ConflictResolution.of(conflicts));
            return debateRounds == null ? config : config.withMaxDebateRounds(debateRounds);
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }
}
