package dev.waggle.setup.team;

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
import java.util.function.Function;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.assist.ModelAgentFactory;
import dev.waggle.swarm.assist.ModelLogCondenser;
import dev.waggle.swarm.assist.ModelMetaAgent;
import dev.waggle.swarm.assist.ModelProposalJudge;
import dev.waggle.swarm.assist.ModelSynthesizer;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ModelRouter;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import org.jspecify.annotations.Nullable;

/**
 * Turns members of a team into agents: each gets a model, the tools and the manner of the whole team.
 *
 * @param aliases the names that the configuration gives to models
 * @param models the harness of a model by its name: an alias, or {@code provider:model}
 * @param tools the tools that they may use
 * @param manner the settings of their calls
 */
public record AgentBuilder(Set<String> aliases, Function<String, Harness> models, TeamTools tools,
        CallSettings manner) {

    public AgentBuilder {
        aliases = Set.copyOf(aliases);
    }

    /**
     * Settings of the calls of models.
     *
     * @param mode the initial mode of calls
     * @param maxOutputTokens maximum tokens of an answer; {@code null} for the usual limit of the model
     * @param temperature 0..1; {@code null} for the provider's default
     * @param learning store in which agents learn from solve to solve; {@code null} for none
     */
    public record CallSettings(ModelMode mode, @Nullable Integer maxOutputTokens, @Nullable Double temperature,
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
    public record TeamAgents(List<Agent> agents, Optional<ModelRouter> router, Set<String> models) {
        public TeamAgents {
            agents = List.copyOf(agents);
            models = Collections.unmodifiableSet(new LinkedHashSet<>(models));
        }
    }

    /** The agents, each with its own model, or with the next of those given. */
    public TeamAgents agents(List<TeamMember> team, List<String> models) {
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
    public Harness synthesizer(List<TeamMember> team, List<String> models) {
        if (!models.isEmpty()) {
            return this.models.apply(models.getFirst());
        }
        Optional<ModelRouter> router = router();
        return router.isPresent() ? router.get() : this.models.apply(team.getFirst().model());
    }

    /** The model of that name; without a name the first given one, else the one that the configuration calls so. */
    public Harness model(String name, List<String> models) {
        if (!name.isEmpty() || !models.isEmpty()) {
            return this.models.apply(name.isEmpty() ? models.getFirst() : name);
        }
        return router().<Harness>map(router -> router).orElseThrow(AgentBuilder::unnamed);
    }

    /** Configuration of an agent with its own personality that asks the {@link #model model of no name}. */
    public ModelAgentConfig config(Personality personality, List<String> models) {
        return config(new TeamMember(AgentProfile.of("newcomer"), "", personality, TeamMember.anything()),
                models.isEmpty() ? modes() : List.of(models.getFirst()));
    }

    /**
     * That configuration with the models beside the agents and, if the swarm evolves, the factory of new agents. The
     * name of a model is empty for the first of the team's; no value means none.
     *
     * @param synthesizer writes the answer
     * @param metaAgent observes the swarm from outside
     * @param proposalJudge finds proposals that say the same
     * @param logCondenser summarizes the oldest findings of a long log
     * @param names the models of the team
     */
    public SwarmConfig staffed(SwarmConfig config, Optional<String> synthesizer, Optional<String> metaAgent,
            Optional<String> proposalJudge, Optional<String> logCondenser, List<String> names) {
        SwarmConfig staffed = config;
        if (config.steering().evolution().enabled()) {
            staffed = staffed.withAgentFactory(
                    new ModelAgentFactory(model("", names),
                            config(Personality.BALANCED, names)));
        }
        if (synthesizer.isPresent()) {
            staffed = staffed.withSynthesizer(new ModelSynthesizer(model(synthesizer.get(), names)));
        }
        if (metaAgent.isPresent()) {
            staffed = staffed.withMetaAgent(new ModelMetaAgent(model(metaAgent.get(), names)));
        }
        if (proposalJudge.isPresent()) {
            staffed = staffed
                    .withProposalJudge(new ModelProposalJudge(model(proposalJudge.get(), names)));
        }
        if (logCondenser.isPresent()) {
            staffed = staffed.withLogCondenser(new ModelLogCondenser(model(logCondenser.get(), names)));
        }
        return staffed;
    }

    private static SetupException unnamed() {
        return new SetupException("no model is named",
                "Use for example --model ollama:llama3.2, or name cheap, fast or deep in the models file. People"
                        + " in seats need none with --agents 0.");
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
        Harness harness = this.models.apply(model);
        return new ModelAgent(member.profile(), harness,
                config(member, List.of(model)).withMode(scope -> manner.mode()));
    }

    /** @param models the names of the models that the agent may ask */
    private ModelAgentConfig config(TeamMember member, List<String> models) {
        ModelAgentConfig config = ModelAgentConfig.defaults().withPersonality(member.personality())
                .withStrategies(EnumSet.copyOf(member.strategies())).withTools(tools.of(models))
                .withTemperature(manner.temperature());
        BanditStore learning = manner.learning();
        ModelAgentConfig learner = learning == null ? config : config.withLearning(learning);
        Integer max = manner.maxOutputTokens();
        return max == null ? learner : learner.withMaxOutputTokens(max);
    }

    /** Those of the words cheap, fast and deep that the configuration gives to a model. */
    private List<String> modes() {
        return Arrays.stream(ModelMode.values()).map(ModelMode::wireName)
                .filter(aliases::contains).toList();
    }

    /** The models that the configuration calls cheap, fast and deep, as far as it does. */
    private Optional<ModelRouter> router() {
        Map<ModelMode, Harness> byMode = new EnumMap<>(ModelMode.class);
        for (ModelMode mode : ModelMode.values()) {
            if (modes().contains(mode.wireName())) {
                byMode.put(mode, this.models.apply(mode.wireName()));
            }
        }
        return byMode.isEmpty() ? Optional.empty() : Optional.of(new ModelRouter(byMode, manner.mode()));
    }
}
