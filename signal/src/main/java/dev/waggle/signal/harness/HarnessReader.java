package dev.waggle.signal.harness;

import java.util.List;
import java.util.function.Supplier;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** Reader of the output of {@link HarnessCodec}, one constant for each origin of the JSON. */
enum HarnessReader {
    /** JSON of any program, as in seed 004: unknown fields are skipped, and an empty list is the same as none. */
    WIRE,
    /** JSON that {@link HarnessCodec} wrote: refuses what it would not write back. */
    STORED;

    HarnessPayload payload(String type, JsonObjectReader from) {
        return part(from, () -> switch (type) {
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
        });
    }

    HarnessInput input(JsonObjectReader from) {
        return part(from, () -> new HarnessInput(from.optionalText("system"),
                from.objects("messages").stream().map(this::message).toList(),
                items(from, "tools").stream().map(this::toolOffer).toList(),
                items(from, "toolResults").stream().map(this::toolResult).toList(),
                from.optionalText("sessionId"), from.optionalPositive("maxTokens"),
                from.optionalFraction("temperature")));
    }

    HarnessOutput output(JsonObjectReader from) {
        return part(from, () -> {
            JsonObjectReader usage = from.optionalObject("usage");
            return new HarnessOutput(from.text("content"),
                    items(from, "toolCalls").stream().map(this::toolCall).toList(),
                    from.optionalText("sessionId"), usage == null ? null : usage(usage),
                    from.optionalConstant("stopReason", ModelStopReason.values()), from.optionalText("stopDetail"));
        });
    }

    Message message(JsonObjectReader from) {
        return part(from, () -> new Message(from.constant("role", Message.Role.values()), from.text("content"),
                breakpoints(from)));
    }

    private List<Integer> breakpoints(JsonObjectReader from) {
        JsonValue ends = from.optional("breakpoints");
        if (ends == null) {
            return List.of();
        }
        if (!(ends instanceof JsonValue.Arr array) || (this == STORED && array.items().isEmpty())) {
            throw from.invalid("breakpoints", "an array of integers");
        }
        return array.items().stream().map(end -> offset(from, end)).toList();
    }

    private static Integer offset(JsonObjectReader from, JsonValue end) {
        double number = end instanceof JsonValue.Num value ? value.value().doubleValue() : 0;
        if (!(number >= 1 && number <= Integer.MAX_VALUE && number == Math.rint(number))) {
            throw from.invalid("breakpoints", "an array of integers");
        }
        return (int) number;
    }

    ToolOffer toolOffer(JsonObjectReader from) {
        return part(from, () -> new ToolOffer(from.text("name"), from.text("description"),
                new JsonValue.Obj(from.object("inputSchema").unknownFields())));
    }

    ToolCall toolCall(JsonObjectReader from) {
        return part(from, () -> new ToolCall(from.text("id"), from.text("name"), from.optional("input")));
    }

    ToolResult toolResult(JsonObjectReader from) {
        return part(from,
                () -> new ToolResult(from.text("toolName"), from.optional("result"), from.optionalText("error")));
    }

    TokenUsage usage(JsonObjectReader from) {
        return part(from, () -> {
            double in = from.nonNegative("inputTokens");
            double out = from.nonNegative("outputTokens");
            double total = from.nonNegative("totalTokens");
            double cached = tokens(from, "cachedInputTokens");
            double written = tokens(from, "cacheWriteTokens");
            double reasoning = tokens(from, "reasoningTokens");
            return switch (this) {
                case WIRE -> TokenUsage.capped(in, out, total, cached, written, reasoning);
                case STORED -> new TokenUsage(in, out, total, cached, written, reasoning);
            };
        });
    }

    /** Count of an optional part. The writer omits 0. */
    private double tokens(JsonObjectReader from, String name) {
        if (!from.has(name)) {
            return 0;
        }
        double tokens = from.nonNegative(name);
        if (this == STORED && tokens == 0) {
            throw from.invalid(name, "a number above 0");
        }
        return tokens;
    }

    static HarnessCapabilities capabilities(JsonObjectReader from) {
        Integer usual = from.optionalInt("usualOutputTokens");
        Boolean thinks = from.optionalFlag("thinks");
        return from.build(() -> new HarnessCapabilities(from.flag("streaming"), from.flag("structuredOutput"),
                from.flag("tools"), from.flag("resume"),
                usual == null ? HarnessCapabilities.USUAL_OUTPUT_TOKENS : usual, from.optionalInt("maxOutputTokens"),
                from.optionalInt("contextTokens"), thinks != null && thinks));
    }

    private <T> T part(JsonObjectReader from, Supplier<T> part) {
        T read = from.build(part);
        switch (this) {
            case WIRE -> {}
            case STORED -> from.rejectUnknownFields();
        }
        return read;
    }

    /** Objects of an optional list. The writer omits an empty one. */
    private List<JsonObjectReader> items(JsonObjectReader from, String name) {
        List<JsonObjectReader> items = from.optionalObjects(name);
        if (this == STORED && items.isEmpty() && from.has(name)) {
            throw from.invalid(name, "an array with items");
        }
        return items;
    }
}
