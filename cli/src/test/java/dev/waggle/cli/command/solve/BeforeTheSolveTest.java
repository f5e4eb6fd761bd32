package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Settings of requests, notices about them, and providers that cannot be called. */
class BeforeTheSolveTest {

    private static final String QUESTION = "Shard the database or buy time?";

    @TempDir
    private Path folder;

    private FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    /** A models file with providers of these kinds at the server, and one that is not there. */
    private Path models() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "sk-very-secret-0123456789");
        return Files.writeString(folder.resolve("models.json"), """
                {"providers": {"chat": {"kind": "openai", "baseUrl": "%s", "keyFile": "%s"},
                               "local": {"kind": "ollama", "baseUrl": "%s"},
                               "locked": {"kind": "openai", "baseUrl": "%s", "keyEnv": "NO_SUCH_KEY_HERE",
                                          "keyHeader": "X-Key"},
                               "down": {"kind": "ollama", "baseUrl": "http://127.0.0.1:1"}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI), key, server.baseUrl(WireFormatName.OLLAMA),
                server.baseUrl(WireFormatName.OPENAI)));
    }

    private CommandRun solve(String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("solve", QUESTION, "--models-file", models().toString(), "--seed",
                "11", "--max-rounds", "2"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static JsonValue field(FakeRequest request, String... path) {
        JsonValue at = request.raw().json();
        for (String name : path) {
            at = at instanceof JsonValue.Obj object && object.fields().containsKey(name)
                    ? object.fields().get(name)
                    : JsonValue.ofNull();
        }
        return at;
    }

    @Test
    void effortGoesIntoEveryRequestOfASolve() throws IOException {
        CommandRun run = solve("--model", "chat:gpt-5-mini", "--agents", "2", "--effort", "low", "--json");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(server.requests()).isNotEmpty()
                .allMatch(request -> field(request, "reasoning_effort").equals(JsonValue.of("low")));
    }

    @Test
    void thinkingIsTurnedOff() throws IOException {
        CommandRun run = solve("--model", "local:fake-fast", "--agents", "2", "--thinking", "off", "--json");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(server.requests()).isNotEmpty()
                .allMatch(request -> field(request, "think").equals(JsonValue.of(false)));
    }

    @Test
    void thinkingThatTheModelDoesNotTakeIsLeftOutAndSaid() throws IOException {
        CommandRun run = solve("--model", "local:fake-fast", "--agents", "2", "--thinking", "on", "--json");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(field(server.requests().getFirst(), "think")).isEqualTo(JsonValue.of(true));
        assertThat(field(server.requests().getLast(), "think")).isEqualTo(JsonValue.ofNull());
        assertThat(run.err().lines()).containsExactly("waggle: local: fake-fast does not take the setting for thinking"
                + " (learned from its refusal, and remembered)");
    }

    @Test
    void wordsThatAreNoneAreRefusedWithTheRemedyBeforeAnythingIsAsked() throws IOException {
        assertThat(solve("--model", "local:fake-fast", "--effort", "Very high").err())
                .isEqualToIgnoringNewLines("waggle: --effort must be a word of small letters, got \"Very high\""
                        + " - Maybe low, medium or high.");
        assertThat(solve("--model", "local:fake-fast", "--thinking", "maybe").err())
                .isEqualToIgnoringNewLines("waggle: --thinking must be on or off, got \"maybe\""
                        + " - Use for example --thinking off.");
        CommandRun unknown = solve("--model", "chat:gpt-5-mini", "--effort", "banana");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("gpt-5-mini takes no effort banana", "Maybe one of minimal, low, medium");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aResumedSolveKeepsItsSettings() throws IOException {
        Path log = folder.resolve("log");
        assertThat(solve("--model", "local:fake-fast", "--agents", "2", "--thinking", "off", "--log", log.toString(),
                "--json").code()).isZero();
        KilledLog.cut(log, 6);
        int asked = server.requests().size();

        CommandRun resumed = CommandRun.of("resume", "--log", log.toString(), "--json");

        assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
        assertThat(server.requests()).hasSizeGreaterThan(asked)
                .allMatch(request -> field(request, "think").equals(JsonValue.of(false)));
    }

    /** A server whose models take no temperature, in the words of OpenAI. */
    private static FakeAnswer withoutTemperature(FakeRequest request) {
        return request.settings().temperature() == null
                ? ScriptedDeliberators.answer(request)
                : new FakeAnswer.Fault.Answers(400, "application/json", """
                        {"error": {"message": "Unsupported value: 'temperature' does not support 0.5 with this model. \
                        Only the default (1) value is supported.", "type": "invalid_request_error",
                         "param": "temperature", "code": "unsupported_value"}}""", Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json", "--events"})
    void aChangedRequestIsSaidOnceOnStandardErrorAndNotInTheOutput(String form) throws IOException {
        server.close();
        server = FakeModels.answering(BeforeTheSolveTest::withoutTemperature);
        List<String> more = new ArrayList<>(
                List.of("--model", "chat:fake-fast", "--agents", "4", "--temperature", "0.5"));
        if (!form.isEmpty()) {
            more.add(form);
        }

        CommandRun run = solve(more.toArray(String[]::new));

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.err().lines()).containsOnlyOnce("waggle: chat: fake-fast takes no temperature"
                + " (learned from its refusal, and remembered)").allMatch(line -> line.startsWith("waggle: chat: "));
        assertThat(run.out()).doesNotContain("takes no temperature");
        if (!form.isEmpty()) {
            assertThat(run.out().lines()).allSatisfy(line -> assertThat(JsonText.read(line)).isNotNull());
        }
    }

    @Test
    void eachProviderThatCannotBeCalledIsSaidOnceAndNothingIsAskedOrWritten() throws IOException {
        Path tape = folder.resolve("calls.jsonl");
        Path log = folder.resolve("log");
        CommandRun run = solve("--model", "down:a", "--model", "locked:b", "--model", "chat:fake-fast", "--model",
                "local:nosuch", "--model", "down:c", "--agents", "5", "--record", tape.toString(), "--log",
                log.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(3).satisfiesExactlyInAnyOrder(
                line -> assertThat(line).startsWith("waggle: down at http://127.0.0.1:1 cannot be reached: ")
                        .endsWith(" - Maybe start it: ollama serve"),
                line -> assertThat(line).startsWith("waggle: no key for locked: looked in NO_SUCH_KEY_HERE"),
                line -> assertThat(line).contains("local at ", " knows no model nosuch - Maybe",
                        "ollama pull nosuch"));
        assertThat(server.requests()).isEmpty();
        assertThat(tape).doesNotExist();
        assertThat(folder.resolve("calls.jsonl.part")).doesNotExist();
        assertThat(log).doesNotExist();
    }

    @Test
    void programsReadAllProvidersThatCannotBeCalledInOneObject() throws IOException {
        CommandRun run = solve("--model", "down:a", "--model", "locked:b", "--json");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEmpty();
        assertThat(JsonText.read(run.out())).isInstanceOf(JsonValue.Obj.class);
        assertThat(run.out().lines()).singleElement().asString().contains("down at ", "no key for locked",
                "\"exitCode\":2");
    }

    @Test
    void modelsBesideTheAgentsAreCheckedToo() throws IOException {
        Path swarm = Files.writeString(folder.resolve("swarm.yaml"), """
                models: [chat:fake-fast]
                agents:
                  - id: ada
                synthesizer: {enabled: true, model: "down:a"}
                """);

        CommandRun run = solve("--config", swarm.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("down at http://127.0.0.1:1 cannot be reached");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void theModelThatWritesTheAnswerIsCheckedToo() throws IOException {
        CommandRun run = solve("--agent", "ada|||chat:fake-fast", "--model", "down:a", "--synthesize");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("down at http://127.0.0.1:1 cannot be reached");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void theModelOfAgentsThatJoinIsCheckedToo() throws IOException {
        Path swarm = Files.writeString(folder.resolve("swarm.yaml"), """
                models: ["down:a"]
                agents:
                  - {id: ada, model: "chat:fake-fast"}
                evolution: {enabled: true}
                """);

        CommandRun run = solve("--config", swarm.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("down at http://127.0.0.1:1 cannot be reached");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aModeThatIsNotAskedFirstNeedsNoServer() throws IOException {
        Path file = Files.writeString(folder.resolve("modes.json"), """
                {"providers": {"chat": {"kind": "ollama", "baseUrl": "%s"},
                               "down": {"kind": "ollama", "baseUrl": "http://127.0.0.1:1"}},
                 "models": {"cheap": "chat:fake-cheap", "deep": "down:big"}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));

        CommandRun cheap = CommandRun.of("solve", QUESTION, "--models-file", file.toString(), "--agents", "2",
                "--mode", "cheap", "--max-rounds", "1", "--seed", "11", "--json");
        CommandRun deep = CommandRun.of("solve", QUESTION, "--models-file", file.toString(), "--agents", "2", "--mode",
                "deep", "--max-rounds", "1", "--seed", "11");

        assertThat(cheap.code()).as(cheap.out() + cheap.err()).isZero();
        assertThat(deep.code()).isEqualTo(2);
        assertThat(deep.err()).contains("down at ");
    }

    @Test
    void aRecordingOfASolveThatLearnedFromRefusalsReplaysEqually() throws IOException {
        server.close();
        server = FakeModels.answering(request -> request.settings().schema() == null
                ? ScriptedDeliberators.answer(request)
                : new FakeAnswer.Fault.Answers(400, "application/json", """
                        {"error": {"message": "response_format of type json_schema is not supported"}}""", Map.of()));
        Path file = Files.writeString(folder.resolve("schema.json"), """
                {"providers": {"local": {"kind": "ollama", "baseUrl": "%s"}}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));
        String tape = folder.resolve("calls.jsonl").toString();
        CommandRun recorded = CommandRun.of("solve", QUESTION, "--models-file", file.toString(), "--model",
                "local:fake-fast", "--agents", "4", "--seed", "11", "--max-rounds", "3", "--record", tape, "--json");

        CommandRun replayed = CommandRun.of("solve", "--replay", tape, "--models-file", file.toString(),
                "--max-rounds", "3", "--json");

        assertThat(recorded.err()).contains("holds no answer to a schema");
        assertThat(replayed.out()).doesNotContain("departed");
        assertThat(JsonObjectReader.root("replayed", JsonText.read(replayed.out())).value("contributions"))
                .isEqualTo(JsonObjectReader.root("recorded", JsonText.read(recorded.out())).value("contributions"));
    }

    @Test
    void aReplayAsksNothing() throws IOException {
        String tape = folder.resolve("calls.jsonl").toString();
        assertThat(solve("--model", "local:fake-fast", "--agents", "2", "--record", tape).code()).isZero();
        int asked = server.requests().size();
        String file = models().toString();
        server.close();

        CommandRun replayed = CommandRun.of("solve", "--replay", tape, "--models-file", file, "--max-rounds", "2",
                "--json");

        assertThat(replayed.code()).as(replayed.err() + replayed.out()).isZero();
        assertThat(server.requests()).hasSize(asked);
    }

    @Test
    void anInterruptedSolveIsNotResumedWithoutItsServer() throws IOException {
        Path log = folder.resolve("log");
        assertThat(solve("--model", "local:fake-fast", "--agents", "2", "--log", log.toString(), "--json").code())
                .isZero();
        KilledLog.cut(log, 6);
        byte[] before = Files.readAllBytes(log.resolve(KilledLog.EVENTS));
        server.close();

        CommandRun resumed = CommandRun.of("resume", "--log", log.toString());

        assertThat(resumed.code()).isEqualTo(2);
        assertThat(resumed.err()).contains("local at ", "cannot be reached", "ollama serve");
        assertThat(log.resolve(KilledLog.EVENTS)).hasBinaryContent(before);
    }

    @Test
    void aFinishedSolveIsShownAgainWithoutItsServer() throws IOException {
        Path log = folder.resolve("log");
        assertThat(solve("--model", "local:fake-fast", "--agents", "2", "--log", log.toString(), "--json").code())
                .isZero();
        server.close();

        assertThat(CommandRun.of("resume", "--log", log.toString(), "--json").code()).isZero();
    }
}
