package dev.waggle.swarm.template;

import java.util.List;

import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.HierarchicalStrategy;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reaction.Personality;

import static dev.waggle.signal.SignalType.CHALLENGE;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.DOUBT;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.TASK_NEW;
import static dev.waggle.signal.SignalType.VOTE;

/** Decides between options. */
final class DecisionTemplate {

    static final TemplateSpec SPEC = new TemplateSpec("decision", "a choice: for, against, risks, chances, and a judge",
            roles(),
            ConsensusConfig.defaults().withStrategy(new HierarchicalStrategy()).withThreshold(0.7)
                    .withMinVoters(4).withConflictResolution(ConflictResolution.DEBATE),
            6, LensThresholds.defaults().with(0.2, 0.05, 0.65));

    private DecisionTemplate() {}

    private static List<RoleSpec> roles() {
        return List.of(
                RoleBuilder.of("pros", "Pros Advocate", Personality.SUPPORTIVE,
                        "makes the strongest honest case for the option in question: what it brings, to "
                                + "whom, and why the objections can be met")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE)
                        .emits(DISCOVERY, PROPOSAL, VOTE),
                RoleBuilder.of("cons", "Cons Advocate", Personality.CRITICAL,
                        "makes the strongest honest case against it: costs, false hopes, what it rules out "
                                + "later, and what would be better instead")
                        .listensTo(TASK_NEW, DISCOVERY, PROPOSAL)
                        .emits(DISCOVERY, CHALLENGE, DOUBT, VOTE),
                RoleBuilder.of("risks", "Risk Assessor", Personality.CAUTIOUS,
                        "names what can go wrong, how likely and how bad it is, how early it would show, "
                                + "and what would soften it")
                        .listensTo(TASK_NEW, DISCOVERY, PROPOSAL).withWeight(1.2)
                        .emits(DISCOVERY, DOUBT, VOTE),
                RoleBuilder.of("opportunities", "Opportunity Spotter", Personality.CREATIVE,
                        "looks for gains that nobody has counted yet: side effects, options that open up, "
                                + "timing, ways to combine the alternatives")
                        .listensTo(TASK_NEW, DISCOVERY)
                        .emits(DISCOVERY, PROPOSAL, VOTE),
                RoleBuilder.of("devils-advocate", "Devil's Advocate", Personality.BOLD,
                        "argues against whatever is about to win, as strongly as honesty allows, so that "
                                + "it wins for good reasons or not at all")
                        .listensTo(PROPOSAL, VOTE, DISCOVERY)
                        .emits(CHALLENGE, DOUBT, VOTE),
                RoleBuilder.of("judge", "Decision Judge", Personality.BALANCED,
                        "weighs what was said for and against, by its evidence and not by its volume, "
                                + "decides, and says what would change the decision")
                        .listensTo(TASK_NEW, DISCOVERY, CHALLENGE, DOUBT, PROPOSAL).withWeight(2)
                        .emits(PROPOSAL, VOTE));
    }
}
