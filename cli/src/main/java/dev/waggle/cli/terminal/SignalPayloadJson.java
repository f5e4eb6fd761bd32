package dev.waggle.cli.terminal;

import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;

/** Payload of a signal as JSON, in the form of its journal. */
public final class SignalPayloadJson {

    private SignalPayloadJson() {}

    /** The data of a signal; null if it has none. */
    public static JsonValue of(Signal signal) {
        JsonValue data = SignalCodec.encode(signal).fields().get("data");
        return data == null ? JsonValue.ofNull() : data;
    }
}
