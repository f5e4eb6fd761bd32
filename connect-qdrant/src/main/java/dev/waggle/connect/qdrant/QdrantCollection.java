package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Requests about one collection of a Qdrant server, and their answers. Thread-safe. */
final class QdrantCollection {

    /** Writes are applied before the answer, by one replica in the same order for all writers. */
    private static final String SAFELY = "?wait=true&ordering=strong";

    private static final String DISTANCE = "Cosine";

    private final QdrantClient http;
    private final String path;
    private final String name;

    QdrantCollection(QdrantClient http, String name) {
        this.http = http;
        this.name = name;
        this.path = "/collections/" + name;
    }

    /** Name and address, for messages. */
    @Override
    public String toString() {
        return "collection " + name + " of Qdrant at " + http.base();
    }

    /** Length of the vectors; {@code null} if there is no such collection. Creates missing indexes. */
    @Nullable Integer open() throws IOException, InterruptedException {
        JsonValue info;
        try {
            info = http.get(path);
        } catch (QdrantException failure) {
            if (failure.kind() == Kind.NOT_FOUND) {
                return null;
            }
            throw failure;
        }
        int size = size(info);
        Map<String, JsonValue> indexed = field(info, "payload_schema") instanceof JsonValue.Obj(var fields)
                ? fields
                : Map.of();
        for (Map.Entry<String, JsonValue> index : PayloadField.indexes().entrySet()) {
            if (!indexed.containsKey(index.getKey())) {
                var _ = http.put(path + "/index" + SAFELY, new JsonObjectBuilder().with("field_name", index.getKey())
                        .with("field_schema", index.getValue()).json());
            }
        }
        return size;
    }

    /** Creates the collection; another process may be first. */
    void create(int size) throws IOException, InterruptedException {
        try {
            var _ = http.put(path, new JsonObjectBuilder().with("vectors",
                    new JsonObjectBuilder().with("size", size).with("distance", DISTANCE).json()).json());
        } catch (QdrantException failure) {
            if (failure.kind() != Kind.EXISTS) {
                throw failure;
            }
        }
    }

    private int size(JsonValue info) throws QdrantException {
        JsonValue vectors = field(field(field(info, "config"), "params"), "vectors");
        if (field(vectors, "size") instanceof JsonValue.Num(BigDecimal size)
                && field(vectors, "distance") instanceof JsonValue.Str(String distance)) {
            if (!distance.equals(DISTANCE)) {
                throw new QdrantException(Kind.MISMATCH, "the " + this + " compares vectors by " + distance
                        + ", expected " + DISTANCE + "\nMaybe it is of another program; choose another name.");
            }
            return size.intValue();
        }
        throw new QdrantException(Kind.MISMATCH, "the " + this + " has no single unnamed vector for each point"
                + "\nMaybe it is of another program; choose another name.");
    }

    /**
     * The points of these ids that exist. An answer that is too large is asked for in halves.
     *
     * @param payload the fields of the payload, or true or false
     */
    List<QdrantPoint> retrieve(List<JsonValue> ids, JsonValue payload) throws IOException, InterruptedException {
        try {
            return points(http.post(path + "/points", new JsonObjectBuilder().with("ids", ids)
                    .with("with_payload", payload).with("with_vector", false).json()));
        } catch (QdrantException failure) {
            if (failure.kind() != Kind.TOO_LARGE || ids.size() == 1) {
                throw failure;
            }
            List<QdrantPoint> all = new ArrayList<>(retrieve(ids.subList(0, ids.size() / 2), payload));
            all.addAll(retrieve(ids.subList(ids.size() / 2, ids.size()), payload));
            return all;
        }
    }

    /** Executes operations in their order. */
    void write(List<JsonValue> operations) throws IOException, InterruptedException {
        var _ = http.post(path + "/points/batch" + SAFELY,
                new JsonObjectBuilder().with("operations", operations).json());
    }

    /** Operation that inserts points, but for those that exist (Qdrant before 1.16 overwrites them). */
    static JsonValue insertion(List<JsonValue> points) {
        List<JsonValue> ids = points.stream().map(point -> field(point, "id")).toList();
        JsonValue absent = new QdrantFilter(List.of(), QdrantFilter.ids(ids).must()).json();
        return new JsonObjectBuilder().with("upsert",
                new JsonObjectBuilder().with("points", points).with("update_filter", absent).json()).json();
    }

    /** Point with its vector, to insert. */
    static JsonValue point(JsonValue id, float[] vector, JsonValue payload) {
        return new JsonObjectBuilder().with("id", id).with("vector", vector(vector)).with("payload", payload).json();
    }

    /** Operation that changes a point if it still has that version. */
    static JsonValue change(JsonValue id, long version, JsonValue.Obj payload) {
        QdrantFilter unchanged = QdrantFilter.ids(List.of(id))
                .with(QdrantFilter.match(PayloadField.VERSION, JsonValue.of(version)));
        return new JsonObjectBuilder().with("set_payload", new JsonObjectBuilder().with("payload", payload)
                .with("filter", unchanged.json()).json()).json();
    }

