package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** One data folder for two commands, a server and a program in another language, all at the same time. */
@Timeout(180)
class OneFolderForAllTest {

    private static final String OF_COMMAND = "Shard the database or buy time?";
    private static final String OF_SCRIPT = "Rewrite the importer or mend it?";
    private static final List<String> GENERATED = List.of("build:one", "build:two", "build:three");
    private static final int MAX_SECONDS = 60;

    @TempDir
    private Path folder;

    private final Set<String> askers = ConcurrentHashMap.newKeySet();

    /** Both solves have asked a model. */
    private final CountDownLatch bothAsk = new CountDownLatch(2);

    /** The models answer from then on. */
    private final CountDownLatch answers = new CountDownLatch(1);

    @Test
    void twoCommandsAServerAndAScriptShareALog() throws Exception {
        try (FakeModels models = FakeModels.answering(this::answer);
                ExecutorService commands = Executors.newVirtualThreadPerTaskExecutor()) {
            String file = LabModelsFile.write(folder, models, WireFormatName.OPENAI).toString();
            String token = succeeds("token", "create", "script", "--scope", "read,solve").strip();
            try (ServeProcess server = ServeProcess.start(folder, "--data", data(), "--model", "lab:fake-fast",
                    "--models-file", file);
                    AskScript script = AskScript.start(folder, server.url(), token, OF_SCRIPT)) {
                Future<String> solve = commands.submit(() -> succeeds("solve", OF_COMMAND, "--models-file", file,
                        "--model", "lab:fake-fast", "--agents", "3", "--seed", "11"));
                Future<?> generate = commands.submit(() -> GENERATED.forEach(this::generateWhileBothRun));
                generate.get();
                answers.countDown();

                assertThat(script.code()).as("%s", script.lines()).isZero();
                String run = runOf(server, token, "importer");
                JsonValue.Obj result = object(get(server, token, "/v1/solves/" + run).fields().get("result"));
                assertThat(script.answer().strip()).isNotEmpty().isEqualTo(text(result, "answer").strip());
                assertThat(solve.get()).isNotEmpty();
                String other = runOf(server, token, "shard");
                server.end();
                assertThat(server.out().lines().filter(line -> line.startsWith("waggle: " + run)).toList())
                        .as("start and end of the solve of the script").hasSize(2)
                        .first().isEqualTo("waggle: " + run + " started");
                verifyLog(run, other, script.lines());
            } finally {
                answers.countDown();
            }
        }
    }

    private void verifyLog(String ofScript, String ofCommand, List<String> seenByScript) {
        assertThat(succeeds("log", "verify")).isNotEmpty();
        List<LogEntry> log = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(Path.of(data(), "signals"))) {
            reader.forEach(log::add);
        }
        assertThat(log).extracting(entry -> entry.signal().id()).doesNotHaveDuplicates();
        assertThat(log).extracting(LogEntry::sequence).isSorted().doesNotHaveDuplicates();
        for (String fact : List.of("run:opened", "run:closed")) {
            assertThat(log).filteredOn(entry -> type(entry).equals(fact)).extracting(entry -> entry.signal().scope()
                    .run()).as(fact).containsExactlyInAnyOrder(ofScript, ofCommand);
        }
        assertThat(log).extracting(OneFolderForAllTest::type).filteredOn(GENERATED::contains)
                .containsExactlyElementsOf(GENERATED);
        assertThat(log).filteredOn(entry -> ofScript.equals(entry.signal().scope().run()))
                .extracting(OneFolderForAllTest::type).as("each entry reached the script once, in order")
                .containsExactlyElementsOf(seenByScript);
        long opened = log.stream().filter(entry -> type(entry).equals("run:opened")).mapToLong(LogEntry::sequence).max()
                .orElseThrow();
        long closed = log.stream().filter(entry -> type(entry).equals("run:closed")).mapToLong(LogEntry::sequence).min()
                .orElseThrow();
        assertThat(log).filteredOn(entry -> GENERATED.contains(type(entry))).as("while both solves ran")
                .allSatisfy(entry -> assertThat(entry.sequence()).isBetween(opened, closed));
    }

    /** The answer of a script of deliberators, held back until the signals of the other command are in the log. */
    private FakeAnswer answer(FakeRequest request) {
        if (askers.add(request.allText().contains(OF_SCRIPT) ? OF_SCRIPT : OF_COMMAND)) {
            bothAsk.countDown();
        }
        await(answers);
        return ScriptedDeliberators.answer(request);
    }

    private void generateWhileBothRun(String type) {
        await(bothAsk);
        succeeds("signals", "generate", type);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    /** Id of the one finished run whose question has that word. */
    private static String runOf(ServeProcess server, String token, String word)
            throws IOException, InterruptedException {
        JsonValue.Obj page = get(server, token, "/v1/solves?status=finished&question=" + word);
        List<JsonValue> items = page.fields().get("items") instanceof JsonValue.Arr list ? list.items() : List.of();
        assertThat(items).hasSize(1);
        return text(object(items.getFirst()), "run");
    }

    private static JsonValue.Obj get(ServeProcess server, String token, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(server.url() + path))
                    .header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return object(JsonText.read(answer.body()));
        }
    }

    private static JsonValue.Obj object(@Nullable JsonValue value) {
        if (value instanceof JsonValue.Obj object) {
            return object;
        }
        throw new AssertionError("it is no object: " + value);
    }

    private static String text(JsonValue.Obj object, String name) {
        return object.fields().get(name) instanceof JsonValue.Str text ? text.value() : "";
    }

    private static String type(LogEntry entry) {
        return entry.signal().type().text();
    }

    private String succeeds(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(arguments[0].equals("log") ? List.of(data()) : List.of("--data", data()));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.code()).as("%s", run).isZero();
        return run.out();
    }

    private String data() {
        return folder.resolve("data").toString();
    }
}
