package dev.waggle.connect.llm.provider;

import java.util.List;

import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.family.ThinkingSwitch;
import dev.waggle.connect.llm.protocol.ProtocolName;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Fields of a body that turn thinking on or off, or set its effort, as a family of models takes them. */
final class ThinkingFields {

    /** Smallest budget of thoughts that Anthropic takes, in tokens. */
    private static final int MIN_BUDGET = 1_024;

    /**
     * Budgets of thoughts that all models of Gemini 2.5 take, in tokens, beside 0. The smallest is that of Flash-Lite,
     * the largest that of Flash (ai.google.dev, Thinking, "Set budget", 2026-09).
     */
    private static final int MIN_GEMINI_BUDGET = 512;
    private static final int MAX_GEMINI_BUDGET = 24_576;

    private static final String NONE = "none";
    private static final String MINIMAL = "minimal";

    /** Words for a part of the output limit, where a family wants a number of tokens. */
    private static final List<String> BUDGET_EFFORTS = List.of(NONE, MINIMAL, "low", "medium", "high", "xhigh",
            "max");

    private final ModelProfile profile;
    private final ProtocolName protocol;

    ThinkingFields(ModelProfile profile, ProtocolName protocol) {
        this.profile = profile;
        this.protocol = protocol;
    }

    /** True if the model thinks in a call with these settings. */
    static boolean thinks(ModelProfile profile, ModelSettings settings) {
        Boolean wanted = settings.thinking();
        if (Boolean.TRUE.equals(wanted)) {
            return true;
        }
        if (Boolean.FALSE.equals(wanted)) {
            return profile.mayThink() && !canStop(profile);
        }
        String effort = settings.effort();
        return effort == null ? profile.mayThink() : !effort.equals(NONE);
    }

    /** False if a source says that it cannot, or lists efforts without the word {@code none} where a word sets it. */
    private static boolean canStop(ModelProfile profile) {
        Boolean known = profile.canStopThinking();
        return known == null ? profile.efforts().isEmpty() || profile.efforts().contains(NONE) : known;
    }

    /**
     * The fields; none for settings that leave it to the provider.
     *
     * @param maxTokens the output limit, of which thoughts get a part where a family wants a number
     * @throws IllegalArgumentException when the model does not take such a setting; the message names those it takes
     */
    JsonValue.Obj of(ModelSettings settings, int maxTokens) {
        String effort = effort(settings);
        Boolean wanted = settings.thinking();
        return switch (control()) {
            case NONE -> new JsonObjectBuilder().json();
            case REASONING_EFFORT -> reasoningEffort(effort, wanted);
            case ANTHROPIC_BUDGET -> anthropicBudget(effort, wanted, maxTokens);
            case ANTHROPIC_ADAPTIVE -> anthropicAdaptive(effort, wanted);
            case GEMINI_BUDGET -> geminiBudget(effort, wanted, maxTokens);
            case GEMINI_LEVEL -> geminiLevel(effort, wanted);
            case OLLAMA_FLAG -> ollamaFlag(effort, wanted);
            case OLLAMA_LEVEL -> ollamaLevel(effort, wanted);
        };
    }

