package dev.waggle.connect.otel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Settings of traces, metrics and logs, as the standard variables of OpenTelemetry state them.
 *
 * @param recordsContent whether spans have questions, prompts and answers
 * @param logsContent whether log records have messages of failures, which may quote an answer
 * @param usesLatest whether the names of version 1.41 of the conventions for GenAI are used, in spans and metrics
 */
public record OtelSettings(boolean recordsContent, boolean logsContent, boolean usesLatest) {

    /** The variable that asks for content: {@code true}, or a word that names where it goes, such as {@code span_only}. */
    public static final String CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

    /** The variable with the conventions that are opted into, separated by commas. */
    public static final String STABILITY = "OTEL_SEMCONV_STABILITY_OPT_IN";

    /** No content, and the names before the opt-in. */
    public static OtelSettings defaults() {
        return new OtelSettings(false, false, false);
    }

    /** The settings of these variables, for example those of {@code System.getenv()}. */
    public static OtelSettings of(Map<String, String> variables) {
        String capture = variables.getOrDefault(CAPTURE, "").strip().toLowerCase(Locale.ROOT);
        boolean isLatest = Arrays.stream(variables.getOrDefault(STABILITY, "").split(",", -1)).map(String::strip)
                .anyMatch(GenAiConventions.OPT_IN::equals);
        boolean isEverywhere = capture.equals("true") || capture.equals("span_and_event");
        return new OtelSettings(isEverywhere || capture.equals("span_only"),
                isEverywhere || capture.equals("event_only"), isLatest);
    }
}
