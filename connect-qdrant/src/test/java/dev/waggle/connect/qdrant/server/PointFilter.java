package dev.waggle.connect.qdrant.server;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.connect.qdrant.server.FakePoints.Point;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a request. As in the strict mode of Qdrant Cloud, a condition on a field without an index is refused. So
 * is a range on an index of another type.
 */
final class PointFilter {

    private final Map<String, String> indexes;

    /** @param indexes types of the indexes by field */
    PointFilter(Map<String, String> indexes) {
        this.indexes = indexes;
    }

    Predicate<Point> of(@Nullable JsonValue value) {
        if (value == null) {
            return _ -> true;
        }
        Body filter = Body.of("Filter", value, "must", "must_not", "should");
        List<Predicate<Point>> must = conditions(filter, "must");
        List<Predicate<Point>> not = conditions(filter, "must_not");
        List<Predicate<Point>> should = conditions(filter, "should");
        return point -> must.stream().allMatch(each -> each.test(point))
                && not.stream().noneMatch(each -> each.test(point))
                && (should.isEmpty() || should.stream().anyMatch(each -> each.test(point)));
    }

    private List<Predicate<Point>> conditions(Body filter, String name) {
        List<Predicate<Point>> conditions = new ArrayList<>();
        if (filter.has(name)) {
            filter.list(name).forEach(each -> conditions.add(condition(each)));
        }
        return conditions;
    }

    private Predicate<Point> condition(JsonValue value) {
        Body condition = Body.of("Condition", value, "has_id", "is_empty", "key", "match", "range");
        if (condition.has("has_id")) {
            Set<String> ids = new HashSet<>(condition.ids("has_id"));
            return point -> ids.contains(point.key());
        }
        if (condition.has("is_empty")) {
            String field = indexed(Body.of("IsEmptyCondition", condition.value("is_empty"), "key").text("key"));
            return point -> point.payload().getOrDefault(field, JsonValue.ofNull()) instanceof JsonValue.Null;
        }
        String field = indexed(condition.text("key"));
        if (condition.has("match")) {
            JsonValue wanted = Body.of("Match", condition.value("match"), "value").value("value");
            if (!(wanted instanceof JsonValue.Str) && !(wanted instanceof JsonValue.Bool)
                    && !(wanted instanceof JsonValue.Num(BigDecimal number) && number.scale() <= 0)) {
                throw ApiRefusal.format("data did not match any variant of untagged enum Match");
            }
            return point -> wanted.equals(point.payload().get(field));
        }
        return range(field, condition.value("range"));
    }

    private String indexed(String field) {
        if (!indexes.containsKey(field)) {
            throw new ApiRefusal(400, "Bad request: Index required but not found for \"" + field
                    + "\". Help: Create an index for this key or use a different filter.");
        }
        return field;
    }

    private Predicate<Point> range(String field, JsonValue value) {
        List<String> bounds = List.of("lt", "lte", "gt", "gte");
        Body range = Body.of("Range", value, bounds.toArray(String[]::new));
        List<Predicate<BigDecimal>> tests = new ArrayList<>();
        String type = String.valueOf(indexes.get(field));
        for (String bound : bounds) {
            JsonValue limit = range.optional(bound);
            if (limit != null) {
                BigDecimal least = comparable(limit, type);
                if (least == null) {
                    throw ApiRefusal
                            .format("data did not match any variant of untagged enum RangeInterface for " + type);
                }
                tests.add(found -> {
                    int order = found.compareTo(least);
                    return switch (bound) {
                        case "lt" -> order < 0;
                        case "lte" -> order <= 0;
                        case "gt" -> order > 0;
                        default -> order >= 0;
                    };
                });
            }
        }
        return point -> {
            BigDecimal found = comparable(point.payload().get(field), type);
            return found != null && tests.stream().allMatch(test -> test.test(found));
        };
    }

    /** Number, or microseconds of a date, in a range index; {@code null} for other values. */
    static @Nullable BigDecimal comparable(@Nullable JsonValue value, String type) {
        if (type.equals("datetime") && value instanceof JsonValue.Str(String text)) {
            try {
                return BigDecimal.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text)));
            } catch (DateTimeException notADate) {
                return null;
            }
        }
        return (type.equals("integer") || type.equals("float")) && value instanceof JsonValue.Num(BigDecimal number)
                ? number
                : null;
    }
}
