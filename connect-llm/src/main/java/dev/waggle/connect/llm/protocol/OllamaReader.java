package dev.waggle.connect.llm.protocol;

import java.util.List;
import java.util.function.IntFunction;

import dev.waggle.connect.llm.protocol.ProviderReply.Stop;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of streamed chats. Calls come whole, and without ids. */
final class OllamaReader implements ReplyReader {

    private final ReplySink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder thoughts = new StringBuilder();
    private final ToolCallBuilder calls = new ToolCallBuilder();
    private @Nullable TokenCounts counts;
    private @Nullable Stop stop;
    private @Nullable String error;
    private boolean hasContent;
    private boolean complete;

    OllamaReader(ReplySink sink) {
        this.sink = sink;
    }

    @Override
    public void read(JsonValue event) {
        if (EventFields.at(event, "error") instanceof JsonValue.Str) {
            error = JsonLine.of(event);
        }
        String thought = EventFields.text(event, "message", "thinking");
        if (!thought.isEmpty()) {
            hasContent = true;
            thoughts.append(thought);
            sink.thinking(thought);
        }
        String piece = EventFields.text(event, "message", "content");
        if (!piece.isEmpty()) {
            hasContent = true;
            text.append(piece);
            sink.text(piece);
        }
        for (JsonValue call : EventFields.items(event, "message", "tool_calls")) {
            String arguments = arguments(EventFields.at(call, "function", "arguments"));
            hasContent = true;
            calls.begin(EventFields.text(call, "id"), EventFields.text(call, "function", "name"), arguments);
            sink.argument(arguments);
        }
        if (EventFields.isTrue(event, "done")) {
            complete = true;
            counts = new TokenCounts(EventFields.number(event, "prompt_eval_count"),
                    EventFields.number(event, "eval_count"), null, null, null, null);
            String reason = EventFields.text(event, "done_reason");
            stop = new Stop(meaning(reason), reason.isEmpty() ? "done" : reason);
        }
    }

    /** Arguments are an object; some models write the text of one. */
    private static String arguments(JsonValue arguments) {
        return arguments instanceof JsonValue.Str text ? text.value() : EventFields.argumentText(arguments);
    }

    @Override
    public @Nullable String error() {
        return error;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public boolean isThinking() {
        return !hasContent;
    }

    @Override
    public ProviderReply reply(IntFunction<String> callId) {
        List<ToolCall> all = calls.calls(callId);
        Stop end = stop != null && stop.kind() == StopKind.COMPLETE && !all.isEmpty()
                ? new Stop(StopKind.TOOLS, stop.word())
                : stop;
        return new ProviderReply(text.toString(), all, counts == null ? null : counts.usage(), end,
                OllamaMessage.answer(text.toString(), all, thoughts.toString()));
    }

    private static StopKind meaning(String reason) {
        return switch (reason) {
            case "", "stop" -> StopKind.COMPLETE;
            case "length" -> StopKind.LENGTH;
            default -> StopKind.OTHER;
        };
    }
}
