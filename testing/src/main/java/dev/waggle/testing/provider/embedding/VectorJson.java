package dev.waggle.testing.provider.embedding;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonValue;

/** Writer of a vector as a list of numbers. */
final class VectorJson {

    private VectorJson() {}

    static JsonValue numbers(float[] vector) {
        List<JsonValue> numbers = new ArrayList<>(vector.length);
        for (float number : vector) {
            numbers.add(JsonValue.of((double) number));
        }
        return JsonValue.of(numbers);
    }
}
