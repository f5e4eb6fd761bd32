package dev.waggle.connect.qdrant.server;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Points of a collection of the fake, and the operations on them. Guarded by its server. */
final class FakePoints {

    /** A point; its vector has the length 1, as Qdrant keeps vectors that it compares by cosine. */
    record Point(String key, JsonValue id, List<Float> vector, Map<String, JsonValue> payload) {}

    private final int size;
    private final boolean isConditional;
    private final TreeMap<String, Point> points = new TreeMap<>();
    private final Map<String, String> indexes = new LinkedHashMap<>();
    private long operations;

    /**
     * @param size length of the vectors
     * @param isConditional false for a server before 1.16, which does not know update filters
     */
    FakePoints(int size, boolean isConditional) {
        this.size = size;
        this.isConditional = isConditional;
    }

    int count() {
        return points.size();
    }

    Map<String, String> indexes() {
        return indexes;
    }

    JsonValue info() {
        JsonObjectBuilder schema = new JsonObjectBuilder();
        indexes.forEach((field, type) -> schema.with(field,
                new JsonObjectBuilder().with("data_type", type).with("points", points.size()).json()));
        JsonValue vectors = new JsonObjectBuilder().with("size", size).with("distance", "Cosine").json();
        return new JsonObjectBuilder().with("status", "green").with("points_count", points.size())
                .with("config", new JsonObjectBuilder()
                        .with("params", new JsonObjectBuilder().with("vectors", vectors).json()).json())
                .with("payload_schema", schema.json()).json();
    }

    JsonValue index(JsonValue request) {
        Body body = Body.of("CreateFieldIndex", request, "field_name", "field_schema");
        String type = body.value("field_schema") instanceof JsonValue.Str(String simple)
                ? simple
                : Body.of("PayloadSchemaParams", body.value("field_schema"), "type", "is_tenant").text("type");
        if (!List.of("keyword", "integer", "float", "datetime").contains(type)) {
            throw ApiRefusal.format("unknown variant `" + type + "` of PayloadSchemaType");
        }
        indexes.put(body.text("field_name"), type);
        return done();
    }

    JsonValue retrieve(JsonValue request) {
        Body body = Body.of("PointRequest", request, "ids", "with_payload", "with_vector");
        List<JsonValue> found = new ArrayList<>();
        for (String key : body.ids("ids")) {
            Point point = points.get(key);
            if (point != null) {
                found.add(record(point, body.optional("with_payload"), null));
            }
        }
        return JsonValue.of(found);
    }

    JsonValue batch(JsonValue request) {
        List<JsonValue> results = new ArrayList<>();
        for (JsonValue each : Body.of("UpdateOperations", request, "operations").list("operations")) {
            Body operation = Body.of("UpdateOperation", each, "upsert", "set_payload");
            results.add(operation.has("upsert")
                    ? upsert(operation.value("upsert"))
                    : setPayload(operation.value("set_payload")));
        }
        return JsonValue.of(results);
    }

    private JsonValue upsert(JsonValue request) {
        Body body = Body.of("PointsList", request, "points", "update_filter");
        Predicate<Point> condition = body.has("update_filter") && isConditional
                ? new PointFilter(indexes).of(body.optional("update_filter"))
                : _ -> true;
        List<Point> added = new ArrayList<>();
        for (JsonValue each : body.list("points")) {
            Body point = Body.of("PointStruct", each, "id", "vector", "payload");
            float[] vector = checked(Body.vector(point.value("vector")));
            if (!(point.value("payload") instanceof JsonValue.Obj(Map<String, JsonValue> payload))) {
                throw ApiRefusal.format("invalid type of `payload`: expected a map");
            }
            added.add(new Point(Body.key(point.value("id")), point.value("id"), normalized(vector), payload));
        }
        for (Point point : added) {
            Point known = points.get(point.key());
            if (known == null || condition.test(known)) {
                points.put(point.key(), point);
            }
        }
        return done();
    }

    private float[] checked(float[] vector) {
        if (vector.length != size) {
            throw ApiRefusal.wrong("Vector dimension error: expected dim: " + size + ", got " + vector.length);
        }
        return vector;
    }

