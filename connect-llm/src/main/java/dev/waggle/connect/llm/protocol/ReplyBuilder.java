package dev.waggle.connect.llm.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import dev.waggle.connect.llm.protocol.ProviderReply.Stop;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of a reply in any format: what was read so far. A format adds the reading of its events. */
abstract class ReplyBuilder implements ReplyReader {

    private static final JsonValue NO_ARGUMENTS = new JsonValue.Obj(Map.of());

    /** Input of a call whose arguments the output limit cut off. It is no object, so no schema of a tool takes it. */
    private static final JsonValue LOST_ARGUMENTS = JsonValue.of("");

    private final ReplySink sink;
    private final StringBuilder text = new StringBuilder();
    private final ToolCallBuilder calls = new ToolCallBuilder();
    private @Nullable TokenCounts counts;
    private @Nullable Stop stop;
    private @Nullable String error;
    private boolean hasContent;
    private boolean complete;

    ReplyBuilder(ReplySink sink) {
        this.sink = sink;
    }

    /**
     * The answer in the form in which it goes back to its provider.
     *
     * @param made its calls, with ids
     */
    abstract JsonValue wireForm(List<ToolCall> made);

    final String text() {
        return text.toString();
    }

    final ToolCallBuilder calls() {
        return calls;
    }

    final void addText(String piece) {
        if (!piece.isEmpty()) {
            hasContent = true;
            text.append(piece);
            sink.text(piece);
        }
    }

    final void addThought(String piece) {
        if (!piece.isEmpty()) {
            hasContent = true;
            sink.thinking(piece);
        }
    }

    /** Passes on a piece of arguments; the call itself is in {@link #calls}. */
    final void addArgument(String piece) {
        if (!piece.isEmpty()) {
            hasContent = true;
            sink.argument(piece);
        }
    }

    final void count(TokenCounts counted) {
        counts = counted;
    }

    /** Records the reason for the end. A refusal stays one, whatever the provider says later. */
    final void stop(StopKind kind, String word) {
        if (!isRefused()) {
            stop = new Stop(kind, word);
        }
    }

    final boolean isRefused() {
        return stop != null && stop.kind() == StopKind.REFUSED;
    }

    final void fail(JsonValue event) {
        error = JsonLine.of(event);
    }

    final void complete() {
        complete = true;
    }

    @Override
    public final @Nullable String error() {
        return error;
    }

    @Override
    public final boolean isComplete() {
        return complete;
    }

    @Override
    public boolean isThinking() {
        return !hasContent;
    }

    @Override
    public final ProviderReply reply(IntFunction<String> callId) {
        List<ToolCall> made = calls.calls(callId, stop != null && stop.kind() == StopKind.LENGTH
                ? LOST_ARGUMENTS
                : NO_ARGUMENTS);
        Stop end = stop != null && stop.kind() == StopKind.COMPLETE && !made.isEmpty()
                ? new Stop(StopKind.TOOLS, stop.word())
                : stop;
        return new ProviderReply(text(), made, counts == null ? null : counts.usage(), end, wireForm(made));
    }
}
