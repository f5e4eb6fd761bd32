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
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ToolAccessRules;
import dev.waggle.swarm.harness.ToolLimits;
import dev.waggle.swarm.harness.call.AgentTools;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a model-backed agent.
 *
 * @param behavior its choice of strategies
 * @param request options of its model calls
 * @param toolOptions its tools and their limits
 * @param memory its memories about a question
 * @param listener receives every reaction, on the thread of the turn; quick and thread-safe. An exception fails the
 *        turn
 */
public record ModelAgentConfig(BehaviorOptions behavior, RequestOptions request, ToolOptions toolOptions,
        MemoryLookup memory, Consumer<ReactionReport> listener) {

    /** A balanced personality with every strategy, no tools and no memories. */
    public static ModelAgentConfig defaults() {
        return new ModelAgentConfig(BehaviorOptions.DEFAULT, RequestOptions.DEFAULT, ToolOptions.EMPTY,
                MemoryLookup.NOTHING, reaction -> {
                });
    }

    public ModelAgentConfig withPersonality(Personality personality) {
        return with(new BehaviorOptions(personality, behavior.strategies, behavior.choosers));
    }

    /**
     * Restricts the agent to these strategies; at least one. Of these an agent uses those that lead to signals its
     * profile lets it emit.
     */
    public ModelAgentConfig withStrategies(Set<ReactionStrategy> strategies) {
        return with(new BehaviorOptions(behavior.personality, strategies, behavior.choosers));
    }

    /**
     * Excludes that strategy. An agent that never defers always answers. A deferred signal comes back in the next
     * round, and is not deferred twice.
     */
    public ModelAgentConfig without(ReactionStrategy strategy) {
        Set<ReactionStrategy> strategies = new LinkedHashSet<>(behavior.strategies);
        strategies.remove(strategy);
        return withStrategies(strategies);
    }

    /**
     * Uses one chooser for every solve of every agent with this configuration. A lesson from one solve affects the
     * others at once.
     */
    public ModelAgentConfig withChooser(StrategyChooser chooser) {
        return with(new BehaviorOptions(behavior.personality, behavior.strategies, (agentId, run) -> chooser));
    }

    /**
     * Gives each agent a bandit that begins every solve with the agent's lessons in that store, by its id. It adds
     * the reward of the solve at the end. Without a store a bandit begins empty, and equal solves are equal.
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

    /** Sets the tool access rules by personality; the default allows every tool to every agent. */
    public ModelAgentConfig withToolTraits(ToolAccessRules traits) {
        return with(new ToolOptions(toolOptions.tools, toolOptions.limits, traits));
    }

    public ModelAgentConfig withMemory(MemoryLookup newMemory) {
        return new ModelAgentConfig(behavior, request, toolOptions, newMemory, listener);
    }

    /** Sets the output limit of an answer in tokens, at least 1; the default is the usual limit of the model. */
    public ModelAgentConfig withMaxOutputTokens(int tokens) {
        return with(new RequestOptions(tokens, request.temperature, request.mode, request.repairs));
    }

    /** Sets the sampling temperature of answers, 0..1; {@code null} leaves that to the provider. */
    public ModelAgentConfig withTemperature(@Nullable Double temperature) {
        return with(new RequestOptions(request.maxOutputTokens, temperature, request.mode, request.repairs));
    }

    /** Sets the mode of model calls by run and round. */
    public ModelAgentConfig withMode(Function<Scope, ModelMode> mode) {
        return with(new RequestOptions(request.maxOutputTokens, request.temperature, mode, request.repairs));
    }

    /** Sets the number of repeated requests in a turn after an unusable reply. */
    public ModelAgentConfig withRepairs(int repairs) {
        return with(new RequestOptions(request.maxOutputTokens, request.temperature, request.mode, repairs));
    }

    public ModelAgentConfig withListener(Consumer<ReactionReport> newListener) {
        return new ModelAgentConfig(behavior, request, toolOptions, memory, newListener);
    }

    private ModelAgentConfig with(BehaviorOptions newManner) {
        return new ModelAgentConfig(newManner, request, toolOptions, memory, listener);
    }

    private ModelAgentConfig with(RequestOptions newAsking) {
        return new ModelAgentConfig(behavior, newAsking, toolOptions, memory, listener);
    }

    private ModelAgentConfig with(ToolOptions newToolbox) {
        return new ModelAgentConfig(behavior, request, newToolbox, memory, listener);
    }

    /**
     * Choice of strategies by an agent.
     *
     * @param personality its reaction traits
     * @param strategies the strategies it may use; at least one
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
            strategies = Collections.unmodifiableSet(EnumSet.copyOf(strategies)); // The same order on every machine.
        }
    }

    /**
     * Options of a model call.
     *
     * @param maxOutputTokens most tokens of an answer, at least 1; {@code null} for the usual limit of the model, see
     *        {@link dev.waggle.signal.harness.HarnessCapabilities#usualOutputTokens}
     * @param temperature sampling temperature of answers, 0..1; {@code null} leaves that to the provider
     * @param mode the mode of a run and round
     * @param repairs number of repeated requests in a turn after an unusable reply
     */
    public record RequestOptions(@Nullable Integer maxOutputTokens, @Nullable Double temperature,
            Function<Scope, ModelMode> mode, int repairs) {

        /** Default repairs: a model that fails twice is likely to fail a third time. */
        public static final int REPAIRS = 1;

        private static final int MAX_REPAIRS = 3;

        public static final RequestOptions DEFAULT = new RequestOptions(null, null, scope -> ModelMode.FAST, REPAIRS);

        public RequestOptions {
            if (maxOutputTokens != null && maxOutputTokens < 1) {
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
     * Tools of an agent.
     *
     * @param tools the tools it may call
     * @param limits limits of their use in one turn
     * @param traits access rules by personality
     */
    public record ToolOptions(ToolRegistry tools, ToolLimits limits, ToolAccessRules traits) {

        public static final ToolOptions EMPTY = new ToolOptions(ToolRegistry.of(Set.of()), ToolLimits.DEFAULTS,
                ToolAccessRules.NONE);

        /** The tools of an agent of that personality. */
        AgentTools of(Personality personality) {
            return new AgentTools(tools, limits, traits.gate(personality.curiosity(), personality.caution()));
        }

        /** No tool. */
        AgentTools none() {
            return new AgentTools(tools, limits, _ -> false);
        }
    }
}
