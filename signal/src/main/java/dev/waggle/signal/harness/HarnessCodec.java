package dev.waggle.signal.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * JSON codec of harness requests and events under the names of seed 004. Absent values have no field. Null is a value
 * of its own where any value is allowed, else refused. Other programs write this form with fields of their own, so
 * unknown fields are skipped; the signal with them preserves them. Only {@link #recordedPayload} refuses them. Every
 * refusal is an {@link IllegalArgumentException} with the path and the value.
 */
public final class HarnessCodec {

    private static final SignalOrigin NO_PARTS = new SignalOrigin(null, null, null);

    private HarnessCodec() {}

    /** Returns the body of a harness signal. */
    public static JsonValue.Obj encode(HarnessPayload payload) {
        return switch (payload) {
            case HarnessPayload.Start it -> new JsonObjectBuilder().with("input", encode(it.input())).json();
            case HarnessPayload.End it -> new JsonObjectBuilder().with("output", encode(it.output()))
                    .with("durationMs", it.durationMs()).json();
            case HarnessPayload.Error it ->
                new JsonObjectBuilder().with("code", it.code()).with("message", it.message())
                        .with("recoverable", it.recoverable()).json();
            case HarnessPayload.Text it -> new JsonObjectBuilder().with("content", it.content()).json();
            case HarnessPayload.Thinking it -> new JsonObjectBuilder().with("content", it.content()).json();
            case HarnessPayload.Call it -> new JsonObjectBuilder().with("id", it.id()).with("name", it.name())
                    .withPresent("input", it.input()).json();
            case HarnessPayload.Result it -> new JsonObjectBuilder().with("id", it.id()).with("name", it.name())
                    .withPresent("result", it.result()).withPresent("error", it.error()).json();
        };
    }

    public static JsonValue.Obj encode(HarnessInput input) {
        return new JsonObjectBuilder().withPresent("system", input.system())
                .with("messages", input.messages().stream().map(HarnessCodec::encode).toList())
                .withPresent("tools", list(input.tools(), HarnessCodec::encode))
                .withPresent("toolResults", list(input.toolResults(), HarnessCodec::encode))
                .withPresent("sessionId", input.sessionId())
                .withPresent("maxTokens", input.maxTokens())
                .withPresent("temperature", input.temperature())
                .json();
    }

    public static JsonValue.Obj encode(HarnessOutput output) {
        TokenUsage usage = output.usage();
        ModelStopReason stopReason = output.stopReason();
        return new JsonObjectBuilder().with("content", output.content())
                .withPresent("toolCalls", list(output.toolCalls(), HarnessCodec::encode))
                .withPresent("sessionId", output.sessionId())
                .withPresent("usage", usage == null ? null : encode(usage))
                .withPresent("stopReason", stopReason == null ? null : stopReason.wireName())
                .withPresent("stopDetail", output.stopDetail())
                .json();
    }

    public static JsonValue.Obj encode(Message message) {
        return new JsonObjectBuilder().with("role", message.role().wireName()).with("content", message.content())
                .withPresent("breakpoints", list(message.breakpoints(), end -> JsonValue.of((long) end))).json();
    }

    public static JsonValue.Obj encode(ToolOffer tool) {
        return new JsonObjectBuilder().with("name", tool.name()).with("description", tool.description())
                .with("inputSchema", tool.inputSchema()).json();
    }

    public static JsonValue.Obj encode(ToolCall call) {
        return new JsonObjectBuilder().with("id", call.id()).with("name", call.name())
                .withPresent("input", call.input()).json();
    }

    public static JsonValue.Obj encode(ToolResult result) {
        return new JsonObjectBuilder().with("toolName", result.toolName()).withPresent("result", result.result())
                .withPresent("error", result.error()).json();
    }

    public static JsonValue.Obj encode(TokenUsage usage) {
        return new JsonObjectBuilder().with("inputTokens", usage.inputTokens())
                .with("outputTokens", usage.outputTokens())
                .with("totalTokens", usage.totalTokens())
                .withPresent("cachedInputTokens", positive(usage.cachedInputTokens()))
                .withPresent("cacheWriteTokens", positive(usage.cacheWriteTokens()))
                .withPresent("reasoningTokens", positive(usage.reasoningTokens())).json();
    }

    private static @Nullable Double positive(double tokens) {
        return tokens > 0 ? tokens : null;
    }

    /** The fields of the usual output limit and of thinking are absent where they have their default. */
    public static JsonValue.Obj encode(HarnessCapabilities capabilities) {
        int usual = capabilities.usualOutputTokens();
        return new JsonObjectBuilder().with("streaming", capabilities.streaming())
                .with("structuredOutput", capabilities.structuredOutput())
                .with("tools", capabilities.tools())
                .with("resume", capabilities.resume())
                .withPresent("usualOutputTokens", usual == HarnessCapabilities.USUAL_OUTPUT_TOKENS ? null
                        : JsonValue.of(usual))
                .withPresent("maxOutputTokens", number(capabilities.maxOutputTokens()))
                .withPresent("contextTokens", number(capabilities.contextTokens()))
                .withPresent("thinks", capabilities.thinks() ? JsonValue.of(true) : null).json();
    }

    private static @Nullable JsonValue number(@Nullable Integer value) {
        return value == null ? null : JsonValue.of(value);
    }

    private static <T> @Nullable JsonValue list(List<T> items, Function<T, JsonValue> json) {
        return items.isEmpty() ? null : JsonValue.of(items.stream().map(json).toList());
    }

    /** The payload of a signal of one of the nine types of {@link HarnessSignals}. */
    public static HarnessPayload payload(SignalType type, JsonValue value) {
        return payload(HarnessReader.WIRE, type, value);
    }

    /**
     * The payload of a signal in a log or a recording of this library. It refuses what {@link #encode(HarnessPayload)}
     * never writes: an unknown field and an empty list of tool calls, tools or results.
     */
    public static HarnessPayload recordedPayload(SignalType type, JsonValue value) {
        return payload(HarnessReader.STORED, type, value);
    }

    private static HarnessPayload payload(HarnessReader reader, SignalType type, JsonValue value) {
        if (!HarnessSignals.ALL.contains(type)) {
            throw new IllegalArgumentException("no payload is known for the type " + type + "\nMaybe one of "
                    + HarnessSignals.ALL.stream().map(SignalType::text).toList() + '.');
        }
        return reader.payload(type.text(), JsonObjectReader.root("the payload of " + type, value));
    }

    public static HarnessInput input(JsonValue value) {
        return HarnessReader.WIRE.input(JsonObjectReader.root("the input", value));
    }

    public static HarnessOutput output(JsonValue value) {
        return HarnessReader.WIRE.output(JsonObjectReader.root("the output", value));
    }

    public static Message message(JsonValue value) {
        return HarnessReader.WIRE.message(JsonObjectReader.root("a message", value));
    }

    public static ToolOffer toolOffer(JsonValue value) {
        return HarnessReader.WIRE.toolOffer(JsonObjectReader.root("a tool", value));
    }

    public static ToolCall toolCall(JsonValue value) {
        return HarnessReader.WIRE.toolCall(JsonObjectReader.root("a tool call", value));
    }

    public static ToolResult toolResult(JsonValue value) {
        return HarnessReader.WIRE.toolResult(JsonObjectReader.root("a tool result", value));
    }

    public static TokenUsage usage(JsonValue value) {
        return HarnessReader.WIRE.usage(JsonObjectReader.root("the usage", value));
    }

    public static HarnessCapabilities capabilities(JsonValue value) {
        return HarnessReader.capabilities(JsonObjectReader.root("capabilities", value));
    }

    /**
     * The origin in the options of a caller, given directly or under {@code source}; {@code null} if there is none.
     *
     * @param options an object, whose fields besides these are skipped, or null
     */
    public static @Nullable SignalOrigin origin(JsonValue options) {
        if (options instanceof JsonValue.Null) {
            return null;
        }
        JsonObjectReader given = JsonObjectReader.root("the options", options);
        JsonObjectReader named = given.optionalObject("source");
        if (named != null) {
            return origin(named);
        }
        SignalOrigin direct = origin(given);
        return direct.equals(NO_PARTS) ? null : direct;
    }

    private static SignalOrigin origin(JsonObjectReader from) {
        return from.build(() -> new SignalOrigin(from.optionalText("agent"), from.optionalText("harness"),
                from.optionalText("parent")));
    }

    /** The messages of a request in the form of the conventions for traces of GenAI. */
    static JsonValue traced(HarnessInput input) {
        List<JsonValue> messages = new ArrayList<>();
        input.messages()
                .forEach(said -> messages.add(message(said.role().wireName(), List.of(text(said.content())))));
        input.toolResults().forEach(result -> messages.add(message("tool", List.of(new JsonObjectBuilder()
                .with("type", "tool_call_response").with("name", result.toolName())
                .withPresent("response", result.error() == null ? result.result() : JsonValue.of(result.error()))
                .json()))));
        return JsonValue.of(messages);
    }

    private static JsonValue message(String role, List<JsonValue> parts) {
        return new JsonObjectBuilder().with("role", role).with("parts", JsonValue.of(parts)).json();
    }

    private static JsonValue text(String content) {
        return new JsonObjectBuilder().with("type", "text").with("content", content).json();
    }

    /** The instructions of a request in that form. */
    static JsonValue traced(String system) {
        return JsonValue.of(List.of(text(system)));
    }

    /** The answer to a request in that form. */
    static JsonValue traced(HarnessOutput output) {
        List<JsonValue> parts = new ArrayList<>();
        parts.add(text(output.content()));
        output.toolCalls().forEach(call -> parts.add(new JsonObjectBuilder().with("type", "tool_call")
                .with("id", call.id()).with("name", call.name()).withPresent("arguments", call.input()).json()));
        return JsonValue.of(List.of(message("assistant", parts)));
    }
}
