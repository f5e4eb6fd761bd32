package dev.waggle.connect.otel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.metrics.data.MetricData;

/** Table of the metrics, as docs/tracing.md has it and as a metric system has read it. */
final class MetricTable {

    private static final Path PAGE = Path.of("..", "docs", "tracing.md");
    private static final Pattern ROW = Pattern.compile("\\| `([a-z_.]+)` \\| ([a-z]+) \\| `([^`]+)` \\| (.*) \\|");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private MetricTable() {}

    /** Row of the table. */
    record MetricRow(String name, String kind, String unit, Set<String> labels) {}

    static List<MetricRow> documented() throws IOException {
        return Files.readAllLines(PAGE).stream().map(ROW::matcher).filter(Matcher::matches)
                .map(row -> new MetricRow(row.group(1), row.group(2), row.group(3), names(row.group(4)))).toList();
    }

    /** The values of a label, as a sentence of the page lists them. */
    static Set<String> values(String label) throws IOException {
        Matcher sentence = Pattern.compile('`' + Pattern.quote(label) + "` is (`[^.]*`)\\.")
                .matcher(Files.readString(PAGE));
        return sentence.find() ? names(sentence.group(1)) : Set.of();
    }

    static List<MetricRow> measured(Collection<MetricData> metrics) {
        return metrics.stream().map(metric -> new MetricRow(metric.getName(), kind(metric), metric.getUnit(),
                labels(metric))).toList();
    }

    private static String kind(MetricData metric) {
        return switch (metric.getType()) {
            case HISTOGRAM -> "histogram";
            case DOUBLE_SUM -> "counter";
            case DOUBLE_GAUGE -> "gauge";
            default -> metric.getType().name();
        };
    }

    private static Set<String> labels(MetricData metric) {
        return metric.getData().getPoints().stream().flatMap(point -> point.getAttributes().asMap().keySet().stream())
                .map(AttributeKey::getKey).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The words of a text that stand as code. */
    private static Set<String> names(String text) {
        return NAME.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }
}
