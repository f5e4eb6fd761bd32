package dev.waggle.cli;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.swarm.consensus.BallotRule;
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

    /** The configuration for that many agents; refuses bad values. */
    ConsensusConfig config(int agents, BallotRule recorded) {
        return over(ConsensusConfig.defaults().withMinVoters(agents / 2 + 1).withBallots(recorded));
    }

    /** That configuration where flags say nothing else; refuses bad values. */
    ConsensusConfig over(ConsensusConfig base) {
        try {
            ConsensusConfig config = strategy == null ? base : base.withStrategy(Strategies.named(strategy));
            config = threshold == null ? config : config.withThreshold(threshold);
            config = minVoters == null ? config : config.withMinVoters(minVoters);
            return ballots == null ? config : config.withBallots(BallotRule.of(ballots));
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }
}
