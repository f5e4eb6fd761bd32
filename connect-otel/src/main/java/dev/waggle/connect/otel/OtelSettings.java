package dev.waggle.connect.otel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Settings of traces, as the standard variables of OpenTelemetry state them.
 *
 * @param recordsContent whether questions, prompts and answers are recorded
 * @param usesLatest whether the names of the latest conventions for GenAI are used
 */
public record OtelSettings(boolean recordsContent, boolean usesLatest) {

    /** The variable that asks for content: {@code true}, or a word that names where it goes, such as {@code span_only}. */
    public static final String CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

    /** The variable with the conventions that are opted into, separated by commas. */
    public static final String STABILITY = "OTEL_SEMCONV_STABILITY_OPT_IN";

    /** No content, and the names before the opt-in. */
    public static OtelSettings defaults() {
        return new OtelSettings(false, false);
    }

    /** The settings of these variables, for example those of {@code System.getenv()}. */
    public static OtelSettings of(Map<String, String> variables) {
        String capture = variables.getOrDefault(CAPTURE, "").strip().toLowerCase(Locale.ROOT);
        boolean isLatest = Arrays.stream(variables.getOrDefault(STABILITY, "").split(",", -1)).map(String::strip)
                .anyMatch(GenAiConventions.OPT_IN::equals);
        boolean isWanted = switch (capture) {
            case "true", "span_only", "span_and_event" -> true;
            default -> false;
        };
        return new OtelSettings(isWanted, isLatest);
    }
}
