package dev.waggle.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.Vectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Cases of one file of shared vectors as tests. A number passes when it is within tolerance x max(1, |expected|).
 * Everything else must be equal; an expected error must be an {@link IllegalArgumentException} with a message.
 */
public final class MathVectors {

    private MathVectors() {}

    /**
     * Returns a test for each case of a file.
     *
     * @param module the name of the file without its ending
     * @param kernel answers an input with what the case expects: numbers, texts, booleans, nulls, and maps, lists and
     *        arrays of them. Fields that the case does not expect are ignored
     */
    public static Stream<DynamicTest> of(String module, Function<JsonNode, @Nullable Object> kernel) {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode item : Vectors.file("math/" + module + ".json").get("cases")) {
            tests.add(DynamicTest.dynamicTest(item.get("name").asString(), () -> check(item, kernel)));
        }
        assertThat(tests).isNotEmpty();
        return tests.stream();
    }

    private static void check(JsonNode item, Function<JsonNode, @Nullable Object> kernel) {
        JsonNode expected = item.get("expected");
        if (expected.has("error")) {
            assertThatThrownBy(() -> kernel.apply(item.get("input"))).isInstanceOf(IllegalArgumentException.class)
                    .message().isNotBlank();
        } else {
            JsonNode tolerance = item.get("tolerance");
            compare("", kernel.apply(item.get("input")), expected, tolerance == null ? 0 : tolerance.asDouble());
        }
    }

    private static void compare(String path, @Nullable Object actual, JsonNode expected, double tolerance) {
        if (expected.isNull()) {
            assertThat(actual).as(path).isNull();
        } else if (expected.isObject()) {
            assertThat(actual).as(path).isInstanceOf(Map.class);
            Map<?, ?> fields = (Map<?, ?>) actual;
            for (Map.Entry<String, JsonNode> field : expected.properties()) {
                assertThat(fields.containsKey(field.getKey())).as(path + "/" + field.getKey() + " is there").isTrue();
                compare(path + "/" + field.getKey(), fields.get(field.getKey()), field.getValue(), tolerance);
            }
        } else if (expected.isArray()) {
            List<?> items = list(path, actual);
            assertThat(items).as(path).hasSize(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                compare(path + "/" + i, items.get(i), expected.get(i), tolerance);
            }
        } else if (actual instanceof Number number) {
            double wanted = number(expected);
            if (Double.isFinite(wanted)) {
                assertThat(number.doubleValue()).as(path).isCloseTo(wanted,
                        org.assertj.core.data.Offset.offset(tolerance * Math.max(1, Math.abs(wanted))));
            } else {
                assertThat(number.doubleValue()).as(path).isEqualTo(wanted);
            }
        } else if (expected.isBoolean()) {
            assertThat(actual).as(path).isEqualTo(expected.asBoolean());
        } else {
            assertThat(actual).as(path).isEqualTo(expected.asString());
        }
    }

    private static List<?> list(String path, @Nullable Object actual) {
        return switch (actual) {
            case List<?> list -> list;
            case Set<?> set -> List.copyOf(set);
            case double[] values -> Arrays.stream(values).boxed().toList();
            case int[] values -> Arrays.stream(values).boxed().toList();
            case Object[] values -> Arrays.asList(values);
            case null, default -> throw new AssertionError(path + " must be a list, got " + actual);
        };
    }

    /** Returns the number of a node; "Infinity", "-Infinity" and "NaN" stand for the IEEE values. */
    public static double number(JsonNode node) {
        return node.isString() ? Double.parseDouble(node.asString()) : node.asDouble();
    }

    /** The numbers of an array. */
    public static double[] numbers(JsonNode array) {
        double[] values = new double[array.size()];
        Arrays.setAll(values, i -> number(array.get(i)));
        return values;
    }

    /** The rows of an array of arrays. */
    public static double[][] rows(JsonNode array) {
        double[][] rows = new double[array.size()][];
        Arrays.setAll(rows, i -> numbers(array.get(i)));
        return rows;
    }

    /** Returns the labels of these objects in order of first occurrence, the common index of their values. */
    public static List<String> labels(JsonNode... objects) {
        Set<String> labels = new LinkedHashSet<>();
        for (JsonNode object : objects) {
            object.properties().forEach(field -> labels.add(field.getKey()));
        }
        return List.copyOf(labels);
    }

    /** The values of an object at that index; 0 where it has none. */
    public static double[] values(JsonNode object, List<String> labels) {
        double[] values = new double[labels.size()];
        Arrays.setAll(values, i -> object.has(labels.get(i)) ? number(object.get(labels.get(i))) : 0);
        return values;
    }

    /** The values under their labels. */
    public static Map<String, Object> labelled(List<String> labels, double[] values) {
        Map<String, Object> labelled = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            labelled.put(labels.get(i), values[i]);
        }
        return labelled;
    }

    /** Returns a map from alternating keys and values. */
    public static Map<String, @Nullable Object> map(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }
}
