package dev.waggle.signal.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** The JSON of what this room holds; absent parts are left away. The journal reads it back. */
public final class HarnessJson {

    private HarnessJson() {}

    /** The body of a harness signal. */
    public static JsonValue.Obj of(HarnessPayload payload) {
        return switch (payload) {
            case HarnessPayload.Start it -> new Fields().put("input", of(it.input())).object();
            case HarnessPayload.End it -> new Fields().put("output", of(it.output()))
                    .put("durationMs", JsonValue.of(it.durationMs())).object();
            case HarnessPayload.Error it -> new Fields().text("code", it.code()).text("message", it.message())
                    .put("recoverable", JsonValue.of(it.recoverable())).object();
            case HarnessPayload.Text it -> new Fields().text("content", it.content()).object();
            case HarnessPayload.Thinking it -> new Fields().text("content", it.content()).object();
            case HarnessPayload.Call it -> new Fields().text("id", it.id()).text("name", it.name())
                    .put("input", it.input()).object();
            case HarnessPayload.Result it -> new Fields().text("id", it.id()).text("name", it.name())
                    .put("result", it.result()).text("error", it.error()).object();
        };
    }

    public static JsonValue.Obj of(HarnessInput input) {
        return new Fields().text("system", input.system())
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
        StopReason why = output.stopReason();
        return new Fields().text("content", output.content())
                .list("toolCalls", output.toolCalls(), HarnessJson::of)
                .text("sessionId", output.sessionId())
                .put("usage", usage == null ? null : of(usage))
                .text("stopReason", why == null ? null : why.word())
                .object();
    }

    public static JsonValue.Obj of(Message message) {
        return new Fields().text("role", message.role().word()).text("content", message.content()).object();
    }

    public static JsonValue.Obj of(ToolOffer tool) {
        return new Fields().text("name", tool.name()).text("description", tool.description())
                .put("inputSchema", tool.inputSchema()).object();
    }

    public static JsonValue.Obj of(ToolCall call) {
        return new Fields().text("id", call.id()).text("name", call.name()).put("input", call.input()).object();
    }

    public static JsonValue.Obj of(ToolResult result) {
        return new Fields().text("toolName", result.toolName()).put("result", result.result())
                .text("error", result.error()).object();
    }

    public static JsonValue.Obj of(TokenUsage usage) {
        return new Fields().number("inputTokens", usage.inputTokens()).number("outputTokens", usage.outputTokens())
                .number("totalTokens", usage.totalTokens()).object();
    }

    public static JsonValue.Obj of(HarnessCapabilities capabilities) {
        return new Fields().put("streaming", JsonValue.of(capabilities.streaming()))
                .put("structuredOutput", JsonValue.of(capabilities.structuredOutput()))
                .put("tools", JsonValue.of(capabilities.tools()))
                .put("resume", JsonValue.of(capabilities.resume())).object();
    }

    /** An object under construction. */
    private static final class Fields {

        private final Map<String, JsonValue> fields = new LinkedHashMap<>();

        Fields put(String name, @Nullable JsonValue value) {
            if (value != null) {
                fields.put(name, value);
            }
            return this;
        }

        Fields text(String name, @Nullable String value) {
            return put(name, value == null ? null : JsonValue.of(value));
        }

        Fields number(String name, @Nullable Double value) {
            return put(name, value == null ? null : JsonValue.of(value.doubleValue()));
        }

        <T> Fields list(String name, List<T> items, Function<T, JsonValue> json) {
            return put(name, items.isEmpty() ? null : JsonValue.of(items.stream().map(json).toList()));
        }

        JsonValue.Obj object() {
            return new JsonValue.Obj(fields);
        }
    }
}
