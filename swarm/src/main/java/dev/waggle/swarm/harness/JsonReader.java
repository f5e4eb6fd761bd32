package dev.waggle.swarm.harness;

import dev.waggle.signal.JsonValue;

/** Reads JSON; the journal's reader is one. */
@FunctionalInterface
public interface JsonReader {

    /**
     * Parses the one value of a text.
     *
     * @throws IllegalArgumentException when it is not JSON, or passes a limit of the reader; the message names the
     *        place
     */
    JsonValue read(String text);
}
