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

    @Test
    void withoutTheRequestTheConfigurationIsTheSame() {
        SwarmConfig config = SwarmConfig.of(List.of(Agent.of("a", _ -> List.of())));
        ProcessTelemetry silent = ProcessTelemetry.of(Map.of());

        silent.record(System.Logger.Level.WARNING, "dev.waggle.cli", "nobody reads it", null);
        assertThat(silent.observe(config)).isSameAs(config);
        assertThat(silent.isAskedFor()).isFalse();
        assertThat(silent.tracer()).isSameAs(SpanTracer.NONE);
        assertThat(closed(silent)).isEmpty();
    }

    private static String closed(ProcessTelemetry telemetry) {
        StringWriter warnings = new StringWriter();
        telemetry.close(new PrintWriter(warnings));
        return warnings.toString();
    }
}
