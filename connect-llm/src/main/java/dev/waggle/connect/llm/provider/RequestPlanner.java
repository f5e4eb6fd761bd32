package dev.waggle.connect.llm.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.family.ModelGap;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.family.ThinkingSwitch;
import dev.waggle.connect.llm.protocol.JsonMerge;
import dev.waggle.connect.llm.protocol.ProtocolName;
import dev.waggle.connect.llm.protocol.ProviderRequest;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerFormat;
import dev.waggle.connect.llm.schema.FittedSchema;
import dev.waggle.connect.llm.schema.SchemaDialect;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Decides every point of a request from what is known about the model, and from the settings. What a model is known to
 * refuse is left out. Only computes.
 */
final class RequestPlanner {

    /** Context window of Ollama's models without a setting, in tokens: the prompt of a solve and a long answer. */
    static final int OLLAMA_CONTEXT = 16_384;

    private final ProviderConfig provider;
    private final ModelProfile profile;
    private final ModelSettings settings;
    private final ProtocolName protocol;

    /** @param profile what is known about the model, lessons of its endpoint included */
    RequestPlanner(ProviderConfig provider, ModelProfile profile) {
        this.provider = provider;
        this.profile = profile;
        settings = provider.settings();
        protocol = protocol();
    }

    /**
     * A planned request.
     *
     * @param request the request
     * @param tools the tools in it
     * @param dropped what the caller asked for and the model does not take, for people
     */
    record PlannedRequest(ProviderRequest request, FittedTools tools, List<String> dropped) {

        PlannedRequest {
            dropped = List.copyOf(dropped);
        }
    }

    /**
     * Checks the settings against what is known about the model.
     *
     * @throws IllegalArgumentException when the model does not take one; the message names those that it takes
     */
    void requireSettings() {
        new ThinkingFields(profile, protocol).requireEffort(settings);
    }

    /** The wire format of the model. */
    ProtocolName protocol() {
        return switch (provider.kind()) {
            case OPENAI, AZURE -> {
                String set = settings.api();
                boolean isSet = set != null && !set.equals("auto");
                boolean isDated = provider.endpoint().azure().apiVersion() != null; // That form has no responses.
                boolean responds = isSet ? "responses".equals(set) : !isDated && switch (profile.endpoint()) {
                    case CHAT -> false;
                    case RESPONSES -> true;
                };
                yield responds ? ProtocolName.OPENAI_RESPONSES : ProtocolName.OPENAI_CHAT;
            }
            case ANTHROPIC -> ProtocolName.ANTHROPIC;
            case GEMINI -> ProtocolName.GEMINI;
            case OLLAMA -> ProtocolName.OLLAMA;
        };
    }

    /** True if the model can be given tools. */
    boolean takesTools() {
        return !profile.lacks(ModelGap.TOOLS)
                && !(protocol == ProtocolName.OPENAI_CHAT && profile.lacks(ModelGap.TOOLS_ON_CHAT));
    }

    /** True if an answer without tools can be held to a schema. */
    boolean takesSchema() {
        return provider.structuredOutput() == ProviderConfig.StructuredOutput.SCHEMA
                && !profile.lacks(ModelGap.STRUCTURED_OUTPUT);
    }

    /** True if the model takes tools, and its provider does not refuse a schema beside them. */
    boolean keepsSchemaBesideTools() {
        return takesTools() && !collides();
    }

