package dev.waggle.setup.team;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.template.RoleSpec;

/**
 * Member of a team: an agent backed by a model.
 *
 * @param profile its profile
 * @param model its model: an alias, or {@code provider:model}; empty for the next of the team's models
 * @param personality its tendencies in reactions
 * @param strategies its allowed strategies
 */
public record TeamMember(AgentProfile profile, String model, Personality personality,
        List<ReactionStrategy> strategies) {

    private static final Map<String, Personality> PERSONALITIES = new TreeMap<>(Map.of("analytical",
            Personality.ANALYTICAL, "creative", Personality.CREATIVE, "critical", Personality.CRITICAL, "supportive",
            Personality.SUPPORTIVE, "balanced", Personality.BALANCED, "bold", Personality.BOLD, "cautious",
            Personality.CAUTIOUS));

    private static final int PARTS = 5;

    public TeamMember {
        strategies = List.copyOf(strategies);
    }

    /** That many agents in the usual parts. */
    public static List<TeamMember> team(int agents) {
        if (agents < 1 || agents > TeamRole.MAX_AGENTS) {
            throw new SetupException("--agents must be between 1 and " + TeamRole.MAX_AGENTS + ", got " + agents,
                    "Use for example --agents 5.");
        }
        return TeamRole.team(agents).stream()
                .map(role -> new TeamMember(AgentProfile.of(role.id()).withName(role.name()).withRole(role.task()), "",
                        role.personality(), role.strategies().stream().sorted().toList()))
                .toList();
    }

    /** A role of a template, played by the next of the team's models. */
    public static TeamMember of(RoleSpec role) {
        return new TeamMember(role.profile(), "", role.personality(), anything());
    }

    /** The personalities that have names, by name. */
    public static Map<String, Personality> personalities() {
        return Collections.unmodifiableMap(PERSONALITIES);
    }

    /** Every strategy. */
    public static List<ReactionStrategy> anything() {
        return TeamRole.ANYTHING.stream().sorted().toList();
    }

    /** An agent written as {@code id|name|role|model|personality}, all but the id optional. */
    public static TeamMember parse(String text) {
        List<String> parts = Arrays.stream(text.split("\\|", -1)).map(String::strip).toList();
        if (parts.size() > PARTS) {
            throw new SetupException(
                    "an agent has at most " + PARTS + " parts, got " + parts.size() + " in \"" + text + "\"",
                    "Write id|name|role|model|personality.");
        }
        AgentProfile profile = SeatParser.parse(text);
        String model = parts.size() > 3 ? parts.get(3) : "";
        String personality = parts.size() > 4 ? parts.get(4).toLowerCase(Locale.ROOT) : "";
        Personality known = PERSONALITIES.get(personality.isEmpty() ? "balanced" : personality);
        if (known == null) {
            throw new SetupException("there is no personality \"" + parts.get(4) + "\"",
                    "Use one of " + String.join(", ", PERSONALITIES.keySet()) + ".");
        }
        return new TeamMember(profile, model, known, anything());
    }
}
