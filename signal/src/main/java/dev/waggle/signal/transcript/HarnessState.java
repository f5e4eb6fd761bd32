package dev.waggle.signal.transcript;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * State of a harness so far: whether it runs, the model's text and thinking, its tool calls, the last error.
 * {@code harness:start} resets it. Immutable.
 *
 * <p>Payloads that do not have the expected fields change nothing; a tool result without a call is ignored.
 */
public final class HarnessState {

    static final HarnessState IDLE = new HarnessState(false, StreamedText.EMPTY, StreamedText.EMPTY,
            PersistentMap.empty(),
            null);

    private static final HarnessState STARTED = new HarnessState(true, StreamedText.EMPTY, StreamedText.EMPTY,
            PersistentMap.empty(), null);

    private final boolean running;
    private final StreamedText text;
    private final StreamedText thinking;
    private final PersistentMap<NumberedCall> calls;
    private final @Nullable JsonValue lastError;

    private HarnessState(boolean running, StreamedText text, StreamedText thinking, PersistentMap<NumberedCall> calls,
            @Nullable JsonValue lastError) {
        this.running = running;
        this.text = text;
        this.thinking = thinking;
        this.calls = calls;
        this.lastError = lastError;
    }

    /** True if it started and did not end. */
    public boolean isRunning() {
        return running;
    }

    /** Returns the model's text. */
    public StreamedText text() {
        return text;
    }

    /** Returns the model's thinking. */
    public StreamedText thinking() {
        return thinking;
    }

    /** Returns the tool calls in the order in which they were first made. */
    public List<ToolCallState> toolCalls() {
        return calls.toMap(call -> call).values().stream().sorted(Comparator.comparingInt(NumberedCall::place))
                .map(NumberedCall::call).toList();
    }

    /** Returns the tool call of that id. */
    public Optional<ToolCallState> toolCall(String id) {
        return Optional.ofNullable(calls.get(id)).map(NumberedCall::call);
    }

    /** Returns the payload of the last {@code harness:error} with its code, message and whether it is recoverable. */
    public Optional<JsonValue> lastError() {
        return Optional.ofNullable(lastError);
    }

    /** Returns the state after one more event of the harness. */
    HarnessState after(HarnessEventType word, @Nullable JsonValue data) {
        String content = PayloadFields.text(data, "content");
        return switch (word) {
            case START -> STARTED;
            case END -> new HarnessState(false, text, thinking, calls, lastError);
            case ERROR -> new HarnessState(running, text, thinking, calls, data);
            case TEXT_DELTA -> content == null ? this : withText(text.withDelta(content));
            case TEXT_COMPLETE -> content == null ? this : withText(text.withContent(content));
            case THINKING_DELTA -> content == null ? this : withThinking(thinking.withDelta(content));
            case THINKING_COMPLETE -> content == null ? this : withThinking(thinking.withContent(content));
            case TOOL_CALL -> withPendingCall(data);
            case TOOL_RESULT -> withCallResult(data);
        };
    }

    private HarnessState withText(StreamedText next) {
        return new HarnessState(running, next, thinking, calls, lastError);
    }

    private HarnessState withThinking(StreamedText next) {
        return new HarnessState(running, text, next, calls, lastError);
    }

    /** Adds a call; it replaces an earlier one with its id. */
    private HarnessState withPendingCall(@Nullable JsonValue data) {
        String id = PayloadFields.text(data, "id");
        if (id == null) {
            return this;
        }
        NumberedCall known = calls.get(id);
        ToolCallState call = ToolCallState.pending(id, PayloadFields.text(data, "name"),
                PayloadFields.value(data, "input"));
        return withCall(new NumberedCall(known == null ? calls.size() : known.place(), call));
    }

    private HarnessState withCallResult(@Nullable JsonValue data) {
        String id = PayloadFields.text(data, "id");
        NumberedCall known = id == null ? null : calls.get(id);
        if (known == null) {
            return this;
        }
        ToolCallState call = known.call().answered(PayloadFields.value(data, "result"),
                PayloadFields.text(data, "error"));
        return withCall(new NumberedCall(known.place(), call));
    }

    private HarnessState withCall(NumberedCall call) {
        return new HarnessState(running, text, thinking, calls.with(call.call().id(), call), lastError);
    }

    /** A tool call and its position, from 0. */
    private record NumberedCall(int place, ToolCallState call) {}
}
