package dev.waggle.cli.option;

import java.util.List;
import java.util.Map;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the consensus rules, which turn votes into a decision. */
public final class ConsensusOptions {

    private static final OptionBinding STRATEGY = new OptionBinding("--strategy", "strategy", "voting");
    private static final OptionBinding THRESHOLD = new OptionBinding("--threshold", "threshold", "0.7");
    private static final OptionBinding CONFIDENCE = new OptionBinding("--threshold-confidence", "thresholdConfidence",
            "0.8");
    private static final OptionBinding MIN_VOTERS = new OptionBinding("--min-voters", "minVoters", "2");
    private static final OptionBinding SETTLE_ROUNDS = new OptionBinding("--settle-rounds", "settleRounds", "1");
    private static final OptionBinding BALLOTS = new OptionBinding("--ballots", "ballots", "approval");
    private static final OptionBinding CONFLICTS = new OptionBinding("--conflicts", "conflictResolution", "debate");
    private static final OptionBinding DEBATE_ROUNDS = new OptionBinding("--debate-rounds", "maxDebateRounds", "3");

    private static final OptionBinding TASK_TYPE = new OptionBinding("--task-type", "the type of a task", "math");
    private static final OptionBinding REQUIRED = new OptionBinding("--require-approval", "requiredVoters", "maya");
    private static final OptionBinding VETO = new OptionBinding("--veto", "vetoers", "maya");

    @Option(names = "--strategy", paramLabel = "NAME", completionCandidates = OptionWords.Strategies.class, //
            description = "confidence-weighted, voting, bayesian, entropy, hierarchical or learned (default:"
                    + " learned where outcomes are kept, else confidence-weighted)")
    private @Nullable String strategy;

    @Option(names = "--threshold", paramLabel = "0..1", //
            description = "agreement that decides: the figure of the strategy (default: 0.7)")
    private @Nullable Double threshold;

    @Option(names = "--threshold-confidence", paramLabel = "0..1", //
            description = "probability of the leader that a decision needs beside the agreement; with --threshold 0"
                    + " it alone decides (default: 0, none)")
    private @Nullable Double thresholdConfidence;

    @Option(names = "--min-voters", paramLabel = "N", //
            description = "minimum number of agents with a vote (default: from --config or --template, else"
                    + " more than half, or 2 with --effort adaptive)")
    private @Nullable Integer minVoters;

    @Option(names = "--settle-rounds", paramLabel = "N", //
            description = "number of rounds in which no vote may have moved before a decision, 0 to 100; 0 decides at"
                    + " once; default: 1, a recorded round in an episode, as recorded in a cassette, 0 in a play")
    private @Nullable Integer settleRounds;

    @Option(names = "--ballots", paramLabel = "RULE", completionCandidates = OptionWords.Ballots.class, //
            description = "approval (a vote speaks of one proposal) or exclusive (one choice at a time);"
                    + " default: as recorded, else approval")
    private @Nullable String ballots;

    @Option(names = "--conflicts", paramLabel = "MODE", completionCandidates = OptionWords.Conflicts.class, //
            description = "resolution of rival proposals that the votes do not decide: debate, majority,"
                    + " escalate or none; default: debate for people and models, none for plays and recordings,"
                    + " because they cannot answer")
    private @Nullable String conflicts;

    @Option(names = "--debate-rounds", paramLabel = "N", //
            description = "maximum number of rounds of one debate (default: 3)")
    private @Nullable Integer debateRounds;

    @Option(names = "--require-approval", paramLabel = "AGENT", //
            description = "id of an agent, often a person, without whose agreement nothing is decided; repeat for more")
    private @Nullable List<String> requiredVoters;

    @Option(names = "--veto", paramLabel = "AGENT", //
            description = "id of an agent whose disagreement with a proposal blocks it; repeat for more")
    private @Nullable List<String> vetoers;

    /** The task with that type; refuses bad names. */
    public static Task typed(Task task, @Nullable String type) {
        return TASK_TYPE.applyTo(task, type, Task::withType);
    }

