package dev.waggle.cli;

import java.util.Optional;

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

    @Option(names = "--strategy", paramLabel = "NAME", defaultValue = "confidence-weighted", //
            description = "confidence-weighted, voting, bayesian, entropy or hierarchical (default: ${DEFAULT-VALUE})")
    private String strategy = "confidence-weighted";

    @Option(names = "--threshold", paramLabel = "0..1", defaultValue = "0.7", //
            description = "confidence that decides (default: ${DEFAULT-VALUE})")
    private double threshold = 0.7;

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
        try {
            ConsensusConfig usual = ConsensusConfig.defaults();
            return usual.withStrategy(Strategies.named(strategy)).withThreshold(threshold)
                    .withMinVoters(Optional.ofNullable(minVoters).orElse(scene.agents().size() / 2 + 1))
                    .withBallots(ballots == null ? scene.ballots() : BallotRule.of(ballots))
                    .withConflictResolution(conflicts == null ? scene.conflicts() : ConflictResolution.of(conflicts))
                    .withMaxDebateRounds(debateRounds == null ? usual.maxDebateRounds() : debateRounds);
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }
}
