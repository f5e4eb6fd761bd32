package dev.waggle.setup;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;

/** Reads one agent. */
public final class AgentReader {

    private static final Map<String, SignalType> TYPES = SignalType.SWARM.stream()
            .collect(Collectors.toMap(SignalType::text, Function.identity(), (one, same) -> one, TreeMap::new));

    private static final Map<String, ReactionStrategy> STRATEGIES = Arrays.stream(ReactionStrategy.values())
            .collect(Collectors.toMap(ReactionStrategy::wireName, Function.identity(), (one, same) -> one,
                    TreeMap::new));

    /** Signal types that a model can publish; other types come from the runtime, from tools or from programs. */
    public static final List<SignalType> SAYABLE = List.of(SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.DOUBT,
            SignalType.CHALLENGE, SignalType.VOTE, SignalType.ESCALATE, SignalType.MEMORY_SHARED);

    private AgentReader() {}

    static TeamMember read(SetupSection agent) {
        String id = agent.text("id", "", (none, text) -> free(text));
        if (id.isBlank()) {
            throw agent.wrong("the agent has no id", "Add id: NAME.");
        }
        AgentProfile profile = AgentProfile.of(id);
        profile = agent.text("name", profile, AgentProfile::withName);
        profile = agent.text("role", profile, AgentProfile::withRole);
        profile = agent.number("weight", profile, AgentProfile::withWeight);
        profile = agent.texts("listens", profile, (old, names) -> old.withListens(listenTypes(types(names))));
        profile = agent.texts("canEmit", profile, (old, names) -> old.withCanEmit(emitTypes(types(names))));
        String model = agent.text("model", "", (none, text) -> text);
        List<ReactionStrategy> strategies = agent.texts("strategies", TeamMember.anything(),
                (all, words) -> words.stream().map(word -> SetupSection.oneOf(word, STRATEGIES, "strategy")).distinct()
                        .sorted().toList());
        if (strategies.isEmpty()) {
            throw agent.wrong("the agent " + id + " has no strategies", "Omit strategies to allow all.");
        }
        return new TeamMember(profile, model, personality(agent), strategies);
    }

    private static String free(String id) {
        if (InfrastructureNames.isReserved(id)) {
            throw new IllegalArgumentException("the id \"" + id + "\" belongs to the runtime\nGive the agent another.");
        }
        return id;
    }

    private static Set<SignalType> listenTypes(Set<SignalType> types) {
        if (types.isEmpty()) {
            throw new IllegalArgumentException(
                    "the agent receives no signals, so it gets no turn\nOmit listens to receive everything.");
        }
        return types;
    }

    /** No types at all are every type. */
    private static Set<SignalType> emitTypes(Set<SignalType> types) {
        if (!types.isEmpty() && SAYABLE.stream().noneMatch(types::contains)) {
            throw new IllegalArgumentException("there is nothing in it that an agent can say\nUse one or more of "
                    + SAYABLE.stream().map(SignalType::text).collect(Collectors.joining(", "))
                    + ", or omit canEmit to allow all.");
        }
        return types;
    }

    /** Personality of an agent, by name or by numbers; omitted numbers are balanced. */
    private static Personality personality(SetupSection agent) {
        return agent.isSection("personality")
                ? agent.section("personality", Personality.BALANCED, AgentReader::traits)
                : agent.text("personality", Personality.BALANCED,
                        (balanced, name) -> SetupSection.oneOf(name, TeamMember.personalities(), "personality"));
    }

    private static Personality traits(Personality base, SetupSection traits) {
        Personality person = traits.number("curiosity", base,
                (old, value) -> new Personality(value, old.caution(), old.conformity(), old.verbosity()));
        person = traits.number("caution", person,
                (old, value) -> new Personality(old.curiosity(), value, old.conformity(), old.verbosity()));
        person = traits.number("conformity", person,
                (old, value) -> new Personality(old.curiosity(), old.caution(), value, old.verbosity()));
        return traits.number("verbosity", person,
                (old, value) -> new Personality(old.curiosity(), old.caution(), old.conformity(), value));
    }

    /** Swarm types; a type of the user's own has a colon in it, so that a slip of the pen is no new type. */
    private static Set<SignalType> types(List<String> names) {
        return names.stream()
                .map(name -> name.contains(":") && !TYPES.containsKey(name)
                        ? SignalType.custom(name)
                        : SetupSection.oneOf(name, TYPES, "type of signal"))
                .collect(Collectors.toSet());
    }
}
