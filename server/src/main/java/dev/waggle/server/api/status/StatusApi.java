package dev.waggle.server.api.status;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
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
    private final Supplier<List<Metric>> metrics;
    private final Supplier<SortedMap<String, Long>> requests;
    private final Supplier<JsonValue> document;

    /**
     * The operations of a server.
     *
     * @param version the version of the server
     * @param isReady whether it can write its log
     * @param metrics the metrics without a label
     * @param requests the number of requests by operation
     * @param document the document, made at the first request
     */
    public StatusApi(String version, BooleanSupplier isReady, Supplier<List<Metric>> metrics,
            Supplier<SortedMap<String, Long>> requests, Supplier<JsonValue> document) {
        this.version = version;
        this.isReady = isReady;
        this.metrics = metrics;
        this.requests = requests;
        this.document = document;
    }

    /** Kind of a metric (Prometheus, metric types). */
    public enum MetricKind {
        GAUGE, COUNTER
    }

    /**
     * A metric.
     *
     * @param name its name, without the prefix {@code waggle_}
     * @param help a sentence in one line
     */
    public record Metric(String name, MetricKind kind, String help, long value) {}

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
        for (Metric metric : metrics.get()) {
            head(text, metric.name(), metric.kind(), metric.help()).append("waggle_").append(metric.name()).append(' ')
                    .append(metric.value()).append('\n');
        }
        head(text, "requests_total", MetricKind.COUNTER, "Admitted requests, by operation.");
        requests.get().forEach((operation, count) -> text.append("waggle_requests_total{operation=\"")
                .append(operation).append("\"} ").append(count).append('\n'));
        return text.toString();
    }

    private static StringBuilder head(StringBuilder text, String name, MetricKind kind, String help) {
        return text.append("# HELP waggle_").append(name).append(' ').append(help).append("\n# TYPE waggle_")
                .append(name).append(' ').append(kind.name().toLowerCase(Locale.ROOT)).append('\n');
    }
}
