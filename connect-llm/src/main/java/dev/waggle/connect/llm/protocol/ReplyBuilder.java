package dev.waggle.connect.llm.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

import dev.waggle.connect.llm.protocol.ProviderReply.Stop;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.HarnessOutput;
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
    private boolean cut;

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

    /** Adds a piece of text and returns what was taken of it. */
    final String addText(String piece) {
        String taken = taken(piece, sink::text);
        text.append(taken);
        return taken;
    }

    /** Adds a piece of thoughts and returns what was taken of it. */
    final String addThought(String piece) {
        return taken(piece, sink::thinking);
    }

    /** Counts output that is neither shown nor called, as far as it is taken. */
    final void addHidden(String piece) {
        var _ = taken(piece, sink::argument);
    }

    /** Begins a call behind the others. */
    final void beginCall(String id, String name, String arguments) {
        extendCall(calls.size(), id, name, arguments);
    }

    /** Adds to the call at a place, which may be a new one, what is taken of it; an empty text adds nothing. */
    final void extendCall(int place, String id, String name, String arguments) {
        String label = calls.news(place, id, name);
        if (label.isEmpty() || sink.argument(label).length() == label.length()) {
            calls.extend(place, id, name, taken(arguments, sink::argument));
        } else {
            cut();
        }
    }

    /** Replaces the arguments of the call at a place by the whole of them, as far as they are taken. */
    final void completeCall(int place, String arguments) {
        int known = calls.length(place);
        String more = arguments.substring(Math.min(known, arguments.length()));
        String taken = taken(more, sink::argument);
        calls.complete(place, arguments.substring(0, arguments.length() - more.length()) + taken);
    }

    private String taken(String piece, UnaryOperator<String> passOn) {
        if (piece.isEmpty() || cut) {
            return "";
        }
        hasContent = true;
        String taken = passOn.apply(piece);
        if (taken.length() < piece.length()) {
            cut();
        }
        return taken;
    }

    private void cut() {
        cut = true;
        complete = true;
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
    public final boolean isCut() {
        return cut;
    }

    @Override
    public boolean isThinking() {
        return !hasContent;
    }

    @Override
    public final ProviderReply reply(IntFunction<String> callId) {
        boolean isShort = cut || (stop != null && stop.kind() == StopKind.LENGTH);
        List<ToolCall> made = calls.calls(callId, isShort ? LOST_ARGUMENTS : NO_ARGUMENTS);
        Stop end = cut && !isRefused() ? new Stop(StopKind.LENGTH, HarnessOutput.CUT)
                : stop != null && stop.kind() == StopKind.COMPLETE && !made.isEmpty()
                        ? new Stop(StopKind.TOOLS, stop.word())
                        : stop;
        return new ProviderReply(text(), made, counts == null ? null : counts.usage(), end, wireForm(made));
    }
}
