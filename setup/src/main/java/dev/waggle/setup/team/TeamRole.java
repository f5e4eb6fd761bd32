package dev.waggle.setup.team;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;

/**
 * A role that a model can play. The first few make a team with different views; more agents repeat these roles.
 *
 * @param id its id in votes and logs
 * @param name for people
 * @param task its task, as the model receives it
 * @param personality its tendencies in reactions
 * @param strategies its allowed strategies
 */
public record TeamRole(String id, String name, String task, Personality personality, Set<ReactionStrategy> strategies) {

    /** Maximum number of agents of one team: each asks a model in every round. */
    public static final int MAX_AGENTS = 1_000;

    /** Strategies of an agent without a role: all except {@code DEFER}, since no user pays for silence. */
    static final Set<ReactionStrategy> ANYTHING = EnumSet.complementOf(EnumSet.of(ReactionStrategy.DEFER));

    private static final List<TeamRole> ROLES = List.of(
            new TeamRole("explorer", "Explorer",
                    "finds facts and angles that bear on the question, and proposes answers"
                            + " that others may not think of",
                    Personality.CREATIVE,
                    EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.PROPOSE)),
            new TeamRole("analyst", "Analyst", "works the question through step by step, checks numbers and logic, and"
                    + " proposes what follows", Personality.ANALYTICAL,
                    EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.PROPOSE, ReactionStrategy.SUPPORT)),
            new TeamRole("critic", "Critic",
                    "looks for what is wrong with each proposal: false assumptions, gaps, risks"
                            + " that nobody named",
                    Personality.CRITICAL, EnumSet.of(ReactionStrategy.CHALLENGE, ReactionStrategy.SUPPORT)),
            new TeamRole("pragmatist", "Pragmatist", "asks what would really work, at what cost, with whom and by when",
                    Personality.BALANCED,
                    EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.SUPPORT, ReactionStrategy.CHALLENGE)),
            new TeamRole("synthesizer", "Synthesizer",
                    "brings findings and objections together into the one proposal that"
                            + " holds best, and says what stays open",
                    Personality.BALANCED,
                    EnumSet.of(ReactionStrategy.SYNTHESIZE, ReactionStrategy.SUPPORT)),
            new TeamRole("skeptic", "Skeptic", "argues against the answer that is ahead, as strongly as honesty allows",
                    Personality.BOLD, EnumSet.of(ReactionStrategy.CHALLENGE, ReactionStrategy.SUPPORT)),
            new TeamRole("checker", "Fact checker",
                    "tests claims against what is known, and says how good the evidence is",
                    Personality.ANALYTICAL,
                    EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.SUPPORT, ReactionStrategy.CHALLENGE)));

    /** That many agents. */
    static List<TeamRole> team(int agents) {
        List<TeamRole> team = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            TeamRole role = ROLES.get(i % ROLES.size());
            int nth = i / ROLES.size() + 1;
            team.add(nth == 1
                    ? role
                    : new TeamRole(role.id + '-' + nth, role.name + ' ' + nth, role.task, role.personality,
                            role.strategies));
        }
        return team;
    }
}
