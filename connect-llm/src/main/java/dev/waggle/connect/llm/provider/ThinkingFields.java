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

    /** Smallest budget of Gemini 2.5 Pro, which cannot stop (ai.google.dev, "Thinking", "Set budget", July 2026). */
    private static final int GEMINI_PRO_LEAST = 128;

    /** Budgets that every Gemini 2.5 takes: at least that of Flash-Lite, at most that of Flash (the same table). */
    private static final int GEMINI_LEAST = 512;
    private static final int GEMINI_MOST = 24_576;

    private static final String NONE = "none";
    private static final String MEDIUM = "medium";

    /** Words for a part of the output limit, where a family wants a number of tokens. */
    private static final List<String> BUDGET_EFFORTS = List.of(NONE, "minimal", "low", MEDIUM, "high", "xhigh",
            "max");

    private final ModelProfile profile;
    private final ProtocolName protocol;

    ThinkingFields(ModelProfile profile, ProtocolName protocol) {
        this.profile = profile;
        this.protocol = protocol;
    }

    /** True if the model thinks in a call with these settings. One that takes none, or cannot stop, thinks as usual. */
    static boolean thinks(ModelProfile profile, ModelSettings settings) {
        if (profile.thinkingSwitch() == ThinkingSwitch.NONE) {
            return profile.mayThink();
        }
        if (isOff(settings)) {
            return profile.mayThink() && !canStop(profile);
        }
        return settings.thinking() != null || settings.effort() != null || profile.mayThink();
    }

    /** True if the settings ask for thinking and the model is known to take no setting for it. */
    static boolean ignores(ModelProfile profile, ModelSettings settings) {
        return profile.thinkingSwitch() == ThinkingSwitch.NONE && !isOff(settings)
                && (settings.effort() != null || settings.thinking() != null);
    }

    /** True if the settings turn thinking off. Thinking on or off goes before an effort. */
    private static boolean isOff(ModelSettings settings) {
        Boolean wanted = settings.thinking();
        return wanted == null ? NONE.equals(settings.effort()) : !wanted;
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
        requireEffort(settings);
        boolean isOff = isOff(settings);
        String given = settings.effort();
        String effort = isOff || NONE.equals(given) ? null : given;
        Boolean wanted = isOff ? Boolean.FALSE : settings.thinking();
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

    private JsonValue.Obj reasoningEffort(@Nullable String effort, @Nullable Boolean wanted) {
        String word = effort != null || wanted == null ? effort : wanted ? usual() : lowest();
        if (word == null) {
            return new JsonObjectBuilder().json();
        }
        return protocol == ProtocolName.OPENAI_RESPONSES
                ? nested("reasoning", new JsonObjectBuilder().with("effort", word).json())
                : new JsonObjectBuilder().with("reasoning_effort", word).json();
    }

    /** The word for no thinking, or for the least of it; {@code null} if no word is known for that. */
    private @Nullable String lowest() {
        List<String> known = profile.efforts();
        return !known.isEmpty() ? known.getFirst() : canStop(profile) ? NONE : null;
    }

    /** The word that turns thinking on; {@code null} if it is on without one. */
    private @Nullable String usual() {
        List<String> known = profile.efforts();
        return !Boolean.FALSE.equals(profile.thinksByDefault()) ? null
                : known.isEmpty() || known.contains(MEDIUM) ? MEDIUM : known.getLast();
    }

    /** True if the settings ask for thinking, and the output limit has no room for the smallest budget of it. */
    boolean lacksRoom(ModelSettings settings, int maxTokens) {
        boolean isAsked = !isOff(settings) && (settings.effort() != null || settings.thinking() != null);
        return isAsked && control() == ThinkingSwitch.ANTHROPIC_BUDGET && maxTokens <= MIN_BUDGET;
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

    /** A model that cannot stop refuses the word for it, so it gets its lowest effort. */
    private JsonValue.Obj anthropicAdaptive(@Nullable String effort, @Nullable Boolean wanted) {
        boolean isUnstoppable = Boolean.FALSE.equals(profile.canStopThinking()) && Boolean.FALSE.equals(wanted);
        String word = isUnstoppable ? lowest() : effort;
        JsonObjectBuilder all = new JsonObjectBuilder();
        if (wanted != null && !isUnstoppable) {
            all.with("thinking", new JsonObjectBuilder().with("type", wanted ? "adaptive" : "disabled").json());
        }
        if (word != null) {
            all.with("output_config", new JsonObjectBuilder().with("effort", word).json());
        }
        return all.json();
    }

    private JsonValue.Obj geminiBudget(@Nullable String effort, @Nullable Boolean wanted, int maxTokens) {
        if (Boolean.FALSE.equals(wanted)) {
            boolean canStop = canStop(profile);
            // Without thinking, a request to show thoughts is refused (google-gemini/gemini-cli#1953, June 2025).
            return thinkingConfig((canStop ? new JsonObjectBuilder() : withThoughts()).with("thinkingBudget",
                    canStop ? 0L : GEMINI_PRO_LEAST));
        }
        JsonObjectBuilder config = withThoughts();
        if (effort != null) {
            config.with("thinkingBudget",
                    (long) Math.clamp(share(effort, maxTokens), GEMINI_LEAST, GEMINI_MOST));
        } else if (wanted != null) {
            config.with("thinkingBudget", -1L);
        }
        return thinkingConfig(config);
    }

    private JsonValue.Obj geminiLevel(@Nullable String effort, @Nullable Boolean wanted) {
        JsonObjectBuilder config = withThoughts();
        String word = Boolean.FALSE.equals(wanted) && !profile.efforts().isEmpty()
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
        Boolean on = (wanted == null && effort != null) ? Boolean.TRUE : wanted;
        return on == null ? new JsonObjectBuilder().json() : new JsonObjectBuilder().with("think", on).json();
    }

    private JsonValue.Obj ollamaLevel(@Nullable String effort, @Nullable Boolean wanted) {
        String word = Boolean.FALSE.equals(wanted) ? lowest() : effort;
        return word == null ? new JsonObjectBuilder().json() : new JsonObjectBuilder().with("think", word).json();
    }

    /** The part of the output limit that an effort gives to thoughts; a half without a word. */
    private static int share(@Nullable String effort, int maxTokens) {
        double part = switch (effort == null ? MEDIUM : effort) {
            case "minimal" -> 0.1;
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
