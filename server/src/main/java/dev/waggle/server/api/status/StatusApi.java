package dev.waggle.server.api.status;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Health, metrics, and the document of all operations. */
public final class StatusApi {

    private static final String GROUP = "server";
    /** Text format of Prometheus, version 0.0.4. */
    private static final String METRICS = "text/plain; version=0.0.4";

    private final String version;
    private final BooleanSupplier isReady;
    private final Supplier<SortedMap<String, Double>> gauges;
    private final Supplier<SortedMap<String, Long>> requests;
    private final Supplier<JsonValue> document;

    /**
     * The operations of a server.
     *
     * @param version the version of the server
     * @param isReady whether it can write its log
     * @param gauges the metrics by name, without the prefix {@code waggle_}
     * @param requests the number of requests by operation
     * @param document the document, made at the first request
     */
    public StatusApi(String version, BooleanSupplier isReady, Supplier<SortedMap<String, Double>> gauges,
            Supplier<SortedMap<String, Long>> requests, Supplier<JsonValue> document) {
        this.version = version;
        this.isReady = isReady;
        this.gauges = gauges;
        this.requests = requests;
        this.document = document;
    }

    /** State of the server. */
    public record Health(@ApiDoc("up, if it answers at all.") String status,
            @ApiDoc("Version of the server.") String version) {}

    /** The operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("isLive", HttpVerb.GET, "/v1/health/live", "Answers while the server runs.",
                        _ -> up()).in(GROUP)
                        .answering(AnswerForm.json(200, "It runs.", Health.class)),
                Operation.of("isReady", HttpVerb.GET, "/v1/health/ready", "Answers whether the folder can be written.",
                        _ -> ready()).in(GROUP)
                        .answering(AnswerForm.json(200, "It can.", Health.class)).refusing(503),
                Operation.of("getMetrics", HttpVerb.GET, "/v1/metrics", "Returns metrics as Prometheus reads them.",
                        _ -> new ApiAnswer.Text(METRICS, metrics())).in(GROUP).needing(AccessScope.READ)
                        .answering(AnswerForm.of(200, "The metrics.", METRICS)),
                Operation.of("getDocument", HttpVerb.GET, "/v1/openapi.json", "Returns this document.",
                        _ -> ApiAnswer.of(document.get())).in(GROUP)
                        .answering(AnswerForm.json(200, "The document.",
                                new JsonValue.Obj(Map.of("type", JsonValue.of("object"))))));
    }

    private ApiAnswer ready() {
        if (!isReady.getAsBoolean()) {
            throw ProblemException.of(503, "the folder cannot be written now\nMaybe see the log of the server.");
        }
        return up();
    }

    /** A {@link Health}, without the mapper of records: a probe is the first request of most servers. */
    private ApiAnswer up() {
        return ApiAnswer.of(new JsonObjectBuilder().with("status", "up").with("version", version).json());
    }

    private String metrics() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(gauges.get()).forEach((name, value) -> text.append("# TYPE waggle_").append(name)
                .append(" gauge\nwaggle_").append(name).append(' ').append(value).append('\n'));
        text.append("# TYPE waggle_requests_total counter\n");
        requests.get().forEach((operation, count) -> text.append("waggle_requests_total{operation=\"")
                .append(operation).append("\"} ").append(count).append('\n'));
        return text.toString();
    }
}
