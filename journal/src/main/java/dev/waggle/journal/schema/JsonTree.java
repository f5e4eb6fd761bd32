package dev.waggle.journal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

import com.networknt.schema.InputFormat;
import com.networknt.schema.serialization.NodeReader;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Values and schemas as the tree that the checking library walks. All numbers are decimals, so that thresholds are
 * compared digit by digit. The library would convert others to 64 bits, and fail if they do not fit.
 */
final class JsonTree implements NodeReader {

    /**
     * Maximum number of decimal places before or behind the point; a number beyond represents all others. It is
     * outside of every double and every threshold of ours, and short enough to be written out.
     */
    private static final int MAX_EXPONENT = 400;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Number of values, the outermost included. */
    static long size(JsonValue value) {
        return switch (value) {
            case JsonValue.Arr arr -> 1 + arr.items().stream().mapToLong(JsonTree::size).sum();
            case JsonValue.Obj obj -> 1 + obj.fields().values().stream().mapToLong(JsonTree::size).sum();
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> 1;
        };
    }

    /** True if arrays and objects are nested at most as deep as {@link JsonText} reads and writes. */
    static boolean isInDepth(JsonValue value) {
        return isInDepth(value, JsonText.MAX_DEPTH);
    }

    static JsonNode of(JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> NODES.nullNode();
            case JsonValue.Bool bool -> NODES.booleanNode(bool.value());
            case JsonValue.Str str -> NODES.stringNode(str.value());
            case JsonValue.Num num -> NODES.numberNode(inRange(num.value()));
            case JsonValue.Arr arr -> {
                ArrayNode items = NODES.arrayNode(arr.items().size());
                arr.items().forEach(item -> items.add(of(item)));
                yield items;
            }
            case JsonValue.Obj obj -> {
                ObjectNode fields = NODES.objectNode();
                obj.fields().forEach((name, field) -> fields.set(name, of(field)));
                yield fields;
            }
        };
    }

    @Override
    public JsonNode readTree(String content, InputFormat format) {
        return of(JsonText.read(content));
    }

    @Override
    public JsonNode readTree(InputStream content, InputFormat format) {
        try {
            return readTree(new String(content.readAllBytes(), StandardCharsets.UTF_8), format);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read a schema", failure);
        }
    }

    private static boolean isInDepth(JsonValue value, int left) {
        return switch (value) {
            case JsonValue.Arr arr -> left > 0 && arr.items().stream().allMatch(item -> isInDepth(item, left - 1));
            case JsonValue.Obj obj ->
                left > 0 && obj.fields().values().stream().allMatch(field -> isInDepth(field, left - 1));
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> true;
        };
    }

    private static BigDecimal inRange(BigDecimal value) {
        long exponent = (long) value.precision() - value.scale() - 1;
        if (value.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (Math.abs(exponent) <= MAX_EXPONENT) {
            return value;
        }
        return BigDecimal.valueOf(value.signum()).scaleByPowerOfTen(exponent > 0 ? MAX_EXPONENT : -MAX_EXPONENT);
    }
}
