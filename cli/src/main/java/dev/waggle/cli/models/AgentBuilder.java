package dev.waggle.cli.models;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ModelRouter;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import org.jspecify.annotations.Nullable;

/**
 * Turns members of a team into agents: each gets a model, the tools and the manner of the whole team.
 *
 * @param catalog the available models
 * @param stack the harnesses of the models
 * @param tools the tools that they may use
 * @param manner the settings of their calls
 */
record AgentBuilder(ModelCatalog catalog, HarnessStack stack, TeamTools tools, CallSettings manner) {

    /**
     * Settings of the calls of models.
     *
     * @param mode the initial mode of calls
     * @param maxOutputTokens maximum tokens of an answer; {@code null} for the usual limit of the model
     * @param temperature 0..1; {@code null} for the provider's default
     * @param learning store in which agents learn from solve to solve; {@code null} for none
     */
    record CallSettings(ModelMode mode, @Nullable Integer maxOutputTokens, @Nullable Double temperature,
            @Nullable BanditStore learning) {}

    /**
     * The agents of a team.
     *
     * @param agents each with its own model, with the next of those given, or with the router
     * @param router the models that the configuration calls cheap, fast and deep, if agents are asked by mode. It
     *        receives escalations of agents: the next call that any of them begins is a deep one, and of concurrent
     *        agents the first takes it. A prompt states the mode of a call that begins at that time
     * @param models the names of the models that they ask first, each once
     */
    record TeamAgents(List<Agent> agents, Optional<ModelRouter> router, Set<String> models) {
        TeamAgents {
            agents = List.copyOf(agents);
            models = Collections.unmodifiableSet(new LinkedHashSet<>(models));
        }
    }

    /** The agents, each with its own model, or with the next of those given. */
    TeamAgents agents(List<TeamMember> team, List<String> models) {
        Optional<ModelRouter> router = models.isEmpty() ? router() : Optional.empty();
        if (models.isEmpty() && router.isEmpty() && team.stream().anyMatch(member -> member.model().isEmpty())) {
            throw unnamed();
        }
        List<Agent> agents = new ArrayList<>();
        Set<String> asked = new LinkedHashSet<>();
        for (TeamMember member : team) {
            agents.add(agent(member, models, agents.size(), router, asked));
        }
        return new TeamAgents(agents, router, asked);
    }

    /** Model of a synthesizer: the first model that is named, else as configured, else that of the first agent. */
    Harness synthesizer(List<TeamMember> team, List<String> models) {
        if (!models.isEmpty()) {
            return stack.of(models.getFirst());
        }
        Optional<ModelRouter> router = router();
        return router.isPresent() ? router.get() : stack.of(team.getFirst().model());
    }

    /** The model of that name; without a name the first given one, else the one that the configuration calls so. */
    Harness model(String name, List<String> models) {
        if (!name.isEmpty() || !models.isEmpty()) {
            return stack.of(name.isEmpty() ? models.getFirst() : name);
        }
        return router().<Harness>map(router -> router).orElseThrow(AgentBuilder::unnamed);
    }

    /** Configuration of an agent with its own personality that asks the {@link #model model of no name}. */
    ModelAgentConfig config(Personality personality, List<String> models) {
        return config(new TeamMember(AgentProfile.of("newcomer"), "", personality, TeamMember.anything()),
                models.isEmpty() ? modes() : List.of(models.getFirst()));
    }

    private static UserException unnamed() {
        return new UserException("no model is named",
                "Use for example --model ollama:llama3.2, or name cheap, fast or deep in the models file.");
    }

    private Agent agent(TeamMember member, List<String> models, int nth, Optional<ModelRouter> router,
            Set<String> asked) {
        if (member.model().isEmpty() && router.isPresent()) {
            asked.add(router.get().model());
            return new ModelAgent(member.profile(), router.get(),
                    config(member, modes()).withMode(router.get()::modeOf));
        }
        String model = member.model().isEmpty() ? models.get(nth % models.size()) : member.model();
        asked.add(model);
        Harness harness = stack.of(model);
        return new ModelAgent(member.profile(), harness,
                config(member, List.of(model)).withMode(scope -> manner.mode()));
    }

    /** @param models the names of the models that the agent may ask */
    private ModelAgentConfig config(TeamMember member, List<String> models) {
        try {
            ModelAgentConfig config = ModelAgentConfig.defaults().withPersonality(member.personality())
                    .withStrategies(EnumSet.copyOf(member.strategies())).withTools(tools.of(models))
                    .withTemperature(manner.temperature());
            BanditStore learning = manner.learning();
            ModelAgentConfig learner = learning == null ? config : config.withLearning(learning);
            Integer max = manner.maxOutputTokens();
            return max == null ? learner : learner.withMaxOutputTokens(max);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    /** Those of the words cheap, fast and deep that the configuration gives to a model. */
    private List<String> modes() {
        return Arrays.stream(ModelMode.values()).map(ModelMode::wireName)
                .filter(catalog.models()::containsKey).toList();
    }

    /** The models that the configuration calls cheap, fast and deep, as far as it does. */
    private Optional<ModelRouter> router() {
        Map<ModelMode, Harness> byMode = new EnumMap<>(ModelMode.class);
        for (ModelMode mode : ModelMode.values()) {
            if (modes().contains(mode.wireName())) {
                byMode.put(mode, stack.of(mode.wireName()));
            }
        }
        return byMode.isEmpty() ? Optional.empty() : Optional.of(new ModelRouter(byMode, manner.mode()));
    }
}