    private static List<Float> normalized(float[] vector) {
        double square = 0;
        for (float each : vector) {
            square += (double) each * each;
        }
        List<Float> unit = new ArrayList<>(vector.length);
        for (float each : vector) {
            unit.add(square == 0 ? each : (float) (each / Math.sqrt(square)));
        }
        return unit;
    }

    private JsonValue setPayload(JsonValue request) {
        Body body = Body.of("SetPayload", request, "payload", "points", "filter");
        if (!body.has("points") && !body.has("filter")) {
            throw ApiRefusal.format("Either list of point ids or filter must be provided");
        }
        if (!(body.value("payload") instanceof JsonValue.Obj(Map<String, JsonValue> changes))) {
            throw ApiRefusal.format("invalid type of `payload`: expected a map");
        }
        List<Point> chosen = body.has("points")
                ? body.ids("points").stream().filter(points::containsKey).map(points::get).toList()
                : chosen(body.value("filter"));
        for (Point point : chosen) {
            Map<String, JsonValue> payload = new LinkedHashMap<>(point.payload());
            payload.putAll(changes);
            points.put(point.key(), new Point(point.key(), point.id(), point.vector(), payload));
        }
        return done();
    }

    /** Points of a filter. Conditions on ids are looked up, so that a change of one point reads one point. */
    private List<Point> chosen(@Nullable JsonValue filter) {
        Predicate<Point> test = new PointFilter(indexes).of(filter);
        if (filter instanceof JsonValue.Obj(var parts) && parts.get("must") instanceof JsonValue.Arr(var must)) {
            for (JsonValue condition : must) {
                if (condition instanceof JsonValue.Obj(var fields) && fields.containsKey("has_id")) {
                    return Body.of("Condition", condition, "has_id").ids("has_id").stream().filter(points::containsKey)
                            .map(points::get).filter(test).toList();
                }
            }
        }
        return points.values().stream().filter(test).toList();
    }

    JsonValue query(JsonValue request) {
        List<JsonValue> answers = new ArrayList<>();
        for (JsonValue each : Body.of("QueryRequestBatch", request, "searches").list("searches")) {
            answers.add(new JsonObjectBuilder().with("points", queryOne(each)).json());
        }
        return JsonValue.of(answers);
    }

    private List<JsonValue> queryOne(JsonValue request) {
        Body body = Body.of("QueryRequest", request, "query", "filter", "limit", "offset", "score_threshold",
                "with_payload", "with_vector");
        int limit = body.limit("limit", 10);
        int offset = body.whole("offset", 0);
        List<Point> chosen = chosen(body.optional("filter"));
        JsonValue query = body.optional("query");
        if (query instanceof JsonValue.Arr) {
            List<Float> wanted = normalized(checked(Body.vector(query)));
            double least = body.number("score_threshold", -2);
            return chosen.stream().map(point -> new Scored(point, cosine(wanted, point.vector())))
                    .filter(scored -> scored.score() >= least)
                    .sorted(Comparator.comparingDouble(Scored::score).reversed()).skip(offset).limit(limit)
                    .map(scored -> record(scored.point(), body.optional("with_payload"), scored.score())).toList();
        }
        List<Point> sorted = query == null
                ? chosen
                : ordered(chosen, Body.of("Query", query, "order_by").value("order_by"));
        return sorted.stream().skip(offset).limit(limit).map(point -> record(point, body.optional("with_payload"), 0.0))
                .toList();
    }

    private record Scored(Point point, double score) {}

    private static double cosine(List<Float> one, List<Float> other) {
        float sum = 0;
        for (int i = 0; i < one.size(); i++) {
            sum += one.get(i) * other.get(i);
        }
        return sum;
    }

