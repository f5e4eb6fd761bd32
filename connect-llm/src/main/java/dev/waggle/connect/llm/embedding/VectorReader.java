package dev.waggle.connect.llm.embedding;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of the parts that replies of all formats have. */
final class VectorReader {

    private VectorReader() {}

    static JsonValue field(JsonValue of, String name) {
        JsonValue value = of instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }

    static List<JsonValue> items(JsonValue of, String name) {
        if (field(of, name) instanceof JsonValue.Arr array) {
            return array.items();
        }
        throw new IllegalArgumentException("the reply has no list " + name);
    }

    /** The numbers of a vector; one beyond the range of a float is infinite. */
    static float[] vector(JsonValue value) {
        if (!(value instanceof JsonValue.Arr array)) {
            throw new IllegalArgumentException("an embedding is no list of numbers");
        }
        float[] vector = new float[array.items().size()];
        for (int i = 0; i < vector.length; i++) {
            if (!(array.items().get(i) instanceof JsonValue.Num number)) {
                throw new IllegalArgumentException("place " + i + " of an embedding is no number");
            }
            vector[i] = number.value().floatValue();
        }
        return vector;
    }

    /** A count of tokens; null without one. */
    static @Nullable Long count(JsonValue value) {
        return value instanceof JsonValue.Num number && number.value().signum() >= 0
                ? Long.valueOf(number.value().longValue())
                : null;
    }
}
