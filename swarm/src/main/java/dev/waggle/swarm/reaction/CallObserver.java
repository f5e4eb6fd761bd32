package dev.waggle.swarm.reaction;

import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Observer of the signals of a model call. It keeps the output limit of the last attempt, which a budget may have
 * reduced, and whether the model was seen thinking. A replayed call has the same signals. Thread-safe.
 */
final class CallObserver implements Consumer<Signal> {

    private @Nullable Double sentLimit;
    private boolean sawThinking;

    @Override
    public synchronized void accept(Signal signal) {
        if (signal.type().equals(HarnessSignals.START)) {
            sentLimit = sentLimit(signal);
            sawThinking = false;
        } else if (signal.type().equals(HarnessSignals.THINKING_DELTA)) {
            sawThinking = true;
        }
    }

    /** The output limit of the last attempt in tokens; {@code null} before the first and where none was sent. */
    synchronized @Nullable Double sentLimit() {
        return sentLimit;
    }

    /** True if the last attempt emitted a piece of thinking. */
    synchronized boolean sawThinking() {
        return sawThinking;
    }

    private static @Nullable Double sentLimit(Signal start) {
        return start.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data
                && data.fields().get("input") instanceof JsonValue.Obj input
                && input.fields().get("maxTokens") instanceof JsonValue.Num(var number) ? number.doubleValue() : null;
    }
}