    /** The configuration for a source that is asked in full; refuses bad values. */
    public ConsensusConfig config(SolveSource source) {
        return config(source, TurnEffort.FULL);
    }

    /** The configuration for a source; refuses bad values. */
    public ConsensusConfig config(SolveSource source, TurnEffort effort) {
        int agents = source.agents().size();
        return config(source, ConsensusConfig.defaults()
                .withMinVoters(SwarmSetup.Rules.usualMinVoters(agents, effort))
                .withBallots(source.ballots()).withConflictResolution(source.conflicts())
                .withSettleRounds(source.settleRounds()));
    }

    /** The configuration for people under the rules of a template; what is written beforehand cannot be debated. */
    public ConsensusConfig config(SolveSource source, TemplateSpec template) {
        ConsensusConfig rules = template.consensus();
        return config(source, source.conflicts() == ConflictResolution.NONE
                ? rules.withConflictResolution(source.conflicts()).withSettleRounds(source.settleRounds())
                : rules);
    }

    private ConsensusConfig config(SolveSource source, ConsensusConfig base) {
        int agents = source.agents().size();
        ConsensusConfig config = over(base);
        requireReachable(config, agents, Map.of());
        requireApprovers(config.approval(), source.agents(), Map.of());
        return config;
    }

    /** The configuration of a setup with these rules for these agents; refuses bad values. */
    public ConsensusConfig config(SwarmSetup setup, SwarmSetup.Rules rules, List<Agent> team) {
        int agents = team.size();
        ConsensusConfig config = over(rules.consensus(agents));
        requireApprovers(config.approval(), team, setup.places());
        if (!setup.rules().steering().evolution().enabled()) {
            requireReachable(config, agents, setup.places());
        }
        return config;
    }

    private ConsensusConfig over(ConsensusConfig base) {
        ConsensusConfig config = STRATEGY.applyTo(base, strategy,
                (old, id) -> old.withStrategy(StrategyCatalog.named(id)));
        config = THRESHOLD.applyTo(config, threshold, ConsensusConfig::withThreshold);
        config = CONFIDENCE.applyTo(config, thresholdConfidence, ConsensusConfig::withThresholdConfidence);
        config = MIN_VOTERS.applyTo(config, minVoters, ConsensusConfig::withMinVoters);
        config = SETTLE_ROUNDS.applyTo(config, settleRounds, ConsensusConfig::withSettleRounds);
        config = BALLOTS.applyTo(config, ballots, (old, word) -> old.withBallots(BallotRule.of(word)));
        config = CONFLICTS.applyTo(config, conflicts,
                (old, word) -> old.withConflictResolution(ConflictResolution.of(word)));
        config = DEBATE_ROUNDS.applyTo(config, debateRounds, ConsensusConfig::withMaxDebateRounds);
        config = REQUIRED.applyTo(config, requiredVoters,
                (old, ids) -> old.withApproval(old.approval().withRequiredVoters(ids)));
        return VETO.applyTo(config, vetoers, (old, ids) -> old.withApproval(old.approval().withVetoers(ids)));
    }

    /** Refuses approvals of agents that do not exist, and names their origin: a flag or a file. */
    private void requireApprovers(ApprovalRule approval, List<Agent> team, Map<String, String> places) {
        List<String> ids = team.stream().map(agent -> agent.profile().id()).toList();
        requireAgents(approval.requiredVoters(), ids,
                requiredVoters == null ? places.get("consensus.requiredVoters") : null, REQUIRED);
        requireAgents(approval.vetoers(), ids, vetoers == null ? places.get("consensus.vetoers") : null, VETO);
    }

    private static void requireAgents(List<String> named, List<String> ids, @Nullable String place,
            OptionBinding flag) {
        for (String agent : named) {
            if (!ids.contains(agent)) {
                throw new UserException((place == null ? flag.name() + ' ' : place) + "names \"" + agent
                        + "\", which is no agent of this swarm",
                        Suggestions.nearest(agent, ids).map(near -> "Maybe " + near + ". ").orElse("")
                                + "Known are " + String.join(", ", ids) + '.');
            }
        }
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
