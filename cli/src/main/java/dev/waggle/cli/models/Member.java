package dev.waggle.cli.models;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.cli.replay.Seats;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.Strategy;
import dev.waggle.swarm.template.RoleSpec;

/**
 * An agent that a model plays.
 *
 * @param profile who it is
 * @param model which model plays it: an alias, or {@code provider:model}; empty for the next of the team's models
 * @param personality how it tends to react
 * @param strategies what it may try to do
 */
public record Member(AgentProfile profile, String model, Personality personality, List<Strategy> strategies) {

    private static final Map<String, Personality> PERSONALITIES = new TreeMap<>(Map.of("analytical",
            Personality.ANALYTICAL, "creative", Personality.CREATIVE, "critical", Personality.CRITICAL, "supportive",
            Personality.SUPPORTIVE, "balanced", Personality.BALANCED, "bold", Personality.BOLD, "cautious",
            Personality.CAUTIOUS));

    private static final int PARTS = 5;

    public Member {
        strategies = List.copyOf(strategies);
    }

    /** That many agents in the usual parts. */
    public static List<Member> team(int agents) {
        if (agents < 1 || agents > Role.MOST) {
            throw new UserError("--agents must be between 1 and " + Role.MOST + ", got " + agents,
                    "Use for example --agents 5.");
        }
        return Role.team(agents).stream()
                .map(role -> new Member(AgentProfile.of(role.id()).withName(role.name()).withRole(role.task()), "",
                        role.personality(), role.strategies().stream().sorted().toList()))
                .toList();
    }

    /** A role of a template, played by the next of the team's models. */
    public static Member of(RoleSpec role) {
        return new Member(role.profile(), "", role.personality(), anything());
    }

    /** The personalities that have names, by name. */
    public static Map<String, Personality> personalities() {
        return Collections.unmodifiableMap(PERSONALITIES);
    }

    /** Every strategy. */
    public static List<Strategy> anything() {
        return Role.ANYTHING.stream().sorted().toList();
    }

    /** An agent written as {@code id|name|role|model|personality}, all but the id optional. */
    public static Member parse(String text) {
        List<String> parts = Arrays.stream(text.split("\\|", -1)).map(String::strip).toList();
        if (parts.size() > PARTS) {
            throw new UserError(
                    "an agent has at most " + PARTS + " parts, got " + parts.size() + " in \"" + text + "\"",
                    "Write id|name|role|model|personality.");
        }
        AgentProfile profile = Seats.parse(text);
        String model = parts.size() > 3 ? parts.get(3) : "";
        String personality = parts.size() > 4 ? parts.get(4).toLowerCase(Locale.ROOT) : "";
        Personality known = PERSONALITIES.get(personality.isEmpty() ? "balanced" : personality);
        if (known == null) {
            throw new UserError("there is no personality \"" + parts.get(4) + "\"",
                    "Use one of " + String.join(", ", PERSONALITIES.keySet()) + ".");
        }
        return new Member(profile, model, known, anything());
    }

    public Member withModel(String newModel) {
        return new Member(profile, newModel, personality, strategies);
    }
}
