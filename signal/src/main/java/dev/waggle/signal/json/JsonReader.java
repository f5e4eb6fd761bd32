package dev.waggle.signal.json;

import java.util.ServiceLoader;

/** Parser of JSON text. A module that has one registers it as a service; {@code waggle-journal} does. */
@FunctionalInterface
public interface JsonReader {

    /**
     * Parses the one value of a text.
     *
     * @throws IllegalArgumentException when it is not JSON, or passes a limit of the reader; the message names the
     *        place
     */
    JsonValue read(String text);

    /**
     * The parser that is registered as a service, the first one found.
     *
     * @throws IllegalStateException when none is registered
     */
    static JsonReader installed() {
        return ServiceLoader.load(JsonReader.class, JsonReader.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("no JSON parser is installed\n"
                        + "Maybe add dev.waggle:waggle-journal to the dependencies."));
    }
}
