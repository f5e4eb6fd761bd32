package dev.waggle.signal.harness;

import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON encoder for the values of this package; absent parts are omitted. The journal reads it back. */
public final class HarnessJson {

    private HarnessJson() {}

    /** Returns the body of a harness signal. */
    public static JsonValue.Obj of(HarnessPayload payload) {
        return switch (payload) {
            case HarnessPayload.Start it -> new JsonObjectBuilder().with("input", of(it.input())).json();
            case HarnessPayload.End it -> new JsonObjectBuilder().with("output", of(it.output()))
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

    public static JsonValue.Obj of(HarnessInput input) {
        return new JsonObjectBuilder().withPresent("system", input.system())
                .with("messages", input.messages().stream().map(HarnessJson::of).toList())
                .withPresent("tools", list(input.tools(), HarnessJson::of))
                .withPresent("toolResults", list(input.toolResults(), HarnessJson::of))
                .withPresent("sessionId", input.sessionId())
                .withPresent("maxTokens", input.maxTokens())
                .withPresent("temperature", input.temperature())
                .json();
    }

    public static JsonValue.Obj of(HarnessOutput output) {
        TokenUsage usage = output.usage();
        ModelStopReason stopReason = output.stopReason();
        return new JsonObjectBuilder().with("content", output.content())
                .withPresent("toolCalls", list(output.toolCalls(), HarnessJson::of))
                .withPresent("sessionId", output.sessionId())
                .withPresent("usage", usage == null ? null : of(usage))
                .withPresent("stopReason", stopReason == null ? null : stopReason.wireName())
                .json();
    }

    public static JsonValue.Obj of(Message message) {
        return new JsonObjectBuilder().with("role", message.role().wireName()).with("content", message.content())
                .json();
    }

    public static JsonValue.Obj of(ToolOffer tool) {
        return new JsonObjectBuilder().with("name", tool.name()).with("description", tool.description())
                .with("inputSchema", tool.inputSchema()).json();
    }

    public static JsonValue.Obj of(ToolCall call) {
        return new JsonObjectBuilder().with("id", call.id()).with("name", call.name())
                .withPresent("input", call.input()).json();
    }

    public static JsonValue.Obj of(ToolResult result) {
        return new JsonObjectBuilder().with("toolName", result.toolName()).withPresent("result", result.result())
                .withPresent("error", result.error()).json();
    }

    public static JsonValue.Obj of(TokenUsage usage) {
        return new JsonObjectBuilder().with("inputTokens", usage.inputTokens())
                .with("outputTokens", usage.outputTokens())
                .with("totalTokens", usage.totalTokens()).json();
    }

    public static JsonValue.Obj of(HarnessCapabilities capabilities) {
        return new JsonObjectBuilder().with("streaming", capabilities.streaming())
                .with("structuredOutput", capabilities.structuredOutput())
                .with("tools", capabilities.tools())
                .with("resume", capabilities.resume()).json();
    }

    private static <T> @Nullable JsonValue list(List<T> items, Function<T, JsonValue> json) {
        return items.isEmpty() ? null : JsonValue.of(items.stream().map(json).toList());
    }
}