    /** The known fields, else those that the newest models of the format take. */
    private ThinkingSwitch control() {
        ThinkingSwitch known = profile.thinkingSwitch();
        if (known != null) {
            return known;
        }
        return switch (protocol) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> ThinkingSwitch.REASONING_EFFORT;
            case ANTHROPIC -> ThinkingSwitch.ANTHROPIC_ADAPTIVE;
            case GEMINI -> ThinkingSwitch.GEMINI_LEVEL;
            case OLLAMA -> ThinkingSwitch.OLLAMA_FLAG;
        };
    }

    /**
     * Checks the effort word.
     *
     * @throws IllegalArgumentException when the model does not take it; the message names those that it takes
     */
    void requireEffort(ModelSettings settings) {
        String effort = settings.effort();
        List<String> taken = takenEfforts();
        if (effort != null && !taken.isEmpty() && !taken.contains(effort)) {
            throw new IllegalArgumentException(profile.model() + " takes no effort " + effort + "\nMaybe one of "
                    + String.join(", ", taken) + ".");
        }
    }

    /** The known words; without them those that are given a part of a budget, else none, because any may be right. */
    private List<String> takenEfforts() {
        List<String> known = profile.efforts();
        return switch (control()) {
            case ANTHROPIC_BUDGET, GEMINI_BUDGET -> known.isEmpty()
                    ? BUDGET_EFFORTS.stream().filter(word -> canStop(profile) || !word.equals(NONE)).toList()
                    : known;
            case NONE -> List.of();
            case REASONING_EFFORT, ANTHROPIC_ADAPTIVE, GEMINI_LEVEL, OLLAMA_FLAG, OLLAMA_LEVEL -> known;
        };
    }

    private @Nullable String effort(ModelSettings settings) {
        requireEffort(settings);
        return settings.effort();
    }

    private JsonValue.Obj reasoningEffort(@Nullable String effort, @Nullable Boolean wanted) {
        String word = effort == null && Boolean.FALSE.equals(wanted) ? lowest() : effort;
        if (word == null) {
            return new JsonObjectBuilder().json();
        }
        return protocol == ProtocolName.OPENAI_RESPONSES
                ? nested("reasoning", new JsonObjectBuilder().with("effort", word).json())
                : new JsonObjectBuilder().with("reasoning_effort", word).json();
    }

    /** The word for no thinking, or for the least of it; {@code null} if it cannot stop and no source lists words. */
    private @Nullable String lowest() {
        List<String> known = profile.efforts();
        if (known.isEmpty()) {
            return canStop(profile) ? NONE : null;
        }
        return known.getFirst();
    }

    private static JsonValue.Obj anthropicBudget(@Nullable String effort, @Nullable Boolean wanted, int maxTokens) {
        boolean isOff = wanted == null ? effort == null : !wanted;
        int budget = Math.max(MIN_BUDGET, share(effort, maxTokens));
        if (isOff || budget >= maxTokens) {
            return new JsonObjectBuilder().json();
        }
        return nested("thinking",
                new JsonObjectBuilder().with("type", "enabled").with("budget_tokens", (long) budget).json());
    }

    private JsonValue.Obj anthropicAdaptive(@Nullable String effort, @Nullable Boolean wanted) {
        JsonObjectBuilder all = new JsonObjectBuilder();
        boolean isStuck = Boolean.FALSE.equals(wanted) && Boolean.FALSE.equals(profile.canStopThinking());
        if (wanted != null && !isStuck) {
            all.with("thinking", new JsonObjectBuilder().with("type", wanted ? "adaptive" : "disabled").json());
        }
        String word = effort == null && isStuck ? lowest() : effort;
        if (word != null) {
            all.with("output_config", new JsonObjectBuilder().with("effort", word).json());
        }
        return all.json();
    }

    private JsonValue.Obj geminiBudget(@Nullable String effort, @Nullable Boolean wanted, int maxTokens) {
        boolean isOff = Boolean.FALSE.equals(wanted);
        if (isOff && canStop(profile)) {
            return thinkingConfig(new JsonObjectBuilder().with("thinkingBudget", 0L));
        }
        JsonObjectBuilder config = withThoughts();
        String word = effort == null && isOff ? MINIMAL : effort;
        if (word != null) {
            int budget = Math.clamp(share(word, maxTokens), MIN_GEMINI_BUDGET, MAX_GEMINI_BUDGET);
            config.with("thinkingBudget", word.equals(NONE) ? 0L : budget);
        } else if (wanted != null) {
            config.with("thinkingBudget", -1L);
        }
        return thinkingConfig(config);
    }

    private JsonValue.Obj geminiLevel(@Nullable String effort, @Nullable Boolean wanted) {
        JsonObjectBuilder config = withThoughts();
        String word = effort == null && Boolean.FALSE.equals(wanted) && !profile.efforts().isEmpty()
                ? profile.efforts().getFirst()
                : effort;
        return thinkingConfig(config.withPresent("thinkingLevel", word));
    }

    /** Thoughts are shown where a source says that there are any; other models refuse to show them. */
    private JsonObjectBuilder withThoughts() {
        JsonObjectBuilder config = new JsonObjectBuilder();
        return Boolean.TRUE.equals(profile.thinksByDefault()) ? config.with("includeThoughts", true) : config;
    }

    private static JsonValue.Obj thinkingConfig(JsonObjectBuilder config) {
        JsonValue.Obj fields = config.json();
        return fields.fields().isEmpty() ? fields : nested("generationConfig", nested("thinkingConfig", fields));
    }

    private static JsonValue.Obj ollamaFlag(@Nullable String effort, @Nullable Boolean wanted) {
        Boolean on = wanted;
        if (wanted == null && effort != null) {
            on = !effort.equals(NONE);
        }
        return on == null ? new JsonObjectBuilder().json() : new JsonObjectBuilder().with("think", on).json();
    }

    private JsonValue.Obj ollamaLevel(@Nullable String effort, @Nullable Boolean wanted) {
        String word = effort == null && Boolean.FALSE.equals(wanted) ? lowest() : effort;
        return word == null ? new JsonObjectBuilder().json() : new JsonObjectBuilder().with("think", word).json();
    }

    /** The part of the output limit that an effort gives to thoughts; a half without a word. */
    private static int share(@Nullable String effort, int maxTokens) {
        double part = switch (effort == null ? "medium" : effort) {
            case NONE -> 0;
            case MINIMAL -> 0.1;
            case "low" -> 0.25;
            case "high" -> 0.75;
            case "xhigh", "max" -> 0.85;
            default -> 0.5;
        };
        return (int) (part * maxTokens);
    }

    private static JsonValue.Obj nested(String name, JsonValue.Obj value) {
        return new JsonObjectBuilder().with(name, value).json();
    }
}
