package dev.waggle.swarm.lens;

import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.signal.json.JsonValue;

/** Reading of a lens: a record type for each lens, with these two common views. */
public interface LensReading {

    /** Main number, in the unit of the card; empty when there is none yet. */
    OptionalDouble headline();

    /** Every figure by its name in the specification, in display order. */
    Map<String, JsonValue> figures();
}