    /** True if a provider refuses a schema beside callable tools. */
    private boolean collides() {
        return profile.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS) || protocol == ProtocolName.GEMINI
                || protocol == ProtocolName.OLLAMA;
    }

    /** True if the model thinks with these settings. */
    boolean thinks() {
        return ThinkingFields.thinks(profile, settings);
    }

    /** True if the settings ask for thinking and the model is known to take no setting for it. */
    boolean ignoresThinking() {
        return ThinkingFields.ignores(profile, settings);
    }

    /** The context window, if it is known. Ollama's is the one that the request asks for. */
    @Nullable Integer contextTokens() {
        if (provider.kind() != ProviderConfig.Kind.OLLAMA) {
            return profile.contextTokens();
        }
        Integer set = settings.numCtx();
        return set == null ? OLLAMA_CONTEXT : set;
    }

    /** The longest silences: long ones before a model that thinks, and before one that a server may have to load. */
    SilenceLimits silence() {
        SilenceLimits set = provider.endpoint().silence();
        if (set != null) {
            return set;
        }
        Duration known = profile.silence();
        if (known != null) {
            return new SilenceLimits(known, SilenceLimits.PATIENT.betweenBytes());
        }
        return thinks() || !profile.host().isHosted() ? SilenceLimits.PATIENT : SilenceLimits.USUAL;
    }

    /**
     * Plans a request.
     *
     * @param tools the tools of the conversation
     * @param replySchema the schema of the answer, if it is to be JSON
     * @throws IllegalArgumentException when a setting is one that the model does not take
     */
    PlannedRequest plan(ModelConversation conversation, HarnessInput input, List<ToolOffer> tools,
            JsonValue.@Nullable Obj replySchema) {
        List<String> dropped = new ArrayList<>();
        List<ToolOffer> offered = takesTools() ? tools : List.of();
        if (offered.size() < tools.size()) {
            dropped.add("tools are left out");
        }
        FittedTools fitted = new FittedTools(offered, toolDialect());
        boolean callable = !offered.isEmpty() && !input.tools().isEmpty();
        Integer max = maxTokens(input);
        ProviderRequest.AnswerOptions options = new ProviderRequest.AnswerOptions(max,
                profile.tokenLimitField().fieldName(), temperature(input, dropped), format(callable, replySchema),
                thinks() && profile.thinkingSwitch() != ThinkingSwitch.NONE);
        int room = max == null ? profile.usualOutputTokens(thinks()) : max;
        if (new ThinkingFields(profile, protocol).lacksRoom(settings, room)) {
            dropped.add("thinking is left out, because the output limit has no room for it");
        }
        JsonValue.Obj extra = extra(room);
        return new PlannedRequest(
                new ProviderRequest(provider.requestedName(profile.model()), conversation.system(),
                        conversation.items(),
                        new ProviderRequest.ToolList(fitted.forms(), callable), options, extra),
                fitted, dropped);
    }

    private @Nullable Integer maxTokens(HarnessInput input) {
        Double most = input.maxTokens();
        if (most == null) {
            return protocol == ProtocolName.ANTHROPIC ? profile.usualOutputTokens(thinks()) : null; // It needs one.
        }
        return profile.capped((int) Math.max(1, Math.min(Integer.MAX_VALUE, most)));
    }

    private @Nullable Double temperature(HarnessInput input, List<String> dropped) {
        Double given = input.temperature();
        if (given != null && !profile.takesTemperature(thinks())) {
            dropped.add("the temperature is left out");
            return null;
        }
        return given;
    }

    /** Beside callable tools a schema is left to the prompt where a provider refuses the two together. */
    private AnswerFormat format(boolean callable, JsonValue.@Nullable Obj schema) {
        if (schema == null || (callable && collides()) || profile.lacks(ModelGap.STRUCTURED_OUTPUT)) {
            return new AnswerFormat.AnyText();
        }
        return switch (provider.structuredOutput()) {
            case SCHEMA -> ofSchema(schema);
            case OBJECT -> new AnswerFormat.AnyObject();
            case NONE -> new AnswerFormat.AnyText();
        };
    }

    /**
     * The answer is read as it comes. So a schema that fitting changes in more than words is left to the prompt, as is
     * one that the provider would refuse. Strict mode enforces only a schema that is strict already. Any other
     * would need every field in every answer, which costs more than it saves.
     */
    private AnswerFormat ofSchema(JsonValue.Obj schema) {
        FittedSchema fitted = FittedSchema.of(replyDialect(), schema);
        Optional<JsonValue.Obj> sent = fitted.schema();
        if (sent.isEmpty() || !fitted.keepsAnswers() || (protocol == ProtocolName.ANTHROPIC && !fitted.isStrict())) {
            return new AnswerFormat.AnyText();
        }
        return new AnswerFormat.OfSchema(sent.get(), protocol == ProtocolName.ANTHROPIC
                || (speaksOpenAi() && isStrictAlready(schema, sent.get())));
    }

    private boolean speaksOpenAi() {
        return protocol == ProtocolName.OPENAI_CHAT || protocol == ProtocolName.OPENAI_RESPONSES;
    }

    private static boolean isStrictAlready(JsonValue.Obj schema, JsonValue.Obj open) {
        FittedSchema strict = FittedSchema.of(SchemaDialect.OPENAI_STRICT, schema);
        return strict.isStrict() && strict.schema().equals(Optional.of(open));
    }

    private SchemaDialect replyDialect() {
        return switch (protocol) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> SchemaDialect.OPENAI_OPEN;
            case ANTHROPIC -> SchemaDialect.ANTHROPIC;
            case GEMINI -> SchemaDialect.GEMINI_RESPONSE;
            case OLLAMA -> SchemaDialect.OLLAMA_FORMAT;
        };
    }

    private SchemaDialect toolDialect() {
        return switch (protocol) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> SchemaDialect.OPENAI_OPEN;
            case ANTHROPIC -> SchemaDialect.ANTHROPIC_TOOL;
            case GEMINI -> SchemaDialect.GEMINI_TOOL;
            case OLLAMA -> SchemaDialect.OLLAMA_TOOL;
        };
    }

    /** Fields for thinking, for Ollama and for lessons, with the user's own above them. */
    private JsonValue.Obj extra(int maxTokens) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                new ThinkingFields(profile, protocol).of(settings, maxTokens).fields());
        Integer context = contextTokens();
        if (protocol == ProtocolName.OLLAMA && context != null) {
            fields.put("options", new JsonObjectBuilder().with("num_ctx", context.longValue()).json());
            JsonValue keepAlive = settings.keepAliveJson();
            if (keepAlive != null) {
                fields.put("keep_alive", keepAlive);
            }
        }
        if (protocol == ProtocolName.OPENAI_CHAT && profile.lacks(ModelGap.STREAM_USAGE)) {
            fields.put("stream_options", JsonValue.ofNull()); // Null takes the field away.
        }
        return JsonMerge.deep(new JsonValue.Obj(fields), settings.extraBody());
    }
}
