package dev.waggle.lab.packaging;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.trace.OtlpReceiver;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Solves of the packaged command, which has no library but those of the distribution. */
@Timeout(120)
class PackagedSolveTest {

    private static final String QUESTION = "Shard the database or buy time?";
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final Pattern ADDRESS = Pattern.compile(".* at (http://127\\.0\\.0\\.1:\\d+)/.*");

    @TempDir
    private Path folder;

    private PackagedCommand command = new PackagedCommand(Path.of(""));

    @BeforeEach
    void layOut() throws IOException {
        command = PackagedCommand.in(folder.resolve("home"));
    }

    @Test
    void aSolveOverHttpEndsAndIsOneTrace() throws Exception {
        String data = folder.resolve("data").toString();
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                OtlpReceiver receiver = OtlpReceiver.answering()) {
            String token = output("token", "create", "test", "--scope", "read,solve,admin", "--data", data)
                    .strip();
            ProcessBuilder serving = command.process("serve", "--port", "0", "--data", data, "--model",
                    "lab:fake-fast", "--models-file", modelsFile(models)).redirectError(folder.resolve("err").toFile());
            serving.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address());
            Process server = serving.start();
            try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
                    HttpClient client = HttpClient.newHttpClient()) {
                Matcher address = ADDRESS.matcher(String.valueOf(out.readLine()));
                assertThat(address.matches()).as(Files.readString(folder.resolve("err"))).isTrue();
                HttpResponse<String> started = client.send(request(address.group(1) + "/v1/solves", token)
                        .header("traceparent", PARENT).header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"question\":\"" + QUESTION + "\"}")).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
                String path = started.headers().firstValue("Location").orElseThrow();
                String events = client.send(request(address.group(1) + path + "/events", token).build(),
                        HttpResponse.BodyHandlers.ofString()).body();
                assertThat(events).contains("event: end");
                JsonObjectReader run = json(client.send(request(address.group(1) + path, token).build(),
                        HttpResponse.BodyHandlers.ofString()).body());
                assertThat(run.text("status")).isEqualTo("finished");

                assertThat(receiver.awaitSpan("invoke_workflow waggle", Duration.ofSeconds(30))).isTrue();
                assertThat(receiver.spans()).extracting(OtlpReceiver.ReceivedSpan::trace).as("traces")
                        .containsOnly(PARENT.split("-", -1)[1]);
                server.toHandle().destroy();
                assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
            } finally {
                server.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void aSolveOfTheCommandEnds() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer)) {
            String answer = output("solve", QUESTION, "--agents", "3", "--model", "lab:fake-fast", "--models-file",
                    modelsFile(models), "--json");

            assertThat(json(answer).text("answer")).isNotBlank();
        }
    }

    private String modelsFile(FakeModels models) throws IOException {
        return Files.writeString(folder.resolve("models.json"), JsonText.write(JsonText.read("""
                {"providers": {"lab": {"kind": "ollama", "baseUrl": "%s"}}}
                """.formatted(models.baseUrl(WireFormatName.OLLAMA))))).toString();
    }

    private String output(String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = command.process(arguments).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(out);
    }

    private static HttpRequest.Builder request(String url, String token) {
        return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token);
    }

    private static JsonObjectReader json(String text) {
        return JsonObjectReader.root("the answer", JsonText.read(text));
    }
}
