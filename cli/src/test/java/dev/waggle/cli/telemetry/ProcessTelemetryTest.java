package dev.waggle.cli.telemetry;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessTelemetryTest {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    @Test
    void aVariableThatNamesAnExporterAsksForIt() {
        assertThat(new ProcessTelemetry(Map.of(ENDPOINT, "http://localhost:4318")).isAskedFor()).isTrue();
        assertThat(new ProcessTelemetry(Map.of("OTEL_TRACES_EXPORTER", "otlp")).isAskedFor()).isTrue();
        assertThat(new ProcessTelemetry(Map.of("OTEL_TRACES_EXPORTER", "none")).isAskedFor()).isFalse();
        assertThat(new ProcessTelemetry(Map.of(ENDPOINT, " ")).isAskedFor()).isFalse();
        assertThat(new ProcessTelemetry(Map.of()).isAskedFor()).isFalse();
        assertThat(new ProcessTelemetry(Map.of(ENDPOINT, "http://localhost:4318", "OTEL_SDK_DISABLED", "TRUE"))
                .isAskedFor()).isFalse();
    }

    @Test
    void withoutTheRequestTheConfigurationIsTheSame() {
        SwarmConfig config = SwarmConfig.of(List.of(Agent.of("a", _ -> List.of())));
        ProcessTelemetry silent = new ProcessTelemetry(Map.of());

        assertThat(silent.observe(config)).isSameAs(config);
        assertThat(silent.tracer()).isSameAs(SpanTracer.NONE);
        assertThat(closed(silent)).isEmpty();
    }

    private static String closed(ProcessTelemetry telemetry) {
        StringWriter warnings = new StringWriter();
        telemetry.close(new PrintWriter(warnings));
        return warnings.toString();
    }
}
