package dev.waggle.cli;

import java.util.Optional;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.swarm.consensus.BallotRule;
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

    /** The configuration for that many agents; refuses bad values. */
    ConsensusConfig config(int agents, BallotRule recorded) {
        try {
            return ConsensusConfig.defaults().withStrategy(Strategies.named(strategy)).withThreshold(threshold)
                    .withMinVoters(Optional.ofNullable(minVoters).orElse(agents / 2 + 1))
                    .withBallots(ballots == null ? recorded : BallotRule.of(ballots));
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }
}
