package dev.waggle.signal.history.store;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the memory that a retained signal takes, in bytes, with its places in the indexes. It counts two bytes for
 * each character and a constant for each object. Plain English takes less, other texts about as much. A signal that
 * shares its texts with others counts as if it did not. The heap takes 0.53 to 0.95 of it ({@code HistoryMemory} in
 * lab). The cost follows the number of its parts, not the length of its texts.
 */
final class SignalSize {

    /** Records of the envelope, the record in history and its places in four indexes, estimated. */
    private static final int BASE = 600;

    /** Header and array of a text. */
    private static final int TEXT = 56;

    /** An object, and its place in a list or map: 32 and 24 bytes, a map entry with its hash table slot 48. */
    private static final int NODE = 56;

    private SignalSize() {}

    static long of(Signal signal) {
        Scope scope = signal.scope();
        Links links = signal.links();
        return BASE + text(signal.id()) + payload(signal.payload()) + text(scope.tenant()) + text(scope.thread())
                + text(scope.run()) + text(links.cause()) + text(links.replyTo()) + text(links.replaces())
                + texts(links.about()) + audience(signal.audience()) + fields(signal.extensions());
    }

    private static long payload(Payload payload) {
        return switch (payload) {
            case Payload.Task it -> text(it.task()) + text(it.context());
            case Payload.Discovery it -> text(it.finding()) + text(it.evidence());
            case Payload.Proposal it -> text(it.proposalId()) + text(it.content()) + text(it.reasoning());
            case Payload.Doubt it -> text(it.targetSignalId()) + text(it.concern());
            case Payload.Challenge it ->
                text(it.targetSignalId()) + text(it.counterArgument()) + text(it.alternativeProposal());
            case Payload.Vote it -> text(it.proposalId()) + text(it.reasoning());
            case Payload.Conflict it -> text(it.signalA()) + text(it.signalB()) + text(it.description());
            case Payload.ConsensusReached it -> text(it.proposalId()) + text(it.decision());
            case Payload.Escalate it -> text(it.reason()) + text(it.context());
            case Payload.SharedMemory it -> text(it.content()) + text(it.category());
            case Payload.ToolResult it -> text(it.toolName()) + text(it.result()) + text(it.triggeredBy());
            case Payload.Open it -> text(it.summary()) + text(it.details()) + (it.data() == null ? 0 : json(it.data()))
                    + (it.schema() == null ? 0 : 2 * text(it.schema().toString()));
        };
    }

    private static long audience(Audience audience) {
        return audience instanceof Audience.Ids ids ? texts(ids.recipients()) : 0;
    }

    private static long json(JsonValue value) {
        return NODE + switch (value) {
            case JsonValue.Obj object -> fields(object.fields());
            case JsonValue.Arr array -> array.items().stream().mapToLong(SignalSize::json).sum();
            case JsonValue.Str string -> text(string.value());
            case JsonValue.Num number -> NODE + number.value().precision();
            case JsonValue.Bool _, JsonValue.Null _ -> 0;
        };
    }

    private static long fields(Map<String, JsonValue> fields) {
        long size = 0;
        for (Map.Entry<String, JsonValue> field : fields.entrySet()) {
            size += NODE + text(field.getKey()) + json(field.getValue());
        }
        return size;
    }

    private static long texts(List<String> texts) {
        long size = 0;
        for (String text : texts) {
            size += text(text);
        }
        return size;
    }

    private static long text(@Nullable String text) {
        return text == null ? 0 : TEXT + 2L * text.length();
    }
}