    JsonValue scroll(JsonValue request) {
        Body body = Body.of("ScrollRequest", request, "filter", "limit", "offset", "order_by", "with_payload",
                "with_vector");
        int limit = body.limit("limit", 10);
        List<Point> chosen = chosen(body.optional("filter"));
        JsonObjectBuilder answer = new JsonObjectBuilder();
        if (body.has("order_by")) {
            if (body.has("offset")) {
                throw ApiRefusal.wrong("Cannot use an `offset` when using `order_by`. The alternative for paging is to "
                        + "use `order_by.start_from` and a filter to exclude the IDs that you've already seen");
            }
            List<Point> page = ordered(chosen, body.value("order_by")).stream().limit(limit).toList();
            return answer.with("points", records(page, body)).with("next_page_offset", JsonValue.ofNull()).json();
        }
        String from = body.has("offset") ? Body.key(body.value("offset")) : "";
        List<Point> rest = chosen.stream().filter(point -> point.key().compareTo(from) >= 0).limit(limit + 1L).toList();
        return answer.with("points", records(rest.subList(0, Math.min(limit, rest.size())), body))
                .with("next_page_offset", rest.size() > limit ? rest.getLast().id() : JsonValue.ofNull()).json();
    }

    private List<JsonValue> records(List<Point> page, Body body) {
        return page.stream().map(point -> record(point, body.optional("with_payload"), null)).toList();
    }

    private List<Point> ordered(List<Point> chosen, JsonValue order) {
        Body by = Body.of("OrderBy", order, "key", "direction", "start_from");
        String field = by.text("key");
        String type = indexes.getOrDefault(field, "keyword");
        if (type.equals("keyword")) {
            throw new ApiRefusal(400, "Wrong input: No range index for `order_by` key: `" + field
                    + "`. Please create one to use `order_by`.");
        }
        BigDecimal from = BigDecimal.valueOf(by.number("start_from", -Double.MAX_VALUE));
        List<Ordered> ordered = new ArrayList<>();
        for (Point point : chosen) {
            BigDecimal place = PointFilter.comparable(point.payload().get(field), type);
            if (place != null && place.compareTo(from) >= 0) {
                ordered.add(new Ordered(point, place));
            }
        }
        return ordered.stream().sorted(Comparator.comparing(Ordered::place)).map(Ordered::point).toList();
    }

    private record Ordered(Point point, BigDecimal place) {}

    JsonValue count(JsonValue request) {
        Body body = Body.of("CountRequest", request, "filter", "exact");
        return new JsonObjectBuilder().with("count", chosen(body.optional("filter")).size()).json();
    }

    JsonValue facet(JsonValue request) {
        Body body = Body.of("FacetRequest", request, "key", "limit", "filter", "exact");
        String field = body.text("key");
        if (!List.of("keyword", "integer").contains(indexes.getOrDefault(field, ""))) {
            throw ApiRefusal.wrong("Cannot facet on key `" + field + "`: no appropriate index");
        }
        Map<JsonValue, Long> counts = new LinkedHashMap<>();
        for (Point point : chosen(body.optional("filter"))) {
            JsonValue value = point.payload().get(field);
            if (value != null) {
                counts.merge(value, 1L, Long::sum);
            }
        }
        List<JsonValue> hits = counts.entrySet().stream()
                .sorted(Map.Entry.<JsonValue, Long>comparingByValue().reversed()).limit(body.limit("limit", 10))
                .<JsonValue>map(entry -> new JsonObjectBuilder().with("value", entry.getKey())
                        .with("count", entry.getValue().longValue()).json())
                .toList();
        return new JsonObjectBuilder().with("hits", hits).json();
    }

    JsonValue delete(JsonValue request) {
        Body body = Body.of("PointsSelector", request, "points", "filter");
        List<String> keys = body.has("points")
                ? body.ids("points")
                : chosen(body.value("filter")).stream().map(Point::key).toList();
        keys.forEach(points::remove);
        return done();
    }

    private JsonValue done() {
        operations++;
        return new JsonObjectBuilder().with("operation_id", operations).with("status", "completed").json();
    }

    private static JsonValue record(Point point, @Nullable JsonValue with, @Nullable Double score) {
        JsonObjectBuilder record = new JsonObjectBuilder().with("id", point.id()).withPresent("score", score);
        if (with instanceof JsonValue.Bool(boolean isAll) && isAll) {
            record.with("payload", point.payload());
        } else if (with instanceof JsonValue.Arr(List<JsonValue> names)) {
            JsonObjectBuilder some = new JsonObjectBuilder();
            names.forEach(name -> {
                if (name instanceof JsonValue.Str(String field)) {
                    some.withPresent(field, point.payload().get(field));
                }
            });
            record.with("payload", some.json());
        }
        return record.json();
    }
}
