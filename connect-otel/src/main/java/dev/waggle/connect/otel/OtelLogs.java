package dev.waggle.connect.otel;

import java.util.Objects;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.LoggerProvider;
import io.opentelemetry.api.logs.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Lines of loggers as log records of OpenTelemetry, each with the span that is current on its thread. It needs only the
 * API. A program whose own logs go to OpenTelemetry does not need it. Thread-safe.
 */
public final class OtelLogs {

    private final LoggerProvider loggers;
    private final OtelSettings settings;

    private OtelLogs(LoggerProvider loggers, OtelSettings settings) {
        this.loggers = loggers;
        this.settings = settings;
    }

    public static OtelLogs of(OpenTelemetry telemetry, OtelSettings settings) {
        return new OtelLogs(telemetry.getLogsBridge(), Objects.requireNonNull(settings, "settings"));
    }

    /**
     * Records a line. The message of its cause may quote an answer, so it is recorded only with content.
     *
     * @param logger name of the logger
     * @param text sentence in words of the runtime
     * @param cause the failure that the line is about; {@code null} without one
     */
    public void record(System.Logger.Level level, String logger, String text, @Nullable Throwable cause) {
        LogRecordBuilder line = loggers.get(logger).logRecordBuilder().setSeverity(severity(level))
                .setSeverityText(level.getName()).setBody(OtelFields.cut(text));
        if (cause != null) {
            line.setAttribute(GenAiConventions.EXCEPTION_TYPE, cause.getClass().getName());
            String message = cause.getMessage();
            if (message != null && settings.logsContent()) {
                line.setAttribute(GenAiConventions.EXCEPTION_MESSAGE, OtelFields.cut(message));
            }
        }
        line.emit();
    }

    private static Severity severity(System.Logger.Level level) {
        return switch (level) {
            case ALL, TRACE -> Severity.TRACE;
            case DEBUG -> Severity.DEBUG;
            case INFO -> Severity.INFO;
            case WARNING -> Severity.WARN;
            case ERROR, OFF -> Severity.ERROR;
        };
    }
}
