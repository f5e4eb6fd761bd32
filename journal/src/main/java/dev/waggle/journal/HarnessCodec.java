package dev.waggle.journal;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.SignalOrigin;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * JSON codec of harness requests and events under the names of seed 004. Absent values have no field. Null is a value
 * of its own where any value is allowed, else refused. Unknown fields are skipped; the signal with them preserves
 * them. Every refusal is an {@link IllegalArgumentException} with the path and the value.
 */
public final class HarnessCodec {

    private static final SignalOrigin NO_PARTS = new SignalOrigin(null, null, null);

    private HarnessCodec() {}

    /** The payload of a signal of one of the nine types of {@link HarnessSignals}. */
    public static HarnessPayload payload(SignalType type, JsonValue value) {
        if (!HarnessSignals.ALL.contains(type)) {
            throw new IllegalArgumentException("no payload is known for the type " + type + "\nMaybe one of "
                    + HarnessSignals.ALL.stream().map(SignalType::text).toList() + '.');
        }
        JsonObjectReader from = JsonObjectReader.root("the payload of " + type, value);
        return from.build(() -> payload(type.text(), from));
    }

    private static HarnessPayload payload(String type, JsonObjectReader from) {
        return switch (type) {
            case "harness:start" -> new HarnessPayload.Start(input(from.object("input")));
            case "harness:end" -> new HarnessPayload.End(output(from.object("output")), from.nonNegative("durationMs"));
            case "harness:error" ->
                new HarnessPayload.Error(from.text("code"), from.text("message"), from.flag("recoverable"));
            case "text:delta", "text:complete" -> new HarnessPayload.Text(from.text("content"));
            case "thinking:delta", "thinking:complete" -> new HarnessPayload.Thinking(from.text("content"));
            case "tool:call" ->
                new HarnessPayload.Call(from.text("id"), from.text("name"), from.optional("input"));
            case "tool:result" -> new HarnessPayload.Result(from.text("id"), from.text("name"), from.optional("result"),
                    from.optionalText("error"));
            default -> throw new IllegalStateException("no payload is known for the harness type " + type);
        };
    }

    public static HarnessInput input(JsonValue value) {
        return input(JsonObjectReader.root("the input", value));
    }

    private static HarnessInput input(JsonObjectReader from) {
        return from.build(() -> new HarnessInput(from.optionalText("system"),
                from.objects("messages").stream().map(HarnessCodec::message).toList(),
                from.optionalObjects("tools").stream().map(HarnessCodec::toolOffer).toList(),
                from.optionalObjects("toolResults").stream().map(HarnessCodec::toolResult).toList(),
                from.optionalText("sessionId"), from.optionalPositive("maxTokens"),
                from.optionalFraction("temperature")));
    }

    public static HarnessOutput output(JsonValue value) {
        return output(JsonObjectReader.root("the output", value));
    }

    private static HarnessOutput output(JsonObjectReader from) {
        JsonObjectReader usage = from.optionalObject("usage");
        return from.build(() -> new HarnessOutput(from.text("content"),
                from.optionalObjects("toolCalls").stream().map(HarnessCodec::toolCall).toList(),
                from.optionalText("sessionId"), usage == null ? null : usage(usage),
                from.optionalConstant("stopReason", ModelStopReason.values())));
    }

    public static Message message(JsonValue value) {
        return message(JsonObjectReader.root("a message", value));
    }

    private static Message message(JsonObjectReader from) {
        return from.build(() -> new Message(from.constant("role", Message.Role.values()), from.text("content")));
    }

    public static ToolOffer toolOffer(JsonValue value) {
        return toolOffer(JsonObjectReader.root("a tool", value));
    }

    private static ToolOffer toolOffer(JsonObjectReader from) {
        return from.build(() -> new ToolOffer(from.text("name"), from.text("description"),
                new JsonValue.Obj(from.object("inputSchema").unknownFields())));
    }

    public static ToolCall toolCall(JsonValue value) {
        return toolCall(JsonObjectReader.root("a tool call", value));
    }

    private static ToolCall toolCall(JsonObjectReader from) {
        return from.build(() -> new ToolCall(from.text("id"), from.text("name"), from.optional("input")));
    }

    public static ToolResult toolResult(JsonValue value) {
        return toolResult(JsonObjectReader.root("a tool result", value));
    }

    private static ToolResult toolResult(JsonObjectReader from) {
        return from.build(
                () -> new ToolResult(from.text("toolName"), from.optional("result"), from.optionalText("error")));
    }

    public static TokenUsage usage(JsonValue value) {
        return usage(JsonObjectReader.root("the usage", value));
    }

    private static TokenUsage usage(JsonObjectReader from) {
        return from.build(() -> new TokenUsage(from.nonNegative("inputTokens"), from.nonNegative("outputTokens"),
                from.nonNegative("totalTokens")));
    }

    public static HarnessCapabilities capabilities(JsonValue value) {
        JsonObjectReader from = JsonObjectReader.root("capabilities", value);
        return new HarnessCapabilities(from.flag("streaming"), from.flag("structuredOutput"), from.flag("tools"),
                from.flag("resume"));
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
}
