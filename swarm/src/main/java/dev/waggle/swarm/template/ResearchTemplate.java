package dev.waggle.swarm.template;

import java.util.List;

import dev.waggle.swarm.consensus.ConfidenceWeightedStrategy;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.data.Thresholds;
import dev.waggle.swarm.reaction.Personality;

import static dev.waggle.signal.SignalType.CHALLENGE;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.DOUBT;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.TASK_NEW;
import static dev.waggle.signal.SignalType.VOTE;

/** Looks into an open question. */
final class ResearchTemplate {

    static final TemplateSpec SPEC = new TemplateSpec("research",
            "a question whose answer must be found: angles, evidence, gaps, one answer",
            roles(),
            ConsensusConfig.defaults().withStrategy(new ConfidenceWeightedStrategy()).withThreshold(0.65)
                    .withMinVoters(3).withConflictResolution(ConflictResolution.DEBATE),
            6, Thresholds.defaults().with(0.4, 0.03, 0.6));

    private ResearchTemplate() {}

    private static List<RoleSpec> roles() {
        return List.of(
                Cast.of("explorer-a", "Explorer Alpha", Personality.CREATIVE,
                        "opens the question up: several different explanations and directions worth "
                                + "following, each with the reason why it could be true")
                        .hears(TASK_NEW, DISCOVERY, CHALLENGE)
                        .says(DISCOVERY, PROPOSAL),
                Cast.of("explorer-b", "Explorer Beta", Personality.BOLD,
                        "takes the angles that others leave out: neighbouring fields, opposite "
                                + "assumptions, sources that nobody reads, and says what each would explain")
                        .hears(TASK_NEW, DISCOVERY, CHALLENGE)
                        .says(DISCOVERY, PROPOSAL),
                Cast.of("fact-checker", "Fact Checker", Personality.CAUTIOUS,
                        "tests every claim: where it comes from, whether it follows, how good the evidence "
                                + "is, and says plainly what is not supported")
                        .hears(DISCOVERY, PROPOSAL).weighs(1.3)
                        .says(DISCOVERY, DOUBT, VOTE),
                Cast.of("critic", "Research Critic", Personality.CRITICAL,
                        "looks for what the findings take for granted: hidden assumptions, weak method, "
                                + "other readings of the same facts, questions that nobody asked")
                        .hears(DISCOVERY, PROPOSAL)
                        .says(CHALLENGE, DOUBT, VOTE),
                Cast.of("synthesizer", "Research Synthesizer", Personality.BALANCED,
                        "brings the findings that survived together into one answer, says how sure each "
                                + "part of it is and what stays open")
                        .hears(TASK_NEW, DISCOVERY, CHALLENGE, DOUBT).weighs(1.5)
                        .says(PROPOSAL, VOTE));
    }
}
