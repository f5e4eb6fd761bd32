package dev.waggle.swarm.lens;

import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.signal.JsonValue;

/** What a lens sees in a solve: a record of its own, with these two views of it. */
public interface LensReading {

    /** The one number that people watch, in the unit of the card; empty when there is none yet. */
    OptionalDouble headline();

    /** Every figure by its name in the specification, in the order in which people read them. */
    Map<String, JsonValue> figures();
}
