package dev.waggle.connect.llm.family;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Facts about one model at one kind of server, with safe defaults where no source states one:
 * <ul>
 * <li>chat completions; the token limit of the kind of server;
 * <li>a temperature is sent only if the user gave one, and then always;
 * <li>a model that a vendor runs may think, since that cannot be excluded; a model on an own server does not;
 * <li>no known gap, window, output limit or silence.
 * </ul>
 * Facts that a refusal taught replace the others ({@link #after}).
 */
public final class ModelProfile {

    /** Output limit of a call to a model that may think, in tokens: thinking counts against it. */
    static final int THINKING_OUTPUT = 8_192;

    /** Output limit of a call to a model that does not think, in tokens: a long reply of an agent. */
    static final int PLAIN_OUTPUT = 1_200;

    private final ModelHost host;
    private final String model;
    private final Map<String, FamilyFact> known;

    ModelProfile(ModelHost host, String model, Map<String, FamilyFact> known) {
        this.host = host;
        this.model = model;
        this.known = Map.copyOf(known);
    }

    /** The kind of server. */
    public ModelHost host() {
        return host;
    }

    /** The name of the model at its server. */
    public String model() {
        return model;
    }

    /** The API to call. Only OpenAI itself is known to have two, and servers whose refusal asks for the other. */
    public ModelApi endpoint() {
        return ModelFact.ENDPOINT.in(known).orElse(ModelApi.CHAT);
    }

    /** The field for the output limit in a chat completion; other formats have their own. */
    public TokenLimitField tokenLimitField() {
        return ModelFact.TOKEN_LIMIT.in(known).orElse(host.usualField());
    }

    /**
     * True if a temperature that the user gave may be sent.
     *
     * @param whileThinking true if the model thinks in this call
     */
    public boolean takesTemperature(boolean whileThinking) {
        return switch (ModelFact.TEMPERATURE.in(known).orElse(TemperatureRule.ANY)) {
            case ANY -> true;
            case WITHOUT_THINKING -> !whileThinking;
            case ONLY_DEFAULT -> false;
        };
    }

    /** True if the model thinks in a call without a setting for it; {@code null} if no source says so. */
    public @Nullable Boolean thinksByDefault() {
        return ModelFact.THINKS.in(known).orElse(null);
    }

    /** True if the model thinks by default, or a vendor runs it and no source excludes it. */
    public boolean mayThink() {
        return ModelFact.THINKS.in(known).orElse(host.isHosted());
    }

    /** False if thinking cannot be turned off; {@code null} if no source says so. */
    public @Nullable Boolean canStopThinking() {
        return ModelFact.CAN_STOP_THINKING.in(known).orElse(null);
    }

    /** The fields that control thinking; {@code null} if no source names them for this format. */
    public @Nullable ThinkingSwitch thinkingSwitch() {
        return ModelFact.SWITCH.in(known).orElse(null);
    }

    /** The effort words that it takes, the lowest first; empty if no source lists them. */
    public List<String> efforts() {
        return ModelFact.EFFORTS.in(known).orElse(List.of());
    }

    /** The context window in tokens; {@code null} if no source states it. */
    public @Nullable Integer contextTokens() {
        return ModelFact.CONTEXT.in(known).orElse(null);
    }

    /** The most tokens of one answer, thinking included; {@code null} if no source states it. */
    public @Nullable Integer maxOutputTokens() {
        return ModelFact.MAX_OUTPUT.in(known).orElse(null);
    }

    /** The silence to expect before the first content; {@code null} if no source states it. */
    public @Nullable Duration silence() {
        return ModelFact.SILENCE.in(known).orElse(null);
    }

    /** True if a source, or a refusal, says that it lacks this. */
    public boolean lacks(ModelGap gap) {
        return ModelFact.LACKS.in(known).orElse(Set.of()).contains(gap);
    }

    /** The output limit of a call whose caller names none, in tokens, if the thinking of the model is left as it is. */
    public int usualOutputTokens() {
        return usualOutputTokens(mayThink());
    }

    /**
     * The output limit of a call whose caller names none, in tokens.
     *
     * @param whileThinking true if the model thinks in this call
     * @return {@value #THINKING_OUTPUT} with thinking, {@value #PLAIN_OUTPUT} without, at most what the model can write
     */
    public int usualOutputTokens(boolean whileThinking) {
        return capped(whileThinking ? THINKING_OUTPUT : PLAIN_OUTPUT);
    }

    /** An output limit in tokens, lowered to the most that the model is known to write. */
    public int capped(int tokens) {
        return Math.min(tokens, ModelFact.MAX_OUTPUT.in(known).orElse(tokens));
    }

    /** Every fact in the order of the table; one that no source states is unknown. */
    public List<FamilyFact> facts() {
        return ModelFact.ALL.stream()
                .map(fact -> known.getOrDefault(fact.name(), FamilyFact.unknown(fact.name()))).toList();
    }

    /** Replaces the facts that refusals by its server have corrected. */
    public ModelProfile after(EndpointLessons lessons) {
        Map<String, FamilyFact> corrected = new LinkedHashMap<>(known);
        Set<ModelGap> gaps = EnumSet.noneOf(ModelGap.class);
        for (RefusalLesson lesson : lessons.lessons()) {
            switch (lesson) {
                case RefusalLesson.TokenField it -> put(corrected, ModelFact.TOKEN_LIMIT, it.field().fieldName());
                case RefusalLesson.OutputCap it -> put(corrected, ModelFact.MAX_OUTPUT,
                        JsonValue.of(Math.min((long) it.tokens(), ModelFact.MAX_OUTPUT.in(corrected)
                                .orElse(it.tokens()))));
                case RefusalLesson.ResponsesApi _ -> {
                    gaps.add(ModelGap.TOOLS_ON_CHAT);
                    put(corrected, ModelFact.ENDPOINT, ModelApi.RESPONSES.wireName()); // The server itself asks for it.
                }
                case RefusalLesson.Omission omission -> {
                    switch (omission) {
                        case TEMPERATURE -> put(corrected, ModelFact.TEMPERATURE,
                                TemperatureRule.ONLY_DEFAULT.wireName());
                        case THINKING -> put(corrected, ModelFact.SWITCH, ThinkingSwitch.NONE.wireName());
                        case SCHEMA -> gaps.add(ModelGap.STRUCTURED_OUTPUT);
                        case SCHEMA_WITH_TOOLS -> gaps.add(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS);
                        case TOOLS -> gaps.add(ModelGap.TOOLS);
                        case STREAM_USAGE -> gaps.add(ModelGap.STREAM_USAGE);
                    }
                }
            }
        }
        if (!gaps.isEmpty()) {
            gaps.addAll(ModelFact.LACKS.in(known).orElse(Set.of()));
            put(corrected, ModelFact.LACKS, JsonValue.ofTexts(gaps.stream().map(ModelGap::wireName).toList()));
        }
        return new ModelProfile(host, model, corrected);
    }

    private static void put(Map<String, FamilyFact> facts, ModelFact<?> fact, String word) {
        put(facts, fact, JsonValue.of(word));
    }

    private static void put(Map<String, FamilyFact> facts, ModelFact<?> fact, JsonValue value) {
        facts.put(fact.name(), new FamilyFact(fact.name(), value, FamilySource.REFUSAL.document(),
                FamilySource.REFUSAL.date()));
    }
}
