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
import dev.waggle.swarm.harness.JsonReader;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.harness.ToolBelt;
import dev.waggle.swarm.harness.ToolLimits;
import dev.waggle.swarm.harness.ToolTraits;
import org.jspecify.annotations.Nullable;

/**
 * How a model agent reacts.
 *
 * @param json reads its replies
 * @param manner how it chooses what to do
 * @param asking how its model is asked
 * @param toolbox what it may do beside speaking
 * @param memory what it remembers about a question
 * @param onlooker told of every reaction, on the thread of the turn; quick and thread-safe. What it throws fails the turn
 */
public record ModelAgentConfig(JsonReader json, Manner manner, Asking asking, Toolbox toolbox, Recall memory,
        Consumer<Reaction> onlooker) {

    /** All defaults; replies are read by that reader. */
    public static ModelAgentConfig of(JsonReader json) {
        return new ModelAgentConfig(json, Manner.DEFAULT, Asking.DEFAULT, Toolbox.EMPTY, Recall.NOTHING, reaction -> {
        });
    }

    public ModelAgentConfig withPersonality(Personality personality) {
        return with(new Manner(personality, manner.strategies, manner.choosers));
    }

    /**
     * Only these strategies are ever used; at least one. Of these an agent uses those that lead to something that its
     * profile lets it say.
     */
    public ModelAgentConfig withStrategies(Set<Strategy> strategies) {
        return with(new Manner(manner.personality, strategies, manner.choosers));
    }

    /**
     * That strategy is never used. An agent that never defers always answers: one that defers has heard what it heard, and
     * where everybody does the solve ends in silence.
     */
    public ModelAgentConfig without(Strategy strategy) {
        Set<Strategy> kept = new LinkedHashSet<>(manner.strategies);
        kept.remove(strategy);
        return withStrategies(kept);
    }

    /**
     * One chooser for every solve of every agent that gets this configuration. What it learns in one solve shows in the
     * others at once.
     */
    public ModelAgentConfig withChooser(StrategyChooser chooser) {
        return with(new Manner(manner.personality, manner.strategies, (agentId, run) -> chooser));
    }

    /**
     * A bandit for each agent that begins every solve with what the agent has learned in that store, by its id, and adds
     * what the solve was worth. Without a store a bandit knows nothing when a solve begins, and equal solves are equal.
     */
    public ModelAgentConfig withLearning(BanditStore store) {
        return with(new Manner(manner.personality, manner.strategies, Choosers.learningInto(store)));
    }

    public ModelAgentConfig withTools(ToolRegistry tools) {
        return with(new Toolbox(tools, toolbox.limits, toolbox.traits));
    }

    public ModelAgentConfig withToolLimits(ToolLimits limits) {
        return with(new Toolbox(toolbox.tools, limits, toolbox.traits));
    }

    /** Which tools are for which characters; the default is every tool for everybody. */
    public ModelAgentConfig withToolTraits(ToolTraits traits) {
        return with(new Toolbox(toolbox.tools, toolbox.limits, traits));
    }

    public ModelAgentConfig withMemory(Recall newMemory) {
        return new ModelAgentConfig(json, manner, asking, toolbox, newMemory, onlooker);
    }

    public ModelAgentConfig withMaxOutputTokens(int tokens) {
        return with(new Asking(tokens, asking.temperature, asking.mode, asking.repairs));
    }

    /** How much chance is in answers, 0..1; {@code null} leaves that to the provider. */
    public ModelAgentConfig withTemperature(@Nullable Double temperature) {
        return with(new Asking(asking.maxOutputTokens, temperature, asking.mode, asking.repairs));
    }

    /** In which mode its model is asked in a run and round. */
    public ModelAgentConfig withMode(Function<Scope, ModelMode> mode) {
        return with(new Asking(asking.maxOutputTokens, asking.temperature, mode, asking.repairs));
    }

    /** How often in a turn a model is asked again when nothing in its reply can be said. */
    public ModelAgentConfig withRepairs(int repairs) {
        return with(new Asking(asking.maxOutputTokens, asking.temperature, asking.mode, repairs));
    }

    public ModelAgentConfig withOnlooker(Consumer<Reaction> newOnlooker) {
        return new ModelAgentConfig(json, manner, asking, toolbox, memory, newOnlooker);
    }

    private ModelAgentConfig with(Manner newManner) {
        return new ModelAgentConfig(json, newManner, asking, toolbox, memory, onlooker);
    }

    private ModelAgentConfig with(Asking newAsking) {
        return new ModelAgentConfig(json, manner, newAsking, toolbox, memory, onlooker);
    }

    private ModelAgentConfig with(Toolbox newToolbox) {
        return new ModelAgentConfig(json, manner, asking, newToolbox, memory, onlooker);
    }

    /**
     * How an agent chooses what to do.
     *
     * @param personality how it tends to react
     * @param strategies what it may try to do; at least one
     * @param choosers makes the chooser of an agent for a solve
     */
    public record Manner(Personality personality, Set<Strategy> strategies, Choosers choosers) {

        public static final Manner DEFAULT = new Manner(Personality.BALANCED, EnumSet.allOf(Strategy.class),
                Choosers.FRESH);

        public Manner {
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
    public record Asking(int maxOutputTokens, @Nullable Double temperature, Function<Scope, ModelMode> mode,
            int repairs) {

        /** Eight signals of a paragraph each. */
        public static final int MAX_OUTPUT_TOKENS = 1_200;

        /** Whoever does not understand twice will not the third time. */
        public static final int REPAIRS = 1;

        private static final int MOST_REPAIRS = 3;

        public static final Asking DEFAULT = new Asking(MAX_OUTPUT_TOKENS, null, scope -> ModelMode.FAST, REPAIRS);

        public Asking {
            if (maxOutputTokens < 1) {
                throw new IllegalArgumentException("maxOutputTokens must be at least 1, got " + maxOutputTokens);
            }
            if (temperature != null && !(temperature >= 0 && temperature <= 1)) {
                throw new IllegalArgumentException("temperature must be between 0 and 1, got " + temperature);
            }
            if (repairs < 0 || repairs > MOST_REPAIRS) {
                throw new IllegalArgumentException(
                        "repairs must be between 0 and " + MOST_REPAIRS + ", got " + repairs);
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
    public record Toolbox(ToolRegistry tools, ToolLimits limits, ToolTraits traits) {

        public static final Toolbox EMPTY = new Toolbox(ToolRegistry.of(Set.of()), ToolLimits.DEFAULTS,
                ToolTraits.NONE);

        /** The tools of an agent of that personality. */
        ToolBelt of(Personality personality) {
            return new ToolBelt(tools, limits, traits.gate(personality.curiosity(), personality.caution()));
        }
    }
}
