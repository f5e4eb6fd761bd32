package dev.waggle.signal.learning;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;

/**
 * JSON codec of evidence, without loss, the arms in the order of their names.
 *
 * <pre>
 *   {"propose":{"lessons":2,"precision":[2.0,0.5],"weighted":[1.5,0.75]}}
 * </pre>
 */
public final class EvidenceJson {

    private static final String LESSONS = "lessons";
    private static final String PRECISION = "precision";
    private static final String WEIGHTED = "weighted";
    private static final Set<String> FIELDS = Set.of(LESSONS, PRECISION, WEIGHTED);

    private EvidenceJson() {}

    public static JsonValue of(Map<String, ArmEvidence> arms) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        new TreeMap<>(arms).forEach((word, evidence) -> fields.put(word, of(evidence)));
        return JsonValue.of(fields);
    }

    private static JsonValue of(ArmEvidence evidence) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put(LESSONS, JsonValue.of(evidence.lessons()));
        fields.put(PRECISION, numbers(evidence.precision()));
        fields.put(WEIGHTED, numbers(evidence.weighted()));
        return JsonValue.of(fields);
    }

    private static JsonValue numbers(List<Double> numbers) {
        return JsonValue.of(numbers.stream().map(number -> JsonValue.of((double) number)).toList());
    }

    /**
     * Reads the evidence by arm.
     *
     * @throws IllegalArgumentException when this is something else; the message names the place
     */
    public static Map<String, ArmEvidence> read(JsonValue json) {
        if (!(json instanceof JsonValue.Obj arms)) {
            throw new IllegalArgumentException("evidence must be an object with a field for each choice");
        }
        Map<String, ArmEvidence> read = new LinkedHashMap<>();
        arms.fields().forEach((word, evidence) -> {
            if (!(evidence instanceof JsonValue.Obj obj && obj.fields().keySet().equals(FIELDS))) {
                throw new IllegalArgumentException("the evidence about " + JsonLine.quoted(word)
                        + " must have the fields " + LESSONS + ", " + PRECISION + " and " + WEIGHTED);
            }
            read.put(word,
                    new ArmEvidence(whole(word, obj), numbers(word, obj, PRECISION), numbers(word, obj, WEIGHTED)));
        });
        return read;
    }

    private static long whole(String word, JsonValue.Obj evidence) {
        if (evidence.fields().get(LESSONS) instanceof JsonValue.Num(BigDecimal number) && number.scale() == 0
                && number.precision() < String.valueOf(Long.MAX_VALUE).length() + 1
                && number.compareTo(BigDecimal.valueOf(number.longValue())) == 0) {
            return number.longValue();
        }
        throw new IllegalArgumentException("the lessons about " + JsonLine.quoted(word) + " must be a whole number");
    }

    private static List<Double> numbers(String word, JsonValue.Obj evidence, String field) {
        if (evidence.fields().get(field) instanceof JsonValue.Arr(List<JsonValue> items)
                && items.stream().allMatch(JsonValue.Num.class::isInstance)) {
            return items.stream().map(JsonValue.Num.class::cast).map(number -> number.value().doubleValue()).toList();
        }
        throw new IllegalArgumentException(
                "the " + field + " about " + JsonLine.quoted(word) + " must be an array of numbers");
    }
}
