package dev.waggle.swarm.template;

import java.util.List;

import dev.waggle.swarm.consensus.ConfidenceWeightedStrategy;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reaction.Personality;

import static dev.waggle.signal.SignalType.CHALLENGE;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.DOUBT;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.TASK_NEW;
import static dev.waggle.signal.SignalType.VOTE;

/** Finds and mends a bug. */
final class DebugTemplate {

    static final TemplateSpec SPEC = new TemplateSpec("debug",
            "a bug: facts, causes, tests of them, a fix that was reviewed",
            roles(),
            ConsensusConfig.defaults().withStrategy(new ConfidenceWeightedStrategy()).withThreshold(0.7)
                    .withMinVoters(3).withConflictResolution(ConflictResolution.DEBATE),
            8, LensThresholds.defaults().with(0.15, 0.06, 0.75));

    /** The question about a log, a trace or a report that comes without one. */
    static final String QUESTION = "What causes this failure, and what is the smallest change that removes the cause?";

    private DebugTemplate() {}

    private static List<RoleSpec> roles() {
        return List.of(
                RoleBuilder.of("reproducer", "Bug Reproducer", Personality.ANALYTICAL,
                        "finds the smallest case that shows the bug every time: input, state, steps, what "
                                + "was expected and what happens instead")
                        .listensTo(TASK_NEW)
                        .emits(DISCOVERY),
                RoleBuilder.of("log-analyzer", "Log Analyzer", Personality.ANALYTICAL,
                        "reads logs, traces and messages for facts alone: what happened in which order, "
                                + "what is missing, what was the first thing out of place")
                        .listensTo(TASK_NEW, DISCOVERY)
                        .emits(DISCOVERY),
                RoleBuilder.of("hypothesis-a", "Hypothesis Generator Alpha", Personality.CREATIVE,
                        "names the likely causes first: the usual mistakes that would produce exactly "
                                + "these facts, and how each could be told from the others")
                        .listensTo(DISCOVERY)
                        .emits(PROPOSAL, DISCOVERY),
                RoleBuilder.of("hypothesis-b", "Hypothesis Generator Beta", Personality.BOLD,
                        "looks for unlikely causes: races, caches, clocks, versions, environment, two "
                                + "faults at once, and what fact would give each away")
                        .listensTo(DISCOVERY, CHALLENGE)
                        .emits(PROPOSAL, DISCOVERY),
                RoleBuilder.of("verifier", "Hypothesis Verifier", Personality.CRITICAL,
                        "tests each suspected cause against all the facts, and says which fact it fails to "
                                + "explain or which experiment would settle it")
                        .listensTo(DISCOVERY, PROPOSAL).withWeight(1.3)
                        .emits(VOTE, CHALLENGE, DOUBT),
                RoleBuilder.of("fixer", "Fix Proposer", Personality.BALANCED,
                        "proposes the smallest change that removes the cause and not just the symptom, "
                                + "with the test that would have caught it")
                        .listensTo(PROPOSAL, VOTE, DISCOVERY)
                        .emits(PROPOSAL, VOTE),
                RoleBuilder.of("reviewer", "Fix Reviewer", Personality.CAUTIOUS,
                        "checks the proposed fix: whether it removes the cause, what else it touches, what "
                                + "it breaks, and whether its test would really fail without it")
                        .listensTo(PROPOSAL).withWeight(1.5)
                        .emits(VOTE, CHALLENGE, DOUBT));
    }
}
