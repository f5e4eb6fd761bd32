package dev.waggle.journal.tape;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Playback position of a tape: the calls that have been played. Each call answers once, so that equal requests of one
 * turn get their answers in the order of the recording. Calls of one agent never move the position of another.
 * Thread-safe.
 */
final class TapePosition {

    private final CallTape tape;
    /** Played calls of each turn; a reader of one turn locks its set. */
    private final Map<Emission, BitSet> calls = new ConcurrentHashMap<>();
    private final Map<Emission, BitSet> tools = new ConcurrentHashMap<>();

    TapePosition(CallTape tape) {
        this.tape = tape;
    }

    CallTape tape() {
        return tape;
    }

    /** The next call of that turn that asks this and will do; it is played with that. */
    Optional<RecordedCall> play(Emission by, Request request, Predicate<RecordedCall> willDo) {
        return play(tape.calls(by), by, calls,
                call -> willDo.test(call) && call.attempts().stream().anyMatch(it -> request.isAskedBy(it.request())));
    }

    /** The next call of that tool with that input in that turn; it is played with that. */
    Optional<ToolOutcome> play(ToolCaller caller, String tool, JsonValue input) {
        Emission by = new Emission(caller.agentId(), caller.invocation());
        return play(tape.tools(by), by, tools, it -> it.name().equals(tool) && it.input().equals(input))
                .map(RecordedToolCall::outcome);
    }

    /** The first call of that turn that has not been played. */
    Optional<RecordedCall> next(Emission by) {
        List<RecordedCall> all = tape.calls(by);
        BitSet done = calls.computeIfAbsent(by, _ -> new BitSet());
        synchronized (done) {
            int next = done.nextClearBit(0);
            return next < all.size() ? Optional.of(all.get(next)) : Optional.empty();
        }
    }

    private static <T> Optional<T> play(List<T> all, Emission by, Map<Emission, BitSet> played,
            Predicate<T> filter) {
        BitSet done = played.computeIfAbsent(by, _ -> new BitSet());
        synchronized (done) {
            for (int i = done.nextClearBit(0); i < all.size(); i = done.nextClearBit(i + 1)) {
                if (filter.test(all.get(i))) {
                    done.set(i);
                    return Optional.of(all.get(i));
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Current request to a model.
     *
     * @param model {@code provider:model}
     * @param input the request
     * @param replySchema the schema of the answer, if there is one
     * @param hash the hash of all this
     */
    record Request(String model, HarnessInput input, JsonValue.@Nullable Obj replySchema, String hash) {

        static Request of(String model, HarnessInput input, JsonValue.@Nullable Obj replySchema) {
            return new Request(model, input, replySchema, RequestHash.of(model, input, replySchema));
        }

        /**
         * True if the recorded request is the same. An answer limit that was cut to the rest of a budget counts as the
         * intended one, because that rest differs from run to run.
         */
        boolean isAskedBy(RecordedAttempt.RecordedRequest request) {
            if (!model.equals(request.model())) {
                return false;
            }
            Double most = request.input().maxTokens();
            Double maxTokens = input.maxTokens();
            boolean cut = most != null && (maxTokens == null || most < maxTokens);
            return request.hash().equals(
                    cut ? RequestHash.of(model, RecordedAttempt.RecordedRequest.withLimit(input, most), replySchema)
                            : hash);
        }
    }
}