    /** Vector as JSON, with the fewest digits that tell its numbers apart. */
    static JsonValue vector(float[] numbers) {
        List<JsonValue> digits = new ArrayList<>(numbers.length);
        for (float number : numbers) {
            digits.add(new JsonValue.Num(new BigDecimal(Float.toString(number))));
        }
        return JsonValue.of(digits);
    }

    /** Answers to several queries in one request. */
    List<List<QdrantPoint>> query(List<JsonValue> queries) throws IOException, InterruptedException {
        String place = path + "/points/query/batch";
        List<List<QdrantPoint>> answers = new ArrayList<>();
        if (http.post(place, new JsonObjectBuilder().with("searches", queries)
                .json()) instanceof JsonValue.Arr(List<JsonValue> items)) {
            for (JsonValue item : items) {
                answers.add(points(field(item, "points")));
            }
        }
        if (answers.size() != queries.size()) {
            throw http.unreadable(place, answers.size() + " answers to " + queries.size() + " queries");
        }
        return answers;
    }

    /** Query for the points of a filter in the order of a field. */
    static JsonValue ordered(QdrantFilter filter, String field, int atMost) {
        return new JsonObjectBuilder().with("query",
                new JsonObjectBuilder().with("order_by", order(field, null)).json()).with("filter", filter.json())
                .with("limit", atMost).with("with_payload", PayloadField.RANKING).json();
    }

    /** Page of a filter in the order of a field, from that value on. */
    List<QdrantPoint> page(QdrantFilter filter, String field, @Nullable Long from, int atMost)
            throws IOException, InterruptedException {
        return points(field(http.post(path + "/points/scroll", new JsonObjectBuilder().with("filter", filter.json())
                .with("limit", atMost).with("order_by", order(field, from)).with("with_payload", true)
                .with("with_vector", false).json()), "points"));
    }

    /**
     * Page of points in the order of ids.
     *
     * @param next id of the first point of the next page; {@code null} after the last page
     */
    record IdPage(List<QdrantPoint> points, @Nullable JsonValue next) {}

    /** Page of a filter in the order of ids, from that id on. */
    IdPage page(QdrantFilter filter, @Nullable JsonValue from, int atMost, JsonValue payload)
            throws IOException, InterruptedException {
        JsonValue answer = http.post(path + "/points/scroll", new JsonObjectBuilder().with("filter", filter.json())
                .with("limit", atMost).withPresent("offset", from).with("with_payload", payload)
                .with("with_vector", false).json());
        JsonValue next = field(answer, "next_page_offset");
        return new IdPage(points(field(answer, "points")), next instanceof JsonValue.Null ? null : next);
    }

    long count(QdrantFilter filter) throws IOException, InterruptedException {
        String place = path + "/points/count";
        if (field(http.post(place, new JsonObjectBuilder().with("filter", filter.json()).with("exact", true).json()),
                "count") instanceof JsonValue.Num(BigDecimal count)) {
            return count.longValue();
        }
        throw http.unreadable(place, "it has no count");
    }

    /** The values of a field among the points of a filter, at most that many. */
    List<JsonValue> values(String field, QdrantFilter filter, int atMost) throws IOException, InterruptedException {
        JsonValue answer = http.post(path + "/facet", new JsonObjectBuilder().with("key", field).with("limit", atMost)
                .with("exact", true).with("filter", filter.json()).json());
        return field(answer, "hits") instanceof JsonValue.Arr(List<JsonValue> hits)
                ? hits.stream().map(hit -> field(hit, "value")).toList()
                : List.of();
    }

    void delete(List<JsonValue> ids) throws IOException, InterruptedException {
        var _ = http.post(path + "/points/delete" + SAFELY, new JsonObjectBuilder().with("points", ids).json());
    }

    void delete(QdrantFilter filter) throws IOException, InterruptedException {
        var _ = http.post(path + "/points/delete" + SAFELY,
                new JsonObjectBuilder().with("filter", filter.json()).json());
    }

    private static JsonValue order(String field, @Nullable Long from) {
        return new JsonObjectBuilder().with("key", field).with("direction", "asc")
                .withPresent("start_from", from == null ? null : JsonValue.of(from.longValue())).json();
    }

    private List<QdrantPoint> points(JsonValue items) throws QdrantException {
        if (!(items instanceof JsonValue.Arr(List<JsonValue> points))) {
            throw http.unreadable(path, "it has no points");
        }
        return points.stream().map(point -> new QdrantPoint(field(point, "id"),
                field(point, "score") instanceof JsonValue.Num(BigDecimal score) ? score.doubleValue() : 0,
                field(point, "payload"))).toList();
    }

    /** A field of an object; null of JSON without it. */
    private static JsonValue field(JsonValue value, String name) {
        return value instanceof JsonValue.Obj(Map<String, JsonValue> fields)
                ? fields.getOrDefault(name, JsonValue.ofNull())
                : JsonValue.ofNull();
    }
}
