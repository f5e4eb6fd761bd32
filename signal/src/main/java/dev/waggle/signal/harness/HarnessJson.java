package dev.waggle.signal.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** JSON encoder for the values of this package; absent parts are omitted. The journal reads it back. */
public final class HarnessJson {

    private HarnessJson() {}

    /** Returns the body of a harness signal. */
    public static JsonValue.Obj of(HarnessPayload payload) {
        return switch (payload) {
            case HarnessPayload.Start it -> new ObjectBuilder().put("input", of(it.input())).object();
            case HarnessPayload.End it -> new ObjectBuilder().put("output", of(it.output()))
                    .put("durationMs", JsonValue.of(it.durationMs())).object();
            case HarnessPayload.Error it -> new ObjectBuilder().text("code", it.code()).text("message", it.message())
                    .put("recoverable", JsonValue.of(it.recoverable())).object();
            case HarnessPayload.Text it -> new ObjectBuilder().text("content", it.content()).object();
            case HarnessPayload.Thinking it -> new ObjectBuilder().text("content", it.content()).object();
            case HarnessPayload.Call it -> new ObjectBuilder().text("id", it.id()).text("name", it.name())
                    .put("input", it.input()).object();
            case HarnessPayload.Result it -> new ObjectBuilder().text("id", it.id()).text("name", it.name())
                    .put("result", it.result()).text("error", it.error()).object();
        };
    }

    public static JsonValue.Obj of(HarnessInput input) {
        return new ObjectBuilder().text("system", input.system())
                .put("messages", JsonValue.of(input.messages().stream().<JsonValue>map(HarnessJson::of).toList()))
                .list("tools", input.tools(), HarnessJson::of)
                .list("toolResults", input.toolResults(), HarnessJson::of)
                .text("sessionId", input.sessionId())
                .number("maxTokens", input.maxTokens())
                .number("temperature", input.temperature())
                .object();
    }

    public static JsonValue.Obj of(HarnessOutput output) {
        TokenUsage usage = output.usage();
        ModelStopReason why = output.stopReason();
        return new ObjectBuilder().text("content", output.content())
                .list("toolCalls", output.toolCalls(), HarnessJson::of)
                .text("sessionId", output.sessionId())
                .put("usage", usage == null ? null : of(usage))
                .text("stopReason", why == null ? null : why.wireName())
                .object();
    }

    public static JsonValue.Obj of(Message message) {
        return new ObjectBuilder().text("role", message.role().wireName()).text("content", message.content()).object();
    }

    public static JsonValue.Obj of(ToolOffer tool) {
        return new ObjectBuilder().text("name", tool.name()).text("description", tool.description())
                .put("inputSchema", tool.inputSchema()).object();
    }

    public static JsonValue.Obj of(ToolCall call) {
        return new ObjectBuilder().text("id", call.id()).text("name", call.name()).put("input", call.input()).object();
    }

    public static JsonValue.Obj of(ToolResult result) {
        return new ObjectBuilder().text("toolName", result.toolName()).put("result", result.result())
                .text("error", result.error()).object();
    }

    public static JsonValue.Obj of(TokenUsage usage) {
        return new ObjectBuilder().number("inputTokens", usage.inputTokens())
                .number("outputTokens", usage.outputTokens())
                .number("totalTokens", usage.totalTokens()).object();
    }

    public static JsonValue.Obj of(HarnessCapabilities capabilities) {
        return new ObjectBuilder().put("streaming", JsonValue.of(capabilities.streaming()))
                .put("structuredOutput", JsonValue.of(capabilities.structuredOutput()))
                .put("tools", JsonValue.of(capabilities.tools()))
                .put("resume", JsonValue.of(capabilities.resume())).object();
    }

    /** An object under construction. */
    private static final class ObjectBuilder {

        private final Map<String, JsonValue> fields = new LinkedHashMap<>();

        ObjectBuilder put(String name, @Nullable JsonValue value) {
            if (value != null) {
                fields.put(name, value);
            }
            return this;
        }

        ObjectBuilder text(String name, @Nullable String value) {
            return put(name, value == null ? null : JsonValue.of(value));
        }

        ObjectBuilder number(String name, @Nullable Double value) {
            return put(name, value == null ? null : JsonValue.of(value.doubleValue()));
        }

        <T> ObjectBuilder list(String name, List<T> items, Function<T, JsonValue> json) {
            return put(name, items.isEmpty() ? null : JsonValue.of(items.stream().map(json).toList()));
        }

        JsonValue.Obj object() {
            return new JsonValue.Obj(fields);
        }
    }
}
