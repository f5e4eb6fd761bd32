package dev.waggle.cli.telemetry;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Standard variables of OpenTelemetry that decide about exporters. Traces, metrics and logs are each asked for by a
 * variable of their own or by the general address.
 *
 * @param values values by name
 */
record TelemetryVariables(Map<String, String> values) {

    private static final List<String> SIGNALS = List.of("traces", "metrics", "logs");
    private static final String GENERAL_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String DISABLED = "OTEL_SDK_DISABLED";
    private static final String NO_EXPORTER = "none";
    private static final Pattern USER = Pattern.compile("://[^@/\\s]*@");
    private static final String MASK = "(secret)";

    TelemetryVariables {
        values = Map.copyOf(values);
    }

    /** True if a variable asks for an exporter, and none turns the SDK off. */
    boolean isAskedFor() {
        return !"true".equalsIgnoreCase(value(DISABLED)) && SIGNALS.stream().anyMatch(this::isAskedFor);
    }

    /** Properties that hold where no variable says anything else. A signal that is not asked for has no exporter. */
    Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>(Map.of("otel.service.name", "waggle",
                "otel.exporter.otlp.protocol", "http/protobuf"));
        SIGNALS.stream().filter(signal -> !isAskedFor(signal))
                .forEach(signal -> defaults.put("otel." + signal + ".exporter", NO_EXPORTER));
        return defaults;
    }

    /** The message of a refused configuration without the users of addresses in it, who have passwords. */
    static String masked(String message) {
        return USER.matcher(message).replaceAll("://" + MASK + "@");
    }

    private boolean isAskedFor(String signal) {
        String name = signal.toUpperCase(Locale.ROOT);
        String exporter = value("OTEL_" + name + "_EXPORTER");
        if (!exporter.isEmpty()) {
            return !exporter.equalsIgnoreCase(NO_EXPORTER);
        }
        return !(value(GENERAL_ENDPOINT) + value("OTEL_EXPORTER_OTLP_" + name + "_ENDPOINT")).isEmpty();
    }

    private String value(String name) {
        return values.getOrDefault(name, "").strip();
    }
}
