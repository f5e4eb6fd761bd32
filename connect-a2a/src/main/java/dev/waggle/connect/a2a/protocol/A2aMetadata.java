package dev.waggle.connect.a2a.protocol;

import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Fields that users of the protocol add to its records. */
public final class A2aMetadata {

    /** Metadata without a field; they are not written. */
    public static final JsonValue.Obj NONE = new JsonValue.Obj(Map.of());

    private A2aMetadata() {}
}
