package dev.waggle.swarm.reaction;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.waggle.signal.Scope;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.harness.AgentTools;
import dev.waggle.swarm.harness.JsonReader;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ToolAccessRules;
import dev.waggle.swarm.harness.ToolLimits;
import org.jspecify.annotations.Nullable;

/**
 * How a model agent reacts.
 *
 * @param json reads its replies
 * @param behavior how it chooses what to do
 * @param request how its model is asked
 * @param toolOptions what it may do beside speaking
 * @param memory what it remembers about a question
 * @param listener told of every reaction, on the thread of the turn; quick and thread-safe. What it throws fails the turn
 */
public record ModelAgentConfig(JsonReader json, BehaviorOptions behavior, RequestOptions request,
        ToolOptions toolOptions, MemoryLookup memory,
        Consumer<ReactionReport> listener) {

    /** All defaults; replies are read by that reader. */
    public static ModelAgentConfig of(JsonReader json) {
        return new ModelAgentConfig(json, BehaviorOptions.DEFAULT, RequestOptions.DEFAULT, ToolOptions.EMPTY,
                MemoryLookup.NOTHING, reaction -> {
                });
    }

    public ModelAgentConfig withPersonality(Personality personality) {
        return with(new BehaviorOptions(personality, behavior.strategies, behavior.choosers));
    }

    /**
     * Only these strategies are ever used; at least one. Of these an agent uses those that lead to something that its
     * profile lets it say.
     */
    public ModelAgentConfig withStrategies(Set<ReactionStrategy> strategies) {
        return with(new BehaviorOptions(behavior.personality, strategies, behavior.choosers));
    }

    /**
     * That strategy is never used. An agent that never defers always answers: one that defers has heard what it heard, and
     * where everybody does the solve ends in silence.
     */
    public ModelAgentConfig without(ReactionStrategy strategy) {
        Set<ReactionStrategy> kept = new LinkedHashSet<>(behavior.strategies);
        kept.remove(strategy);
        return withStrategies(kept);
    }

    /**
     * One chooser for every solve of every agent that gets this configuration. What it learns in one solve shows in the
     * others at once.
     */
    public ModelAgentConfig withChooser(StrategyChooser chooser) {
        return with(new BehaviorOptions(behavior.personality, behavior.strategies, (agentId, run) -> chooser));
    }

    /**
     * A bandit for each agent that begins every solve with what the agent has learned in that store, by its id, and adds
     * what the solve was worth. Without a store a bandit knows nothing when a solve begins, and equal solves are equal.
     */
    public ModelAgentConfig withLearning(BanditStore store) {
        return with(new BehaviorOptions(behavior.personality, behavior.strategies, ChooserFactory.learningFrom(store)));
    }

    public ModelAgentConfig withTools(ToolRegistry tools) {
        return with(new ToolOptions(tools, toolOptions.limits, toolOptions.traits));
    }

    public ModelAgentConfig withToolLimits(ToolLimits limits) {
        return with(new ToolOptions(toolOptions.tools, limits, toolOptions.traits));
    }

    /** Which tools are for which characters; the default is every tool for everybody. */
    public ModelAgentConfig withToolTraits(ToolAccessRules traits) {
        return with(new ToolOptions(toolOptions.tools, toolOptions.limits, traits));
    }

    public ModelAgentConfig withMemory(MemoryLookup newMemory) {
        return new ModelAgentConfig(json, behavior, request, toolOptions, newMemory, listener);
    }

    public ModelAgentConfig withMaxOutputTokens(int tokens) {
        return with(new RequestOptions(tokens, request.temperature, request.mode, request.repairs));
    }

    /** How much chance is in answers, 0..1; {@code null} leaves that to the provider. */
    public ModelAgentConfig withTemperature(@Nullable Double temperature) {
        return with(new RequestOptions(request.maxOutputTokens, temperature, request.mode, request.repairs));
    }

    /** In which mode its model is asked in a run and round. */
    public ModelAgentConfig withMode(Function<Scope, ModelMode> mode) {
        return with(new RequestOptions(request.maxOutputTokens, request.temperature, mode, request.repairs));
    }

    /** How often in a turn a model is asked again when nothing in its reply can be said. */
    public ModelAgentConfig withRepairs(int repairs) {
        return with(new RequestOptions(request.maxOutputTokens, request.temperature, request.mode, repairs));
    }

    public ModelAgentConfig withListener(Consumer<ReactionReport> newOnlooker) {
        return new ModelAgentConfig(json, behavior, request, toolOptions, memory, newOnlooker);
    }

    private ModelAgentConfig with(BehaviorOptions newManner) {
        return new ModelAgentConfig(json, newManner, request, toolOptions, memory, listener);
    }

    private ModelAgentConfig with(RequestOptions newAsking) {
        return new ModelAgentConfig(json, behavior, newAsking, toolOptions, memory, listener);
    }

    private ModelAgentConfig with(ToolOptions newToolbox) {
        return new ModelAgentConfig(json, behavior, request, newToolbox, memory, listener);
    }

    /**
     * How an agent chooses what to do.
     *
     * @param personality how it tends to react
     * @param strategies what it may try to do; at least one
     * @param choosers makes the chooser of an agent for a solve
     */
    public record BehaviorOptions(Personality personality, Set<ReactionStrategy> strategies, ChooserFactory choosers) {

        public static final BehaviorOptions DEFAULT = new BehaviorOptions(Personality.BALANCED,
                EnumSet.allOf(ReactionStrategy.class),
                ChooserFactory.FRESH);

        public BehaviorOptions {
            if (strategies.isEmpty()) {
                throw new IllegalArgumentException(
                        "an agent needs at least one strategy, got none\nMaybe Strategy.ANALYZE.");
            }
            strategies = Collections.unmodifiableSet(EnumSet.copyOf(strategies)); // In one order, on every machine.
        }
    }

    /**
     * How a model is asked.
     *
     * @param maxOutputTokens most tokens of an answer, at least 1
     * @param temperature how much chance is in answers, 0..1; {@code null} leaves that to the provider
     * @param mode the mode of a run and round
     * @param repairs how often in a turn it is asked again when nothing in its reply can be said
     */
    public record RequestOptions(int maxOutputTokens, @Nullable Double temperature, Function<Scope, ModelMode> mode,
            int repairs) {

        /** Eight signals of a paragraph each. */
        public static final int MAX_OUTPUT_TOKENS = 1_200;

        /** Whoever does not understand twice will not the third time. */
        public static final int REPAIRS = 1;

        private static final int MAX_REPAIRS = 3;

        public static final RequestOptions DEFAULT = new RequestOptions(MAX_OUTPUT_TOKENS, null,
                scope -> ModelMode.FAST, REPAIRS);

        public RequestOptions {
            if (maxOutputTokens < 1) {
                throw new IllegalArgumentException("maxOutputTokens must be at least 1, got " + maxOutputTokens);
            }
            if (temperature != null && !(temperature >= 0 && temperature <= 1)) {
                throw new IllegalArgumentException("temperature must be between 0 and 1, got " + temperature);
            }
            if (repairs < 0 || repairs > MAX_REPAIRS) {
                throw new IllegalArgumentException(
                        "repairs must be between 0 and " + MAX_REPAIRS + ", got " + repairs);
            }
        }
    }

    /**
     * What an agent may do beside speaking.
     *
     * @param tools what it may call
     * @param limits how much of that in one turn
     * @param traits which of the tools are for its personality
     */
    public record ToolOptions(ToolRegistry tools, ToolLimits limits, ToolAccessRules traits) {

        public static final ToolOptions EMPTY = new ToolOptions(ToolRegistry.of(Set.of()), ToolLimits.DEFAULTS,
                ToolAccessRules.NONE);

        /** The tools of an agent of that personality. */
        AgentTools of(Personality personality) {
            return new AgentTools(tools, limits, traits.gate(personality.curiosity(), personality.caution()));
        }
    }
}
