package dev.waggle.signal.bus;

import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;

import static java.util.Map.entry;

/**
 * Callback that receives the payload beside its signal, as the record that belongs to the type of the signal.
 *
 * @param payload the class of the payload
 * @param function the function to call
 */
record TypedCallback<P extends Payload>(Class<P> payload, BiConsumer<? super Signal, ? super P> function)
        implements Consumer<Signal> {

    private static final Map<Class<? extends Payload>, SignalType> TYPES = Map.ofEntries(
            entry(Payload.Task.class, SignalType.TASK_NEW),
            entry(Payload.Discovery.class, SignalType.DISCOVERY),
            entry(Payload.Proposal.class, SignalType.PROPOSAL),
            entry(Payload.Doubt.class, SignalType.DOUBT),
            entry(Payload.Challenge.class, SignalType.CHALLENGE),
            entry(Payload.Vote.class, SignalType.VOTE),
            entry(Payload.Conflict.class, SignalType.CONFLICT),
            entry(Payload.ConsensusReached.class, SignalType.CONSENSUS_REACHED),
            entry(Payload.Escalate.class, SignalType.ESCALATE),
            entry(Payload.SharedMemory.class, SignalType.MEMORY_SHARED),
            entry(Payload.ToolResult.class, SignalType.TOOL_RESULT));

    TypedCallback {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(function, "callback");
    }

    /** Returns the type of the signals with such a payload; refuses open payloads, which have any type. */
    SignalType type() {
        SignalType type = TYPES.get(payload);
        if (type == null) {
            throw new IllegalArgumentException("a payload of " + payload.getSimpleName()
                    + " has no type of its own, and a subscription needs one\nMaybe subscribe(subscriber, "
                    + "Pattern.of(\"my:*\"), callback), and look at signal.payload().");
        }
        return type;
    }

    @Override
    public void accept(Signal signal) {
        function.accept(signal, payload.cast(signal.payload()));
    }
}
