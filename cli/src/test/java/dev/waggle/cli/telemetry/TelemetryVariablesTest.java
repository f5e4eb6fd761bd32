package dev.waggle.cli.telemetry;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TelemetryVariablesTest {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String ADDRESS = "http://localhost:4318";

    @Test
    void aVariableThatNamesAnExporterAsksForIt() {
        assertThat(of(ENDPOINT, ADDRESS).isAskedFor()).isTrue();
        assertThat(of("OTEL_TRACES_EXPORTER", "otlp").isAskedFor()).isTrue();
        assertThat(of("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", ADDRESS).isAskedFor()).isTrue();
        assertThat(of("OTEL_TRACES_EXPORTER", "none").isAskedFor()).isFalse();
        assertThat(of(ENDPOINT, " ").isAskedFor()).isFalse();
        assertThat(new TelemetryVariables(Map.of()).isAskedFor()).isFalse();
        assertThat(new TelemetryVariables(Map.of(ENDPOINT, ADDRESS, "OTEL_SDK_DISABLED", "TRUE")).isAskedFor())
                .isFalse();
        assertThat(new TelemetryVariables(Map.of(ENDPOINT, ADDRESS, "OTEL_TRACES_EXPORTER", "none",
                "OTEL_METRICS_EXPORTER", "None", "OTEL_LOGS_EXPORTER", "none")).isAskedFor()).isFalse();
    }

    @Test
    void whatNoVariableAsksForHasNoExporter() {
        assertThat(of(ENDPOINT, ADDRESS).defaults()).doesNotContainKeys("otel.traces.exporter",
                "otel.metrics.exporter", "otel.logs.exporter");
        assertThat(of("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", ADDRESS).defaults())
                .containsEntry("otel.traces.exporter", "none").containsEntry("otel.metrics.exporter", "none")
                .doesNotContainKey("otel.logs.exporter");
        assertThat(of("OTEL_TRACES_EXPORTER", "otlp").defaults()).containsEntry("otel.logs.exporter", "none")
                .doesNotContainKey("otel.traces.exporter");
    }

    @Test
    void aRefusedConfigurationIsReportedWithoutCredentials() {
        assertThat(TelemetryVariables.masked("no URL: htp://me:pass@host/v1"))
                .isEqualTo("no URL: htp://(secret)@host/v1");
        assertThat(TelemetryVariables.masked("no URL: http://host/a@b")).isEqualTo("no URL: http://host/a@b");
    }

    private static TelemetryVariables of(String name, String value) {
        return new TelemetryVariables(Map.of(name, value));
    }
}
