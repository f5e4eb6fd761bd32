package dev.waggle.swarm.reaction;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON with the library of the tests. */
public final class TestJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private TestJson() {}

    public static JsonValue read(String text) {
        try {
            return Vectors.value(MAPPER.readTree(text));
        } catch (JacksonException bad) {
            throw new IllegalArgumentException("not JSON: " + bad.getOriginalMessage(), bad);
        }
    }

    static JsonNode vectors() {
        return MAPPER.readTree(resource("/vectors/reaction.json"));
    }

    /** A file of the tests, with line ends as on the machines that wrote it. */
    public static String resource(String name) {
        try (InputStream file = TestJson.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
