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

/** Reviews code. */
final class CodeReviewTemplate {

    static final TemplateSpec SPEC = new TemplateSpec("code-review",
            "a change of code: security, speed, design, edge cases, one review",
            roles(),
            ConsensusConfig.defaults().withStrategy(new ConfidenceWeightedStrategy()).withThreshold(0.6)
                    .withMinVoters(3).withConflictResolution(ConflictResolution.DEBATE),
            5, LensThresholds.defaults().with(0.25, 0.04, 0.8));

    /** The question about a change that comes without one. */
    static final String QUESTION = "Can this change be merged as it is, and if not, what must be changed first?";

    private CodeReviewTemplate() {}

    private static List<RoleSpec> roles() {
        return List.of(
                RoleBuilder.of("security", "Security Analyst", Personality.CRITICAL,
                        "looks for ways to misuse the code: injection, broken access control, leaked "
                                + "secrets, unsafe defaults, trust in what comes from outside; names the line and "
                                + "the attack")
                        .listensTo(TASK_NEW, DISCOVERY, PROPOSAL).withWeight(1.2)
                        .emits(DISCOVERY, CHALLENGE, VOTE),
                RoleBuilder.of("performance", "Performance Reviewer", Personality.ANALYTICAL,
                        "looks for what will be slow or grow without end: needless work in loops, a query "
                                + "for each row, leaks, blocking calls, contention; says at which size it hurts")
                        .listensTo(TASK_NEW, DISCOVERY, PROPOSAL)
                        .emits(DISCOVERY, CHALLENGE, VOTE),
                RoleBuilder.of("architecture", "Architecture Critic", Personality.ANALYTICAL,
                        "judges the design: responsibilities, coupling, names, duplication, and whether "
                                + "the next change will be easy; proposes the smallest better shape")
                        .listensTo(TASK_NEW, DISCOVERY, PROPOSAL)
                        .emits(DISCOVERY, PROPOSAL, CHALLENGE, VOTE),
                RoleBuilder.of("edge-cases", "Edge-Case Hunter", Personality.CAUTIOUS,
                        "walks the borders: empty, one, many, the largest value, bad input, failures "
                                + "halfway, two at once, and says which of them breaks")
                        .listensTo(TASK_NEW, DISCOVERY)
                        .emits(DISCOVERY, DOUBT, VOTE),
                RoleBuilder.of("synthesizer", "Review Synthesizer", Personality.BALANCED,
                        "turns the findings into one review: what must change before merging, what should, "
                                + "what may, in that order and without repetition")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE, DOUBT).withWeight(1.5)
                        .emits(PROPOSAL, VOTE));
    }
}
