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

/** Template for research on an open question. */
final class ResearchTemplate {

    static final TemplateSpec SPEC = new TemplateSpec("research",
            "a question whose answer must be found: angles, evidence, gaps, one answer",
            roles(),
            ConsensusConfig.defaults().withStrategy(new ConfidenceWeightedStrategy()).withThreshold(0.65)
                    .withMinVoters(3).withConflictResolution(ConflictResolution.DEBATE),
            6, LensThresholds.defaults().with(0.4, 0.03, 0.6));

    private ResearchTemplate() {}

    private static List<RoleSpec> roles() {
        return List.of(
                RoleBuilder.of("explorer-a", "Explorer Alpha", Personality.CREATIVE,
                        "opens the question up: several different explanations and directions worth "
                                + "following, each with the reason why it could be true")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE)
                        .emits(DISCOVERY, PROPOSAL),
                RoleBuilder.of("explorer-b", "Explorer Beta", Personality.BOLD,
                        "takes the angles that others leave out: neighbouring fields, opposite "
                                + "assumptions, sources that nobody reads, and says what each would explain")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE)
                        .emits(DISCOVERY, PROPOSAL),
                RoleBuilder.of("fact-checker", "Fact Checker", Personality.CAUTIOUS,
                        "tests every claim: where it comes from, whether it follows, how good the evidence "
                                + "is, and says plainly what is not supported")
                        .listensTo(DISCOVERY, PROPOSAL).withWeight(1.3)
                        .emits(DISCOVERY, DOUBT, VOTE),
                RoleBuilder.of("critic", "Research Critic", Personality.CRITICAL,
                        "looks for what the findings take for granted: hidden assumptions, weak method, "
                                + "other readings of the same facts, questions that nobody asked")
                        .listensTo(DISCOVERY, PROPOSAL)
                        .emits(CHALLENGE, DOUBT, VOTE),
                RoleBuilder.of("synthesizer", "Research Synthesizer", Personality.BALANCED,
                        "brings the findings that survived together into one answer, says how sure each "
                                + "part of it is and what stays open")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE, DOUBT).withWeight(1.5)
                        .emits(PROPOSAL, VOTE));
    }
}
