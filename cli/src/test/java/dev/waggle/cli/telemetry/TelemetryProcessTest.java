package dev.waggle.cli.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.cli.Main;
import dev.waggle.signal.trace.OtlpReceiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Telemetry of commands in processes of their own. */
class TelemetryProcessTest {

    /** Nothing listens on this port. */
    private static final String AWAY = "http://127.0.0.1:1";
    private static final String LOADED = "[class,load]";

    @TempDir
    private Path home;

    @Test
    void aCommandWithoutTheVariablesLoadsNoClassOfOpenTelemetry() throws Exception {
        CommandOutput silent = demo("", "-Xlog:class+load:stdout");
        CommandOutput traced = demo(AWAY, "-Xlog:class+load:stdout");

        assertThat(silent.code()).isZero();
        assertThat(silent.out()).contains(LOADED).doesNotContain(" io.opentelemetry.", " dev.waggle.connect.otel.");
        assertThat(traced.out()).contains(" io.opentelemetry.", " dev.waggle.connect.otel.");
    }

    @Test
    void anExporterThatIsAwayIsOneLineAndChangesNoResult() throws Exception {
        CommandOutput silent = demo("");
        CommandOutput traced = demo(AWAY);

        assertThat(traced.code()).isZero();
        assertThat(silent.err()).isEmpty();
        assertThat(traced.err()).hasLineCount(1).startsWith(
                "waggle: traces, metrics or logs could not be exported within");
        assertThat(traced.out()).isNotBlank().isEqualTo(silent.out());
    }

    @Test
    void anExporterThatHangsIsOneLineAndChangesNoResult() throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.hanging()) {
            CommandOutput traced = demo(receiver.address());

            assertThat(traced.code()).isZero();
            assertThat(traced.err()).hasLineCount(1).contains("could not be exported within");
            assertThat(traced.out()).isEqualTo(demo("").out());
        }
    }

    @Test
    void aConfigurationThatIsRefusedIsOneLineWithoutItsSecrets() throws Exception {
        CommandOutput refused = demo("htp://me:very-secret@127.0.0.1:1");

        assertThat(refused.code()).isZero();
        assertThat(refused.err()).hasLineCount(1).startsWith("waggle: OpenTelemetry could not start: ")
                .contains("(secret)").doesNotContain("very-secret");
        assertThat(refused.out()).isEqualTo(demo("").out());
    }

    private CommandOutput demo(String endpoint, String... more) throws IOException, InterruptedException {
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx256m"));
        command.addAll(List.of(more));
        command.addAll(List.of("-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(), "demo", "--fast"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("OTEL_"));
        if (!endpoint.isEmpty()) {
            builder.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
        }
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new CommandOutput(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private record CommandOutput(int code, String out, String err) {}
}
