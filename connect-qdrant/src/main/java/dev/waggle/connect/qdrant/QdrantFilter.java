package dev.waggle.connect.qdrant;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Filter of points as Qdrant writes it.
 *
 * @param must conditions that hold
 * @param mustNot conditions that do not hold
 */
record QdrantFilter(List<JsonValue> must, List<JsonValue> mustNot) {

    /** All memories: every point but the clock. */
    static final QdrantFilter MEMORIES = new QdrantFilter(List.of(), List.of(hasId(PointId.CLOCK)));

    QdrantFilter {
        must = List.copyOf(must);
        mustNot = List.copyOf(mustNot);
    }

    /** The points of these ids. */
    static QdrantFilter ids(List<JsonValue> ids) {
        return new QdrantFilter(List.of(new JsonObjectBuilder().with("has_id", ids).json()), List.of());
    }

    /** The memories that a filter chooses. */
    static QdrantFilter of(MemoryFilter chosen) {
        QdrantFilter filter = MEMORIES.withOptional(PayloadField.CATEGORY, chosen.category())
                .withOptional(PayloadField.AUTHOR, chosen.author()).withOptional(PayloadField.RUN, chosen.run())
                .withTime("gte", chosen.since()).withTime("lt", chosen.before());
        String tenant = chosen.tenants().tenant();
        if (chosen.tenants().isAny()) {
            return filter;
        }
        return tenant == null
                ? filter.with(new JsonObjectBuilder().with("is_empty",
                        new JsonObjectBuilder().with("key", PayloadField.TENANT).json()).json())
                : filter.with(match(PayloadField.TENANT, JsonValue.of(tenant)));
    }

    /** The filter with one more condition. */
    QdrantFilter with(JsonValue condition) {
        return new QdrantFilter(joined(must, condition), mustNot);
    }

    /** The filter with one more condition that must not hold. */
    QdrantFilter without(JsonValue condition) {
        return new QdrantFilter(must, joined(mustNot, condition));
    }

    static JsonValue match(String field, JsonValue value) {
        return new JsonObjectBuilder().with("key", field)
                .with("match", new JsonObjectBuilder().with("value", value).json()).json();
    }

    /** Condition on a number or date: one of {@code lt}, {@code lte}, {@code gt}, {@code gte}. */
    static JsonValue range(String field, String bound, JsonValue value) {
        return new JsonObjectBuilder().with("key", field)
                .with("range", new JsonObjectBuilder().with(bound, value).json()).json();
    }

    JsonValue json() {
        JsonObjectBuilder filter = new JsonObjectBuilder();
        if (!must.isEmpty()) {
            filter.with("must", must);
        }
        if (!mustNot.isEmpty()) {
            filter.with("must_not", mustNot);
        }
        return filter.json();
    }

    private static JsonValue hasId(JsonValue id) {
        return new JsonObjectBuilder().with("has_id", List.of(id)).json();
    }

    private QdrantFilter withOptional(String field, @Nullable String value) {
        return value == null ? this : with(match(field, JsonValue.of(value)));
    }

    private QdrantFilter withTime(String bound, @Nullable Instant moment) {
        return moment == null ? this : with(range(PayloadField.TIME, bound, JsonValue.of(moment.toString())));
    }

    private static List<JsonValue> joined(List<JsonValue> conditions, JsonValue more) {
        List<JsonValue> all = new ArrayList<>(conditions);
        all.add(more);
        return all;
    }
}
