package dev.waggle.lab.example;

// begin
import dev.waggle.connect.otel.OtelMetrics;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.swarm.Swarm;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
// end

/**
 * A solve is a trace in OpenTelemetry, whose SDK reads its standard variables and exports the rest when the program ends.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.TracedSolve}
 */
// begin
public final class TracedSolve {

    public static void main(String... args) {
        OpenTelemetry otel = AutoConfiguredOpenTelemetrySdk.initialize().getOpenTelemetrySdk();
        try (Swarm swarm = Swarm.builder()
                .tracer(OtelTracer.of(otel))
                .metrics(OtelMetrics.of(otel))
                .model("ollama:llama3.2")
                .agent("scout", "finds what matters and proposes an answer")
                .agent("critic", "looks for what is wrong with each proposal")
                .build()) {
            System.out.println(swarm.solve("Shard the database or buy time?").answer());
        }
    }
}
