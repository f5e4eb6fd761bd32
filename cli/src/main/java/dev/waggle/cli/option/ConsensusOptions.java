package dev.waggle.cli.option;

import java.util.Map;

import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.setup.SwarmSetup;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the consensus rules, which turn votes into a decision. */
public final class ConsensusOptions {

    private static final OptionBinding STRATEGY = new OptionBinding("--strategy", "strategy", "voting");
    private static final OptionBinding THRESHOLD = new OptionBinding("--threshold", "threshold", "0.7");
    private static final OptionBinding MIN_VOTERS = new OptionBinding("--min-voters", "minVoters", "2");
    private static final OptionBinding BALLOTS = new OptionBinding("--ballots", "ballots", "approval");
    private static final OptionBinding CONFLICTS = new OptionBinding("--conflicts", "conflictResolution", "debate");
    private static final OptionBinding DEBATE_ROUNDS = new OptionBinding("--debate-rounds", "maxDebateRounds", "3");

    @Option(names = "--strategy", paramLabel = "NAME", //
            description = "confidence-weighted, voting, bayesian, entropy or hierarchical (default:"
                    + " confidence-weighted)")
    private @Nullable String strategy;

    @Option(names = "--threshold", paramLabel = "0..1", description = "confidence that decides (default: 0.7)")
    private @Nullable Double threshold;

    @Option(names = "--min-voters", paramLabel = "N", //
            description = "minimum number of agents with a vote (default: from --config or --template, else"
                    + " more than half)")
    private @Nullable Integer minVoters;

    @Option(names = "--ballots", paramLabel = "RULE", //
            description = "approval (a vote speaks of one proposal) or exclusive (one choice at a time);"
                    + " default: as recorded, else approval")
    private @Nullable String ballots;

    @Option(names = "--conflicts", paramLabel = "MODE", //
            description = "resolution of rival proposals that the votes do not decide: debate, majority,"
                    + " escalate or none; default: debate for people and models, none for plays and recordings,"
                    + " because they cannot answer")
    private @Nullable String conflicts;

    @Option(names = "--debate-rounds", paramLabel = "N", //
            description = "maximum number of rounds of one debate (default: 3)")
    private @Nullable Integer debateRounds;

    /** The configuration for a source; refuses bad values. */
    public ConsensusConfig config(SolveSource source) {
        int agents = source.agents().size();
        ConsensusConfig config = over(ConsensusConfig.defaults().withMinVoters(SwarmSetup.Rules.moreThanHalf(agents))
                .withBallots(source.ballots()).withConflictResolution(source.conflicts()));
        requireReachable(config, agents, Map.of());
        return config;
    }

    /** The configuration of a setup for that many agents; refuses bad values. */
    public ConsensusConfig config(SwarmSetup setup, int agents) {
        ConsensusConfig config = over(setup.rules().consensus(agents));
        if (!setup.rules().steering().evolution().enabled()) {
            requireReachable(config, agents, setup.places());
        }
        return config;
    }

    private ConsensusConfig over(ConsensusConfig base) {
        ConsensusConfig config = STRATEGY.applyTo(base, strategy,
                (old, id) -> old.withStrategy(StrategyCatalog.named(id)));
        config = THRESHOLD.applyTo(config, threshold, ConsensusConfig::withThreshold);
        config = MIN_VOTERS.applyTo(config, minVoters, ConsensusConfig::withMinVoters);
        config = BALLOTS.applyTo(config, ballots, (old, word) -> old.withBallots(BallotRule.of(word)));
        config = CONFLICTS.applyTo(config, conflicts,
                (old, word) -> old.withConflictResolution(ConflictResolution.of(word)));
        return DEBATE_ROUNDS.applyTo(config, debateRounds, ConsensusConfig::withMaxDebateRounds);
    }

    /** Refuses rules that no round can meet, and names their origin: a flag, a file, or else a template. */
    private void requireReachable(ConsensusConfig config, int agents, Map<String, String> places) {
        int needed = config.minVoters();
        if (needed <= agents) {
            return;
        }
        String impossible = needed + " can never be reached by " + agents + (agents == 1 ? " agent" : " agents");
        String flag = MIN_VOTERS.name();
        String key = places.get("consensus.minVoters");
        if (minVoters == null && key != null) {
            throw new UserException(key + impossible,
                    "Write " + agents + " or less there, or nothing for more than half of"
                            + " the agents, or name more agents.");
        }
        throw new UserException((minVoters == null ? "the minVoters of the template, " : flag + ' ') + impossible,
                "Use " + flag + ' ' + agents + " or less, or more agents.");
    }
}
