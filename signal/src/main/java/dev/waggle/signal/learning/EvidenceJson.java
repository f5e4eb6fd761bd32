package dev.waggle.signal.learning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * JSON codec of evidence, without loss, the arms in the order of their names.
 *
 * <pre>
 *   {"propose":{"lessons":2,"precision":[2.0,0.5],"weighted":[1.5,0.75]}}
 * </pre>
 */
public final class EvidenceJson {

    private EvidenceJson() {}

    public static JsonValue of(Map<String, ArmEvidence> arms) {
        JsonObjectBuilder object = new JsonObjectBuilder();
        new TreeMap<>(arms).forEach((word, evidence) -> object.with(word, of(evidence)));
        return object.json();
    }

    private static JsonValue of(ArmEvidence evidence) {
        return new JsonObjectBuilder().with("lessons", evidence.lessons())
                .with("precision", numbers(evidence.precision()))
                .with("weighted", numbers(evidence.weighted())).json();
    }

    private static List<JsonValue> numbers(List<Double> numbers) {
        return numbers.stream().map(number -> JsonValue.of((double) number)).toList();
    }

    /**
     * Reads the evidence by arm.
     *
     * @throws IllegalArgumentException when this is something else; the message names the place
     */
    public static Map<String, ArmEvidence> read(JsonValue json) {
        JsonObjectReader arms = JsonObjectReader.root("evidence", json);
        Map<String, ArmEvidence> read = new LinkedHashMap<>();
        for (String word : arms.names()) {
            JsonObjectReader arm = arms.object(word);
            read.put(word, arm.build(() -> new ArmEvidence(arm.integer("lessons"), arm.numbers("precision"),
                    arm.numbers("weighted"))));
            arm.rejectUnknownFields();
        }
        return read;
    }
}
