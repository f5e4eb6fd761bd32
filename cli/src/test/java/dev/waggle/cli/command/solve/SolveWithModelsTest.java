package dev.waggle.cli.command.solve;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.Main;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SolveWithModelsTest {

    @TempDir
    private Path folder;

    private FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    private Path models(WireFormatName format) throws IOException {
        return LabModelsFile.write(folder, server, format);
    }

    private CommandRun solve(WireFormatName format, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models(format).toString(), "--seed", "11"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static JsonValue.Obj json(CommandRun run) {
        assertThat(run.code()).as(run.err() + run.out()).isIn(0, 3, 4);
        return (JsonValue.Obj) JsonText.read(run.out());
    }

    private static JsonValue field(JsonValue.Obj object, String name) {
        JsonValue value = object.fields().get(name);
        assertThat(value).as(name).isNotNull();
        return value;
    }

    private static double number(JsonValue.Obj object, String name) {
        return ((JsonValue.Num) field(object, name)).value().doubleValue();
    }

    private static String text(JsonValue.Obj object, String name) {
        return ((JsonValue.Str) field(object, name)).value();
    }

    @ParameterizedTest
    @EnumSource(WireFormatName.class)
    void aSwarmOfModelsAnswersAQuestion(WireFormatName format) throws IOException {
        JsonValue.Obj result = json(solve(format, "--model", "lab:fake-fast", "--agents", "5", "--json"));

        assertThat(field(result, "decided")).isEqualTo(JsonValue.of(true));
        JsonValue.Obj cost = (JsonValue.Obj) field(result, "cost");
        assertThat(number(cost, "calls")).isEqualTo(server.requests().size()).isGreaterThanOrEqualTo(5);
        assertThat(number(cost, "tokens")).isPositive();
        assertThat(number(cost, "estimatedUsd"))
                .isEqualTo((number(cost, "inputTokens") + 10 * number(cost, "outputTokens")) / 1e6, within(1e-9));
        assertThat(((JsonValue.Obj) field(cost, "byPayer")).fields().keySet()).containsExactlyInAnyOrder("explorer",
                "analyst", "critic", "pragmatist", "synthesizer");
        assertThat(server.requests()).allMatch(request -> request.format() == format);
    }

    private static org.assertj.core.data.Offset<Double> within(double value) {
        return org.assertj.core.api.Assertions.within(value);
    }

    @Test
    void peopleSeeWhoAskedWhatItCostAndTheAnswer() throws IOException {
        CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "5");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("explorer asked lab:fake-fast: ").contains("── Decision ")
                .containsPattern("cost +\\d+ calls, [\\d,]+ tokens \\([\\d,]+ in, [\\d,]+ out\\), about \\$0\\.\\d{4}")
                .doesNotContain(LabModelsFile.KEY);
        assertThat(run.err()).isEmpty();
    }

    /** The key comes back in a reply, in thoughts, and in an error; one character at a time. */
    @Test
    void aKeyThatAModelEchoesIsSeenNowhere() throws IOException {
        server.close();
        server = FakeModels.answering(request -> {
            if (request.raw().body().contains("critic")) {
                return new FakeAnswer.Fault.Answers(400, "text/plain", "bad " + LabModelsFile.KEY, Map.of());
            }
            String reply = "{\"signals\": [{\"type\": \"proposal\", \"content\": \"Use " + LabModelsFile.KEY
                    + " at once\", \"confidence\": 0.9}]}";
            return FakeAnswer.says("").inPieces(reply.split("", -1)).thinking("Is it " + LabModelsFile.KEY + "?");
        });
        Path log = folder.resolve("log");
        Path tape = folder.resolve("calls.jsonl");

        CommandRun screen = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "3", "--max-rounds",
                "1",
                "--record", tape.toString(), "--log", log.toString());
        CommandRun json = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "3", "--max-rounds", "1",
                "--json");

        assertThat(screen.out()).contains("(key)");
        String seen = screen.out() + screen.err() + json.out() + json.err() + Files.readString(tape) + allOf(log);
        assertThat(seen).contains("Use (key) at once").doesNotContain(LabModelsFile.KEY);
    }

    private static String allOf(Path log) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(log)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    /** A model that never stops leaves its mark in the verdict, in JSON and in the explanation. */
    @Test
    void aCutReplyIsNamedInTheVerdictInJsonAndInTheExplanation() throws IOException {
        server.close();
        server = FakeModels.answering(_ -> new FakeAnswer.Fault.Endless(FakeAnswer.EndlessPart.TEXT, "and so on "));
        Path log = folder.resolve("log");
        String[] limits = {"--model", "lab:fake-fast", "--agents", "1", "--budget-tokens", "5000", "--log",
            log.toString()};

        CommandRun screen = solve(WireFormatName.OPENAI, limits);
        CommandRun explanation = CommandRun.of("explain", log.toString());
        JsonValue.Obj json = (JsonValue.Obj) JsonText.read(solve(WireFormatName.OPENAI, "--model", "lab:fake-fast",
                "--agents", "1", "--budget-tokens", "5000", "--json").out());

        assertThat(screen.out()).contains("overrun 1");
        assertThat(explanation.out()).as(explanation.err()).contains("overrun 1");
        assertThat(JsonText.write(field(json, "replies"))).contains("overrun");
        assertThat(number((JsonValue.Obj) field(json, "cost"), "tokens")).isLessThanOrEqualTo(5_500);
    }

    @Test
    @DisplayName("50 what was recorded is replayed without a call, with the same result and the same cost")
    void scenario50() throws IOException {
        String tape = folder.resolve("calls.jsonl").toString();
        JsonValue.Obj recorded = json(
                solve(WireFormatName.ANTHROPIC, "--model", "lab:fake-deep", "--agents", "5", "--json", "--record",
                        tape));
        int asked = server.requests().size();

        JsonValue.Obj replayed = json(CommandRun.of("solve", "Shard the database or buy time?", "--models-file",
                models(WireFormatName.ANTHROPIC).toString(), "--model", "lab:fake-deep", "--agents", "5", "--json",
                "--replay", tape));

        assertThat(server.requests()).hasSize(asked);
        for (String same : List.of("answer", "confidence", "ending", "roundsUsed", "cost", "contributions")) {
            assertThat(field(replayed, same)).as(same).isEqualTo(field(recorded, same));
        }
        assertThat(field(replayed, "solveId")).isNotEqualTo(field(recorded, "solveId"));
        assertThat(Files.readString(Path.of(tape))).doesNotContain(LabModelsFile.KEY);
        assertThat(folder.resolve("calls.jsonl.part")).doesNotExist();
    }

    @Test
    void aRecordingOfTheUsualTeamBringsItsQuestionItsAgentsAndItsModel() throws IOException {
        String tape = folder.resolve("calls.jsonl").toString();
        JsonValue.Obj recorded = json(
                solve(WireFormatName.OPENAI, "--model", "lab:fake-deep", "--agents", "5", "--json",
                        "--context", "We have two weeks.", "--record", tape));
        int asked = server.requests().size();

        JsonValue.Obj replayed = json(CommandRun.of("solve", "--replay", tape, "--models-file",
                models(WireFormatName.OPENAI).toString(), "--json"));

        assertThat(server.requests()).hasSize(asked);
        assertThat(field(replayed, "failures")).isEqualTo(JsonValue.of(List.of()));
        assertThat(field(replayed, "answer")).isEqualTo(field(recorded, "answer"));
        assertThat(field(replayed, "cost")).isEqualTo(field(recorded, "cost"));
    }

    @Test
    void oneRecordingServesTheWordsToo() throws IOException {
        String tape = folder.resolve("calls.jsonl").toString();
        JsonValue.Obj recorded = json(
                solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "5", "--json", "--record", tape));

        JsonValue.Obj played = json(CommandRun.of("solve", "--cassette", tape, "--json"));

        assertThat(field(played, "answer")).isEqualTo(field(recorded, "answer"));
    }

    @Test
    void theJournalOfASolveCanBeReplayed() throws IOException {
        String log = folder.resolve("log").toString();
        JsonValue.Obj recorded = json(
                solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "4", "--json", "--log", log));
        int asked = server.requests().size();

        JsonValue.Obj replayed = json(
                solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "4", "--json", "--replay", log));

        assertThat(server.requests()).hasSize(asked);
        assertThat(field(replayed, "answer")).isEqualTo(field(recorded, "answer"));
    }

    @Test
    void aReplayThatDepartsSaysWhere() throws IOException {
        String tape = folder.resolve("calls.jsonl").toString();
        json(solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "2", "--json", "--record", tape));

        CommandRun other = CommandRun.of("solve", "Shard the database or wait?", "--models-file",
                models(WireFormatName.OPENAI).toString(), "--model", "lab:fake-fast", "--agents", "2", "--replay",
                tape);

        assertThat(other.out().replaceAll("\\s+", " ")).contains("departed").contains("turn 1 of agent \"explorer\"")
                .contains("wait?");
    }

    @Test
    @DisplayName("53 a replay without a recording is refused before anything runs")
    void scenario53() throws IOException {
        CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--replay",
                folder.resolve("none.jsonl").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("none.jsonl");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void eachAgentMayHaveAModelOfItsOwn() throws IOException {
        json(solve(WireFormatName.OPENAI, "--agent", "ada|Ada|doubts|lab:fake-deep|critical", "--agent", "bo",
                "--agent",
                "cy|Cy", "--model", "lab:fake-fast", "--model", "cheap", "--json", "--max-rounds", "1"));

        assertThat(server.requests()).extracting(request -> request.model()).containsOnly("fake-deep", "fake-cheap",
                "fake-fast");
    }

    @Test
    void modelsThatTheFileCallsCheapAndFastAreChosenByMode() throws IOException {
        json(solve(WireFormatName.OPENAI, "--agents", "2", "--mode", "cheap", "--json", "--max-rounds", "1"));
        assertThat(server.requests()).allMatch(request -> request.model().equals("fake-cheap"));
    }

    @Test
    void aBudgetEndsTheSolveAndIsNotPassed() throws IOException {
        JsonValue.Obj result = json(solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "5", "--json",
                "--budget-tokens", "4000"));

        assertThat(text(result, "ending")).isEqualTo("budget");
        assertThat(number((JsonValue.Obj) field(result, "cost"), "tokens")).isLessThanOrEqualTo(4_000);
    }

    @Test
    void aWrongKeyIsToldOnceByEachAgentAndNeverShown() throws IOException {
        server.close();
        server = FakeModels.answering(request -> FakeAnswer.refuses(ProviderRefusal.WRONG_KEY));

        CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "3");

        assertThat(server.requests()).as("three agents, one turn each").hasSize(3);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).contains("authentication").contains("failure: every turn of the last round failed")
                .contains("unavailable: explorer, analyst, critic")
                .contains("No consensus reached").doesNotContain(LabModelsFile.KEY);
        assertThat(run.err()).doesNotContain(LabModelsFile.KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "8"})
    void aSolveInWhichEveryTurnFailsIsAFailureHoweverManyRoundsAreAllowed(String rounds) throws IOException {
        server.close();
        server = FakeModels.answering(request -> FakeAnswer.says("no reply in the form"));

        CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "2", "--max-rounds",
                rounds, "--json");

        assertThat(run.code()).isEqualTo(1);
        JsonValue.Obj result = (JsonValue.Obj) JsonText.read(run.out());
        assertThat(text(result, "ending")).isEqualTo("failure");
        assertThat(number(result, "roundsUsed")).isEqualTo(Math.min(3, Integer.parseInt(rounds)));
    }

    @Test
    void aCutReplyIsAskedForAgainWithMoreAndItsRecordingIsReplayed() throws IOException {
        server.close();
        server = FakeModels.answering(request -> Objects.equals(request.settings().maxTokens(), 1_200.0)
                ? FakeAnswer.says("{\"signals\": [").finishing(FakeAnswer.Finish.LENGTH)
                : ScriptedDeliberators.answer(request));
        String tape = folder.resolve("calls.jsonl").toString();

        JsonValue.Obj recorded = json(solve(WireFormatName.ANTHROPIC, "--model", "lab:fake-deep", "--agents", "3",
                "--json", "--max-output", "1200", "--record", tape));
        int asked = server.requests().size();
        JsonValue.Obj replayed = json(CommandRun.of("solve", "Shard the database or buy time?", "--models-file",
                models(WireFormatName.ANTHROPIC).toString(), "--model", "lab:fake-deep", "--agents", "3", "--json",
                "--max-output", "1200", "--replay", tape));

        assertThat(server.requests()).hasSize(asked).extracting(request -> request.settings().maxTokens())
                .containsOnly(1_200.0, 2_400.0);
        for (String same : List.of("answer", "confidence", "ending", "roundsUsed", "cost", "contributions")) {
            assertThat(field(replayed, same)).as(same).isEqualTo(field(recorded, same));
        }
    }

    @Test
    void anAdvisorThatNeedsSteeringSaysThatItDoesNothingWhileMathematicsOnlyWatches() throws Exception {
        Path swarm = Files.writeString(folder.resolve("swarm.yaml"), """
                models: [lab:fake-fast]
                agents:
                  - id: ada
                  - id: bob
                advisor: {enabled: true, agentPruning: true}
                """);

        assertThat(errors(swarm, "watching")).singleElement().asString().startsWith("waggle: mathematics only watches:"
                + " advisor.agentPruning does nothing, ").contains("--math steering");
        assertThat(errors(swarm, "steering")).isEmpty();
    }

    /** Lines on the error stream of a solve in a process of its own, because warnings go to the system's logger. */
    private List<String> errors(Path swarm, String math) throws Exception {
        Process solve = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "solve", "Shard the database or buy time?", "--config", swarm.toString(),
                "--models-file", models(WireFormatName.OPENAI).toString(), "--seed", "11", "--max-rounds", "1",
                "--math",
                math).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader lines = solve.errorReader(StandardCharsets.UTF_8)) {
            List<String> errors = lines.readAllLines();
            assertThat(solve.waitFor()).isZero();
            return errors;
        } finally {
            solve.destroyForcibly();
        }
    }

    @Test
    void aSlowModelDoesNotOutlastTheTimeLimit() throws Exception {
        server.close();
        server = FakeModels.answering(request -> FakeAnswer.says("never said")
                .at(new FakeAnswer.Pace(Duration.ofMinutes(10), Duration.ZERO)));

        JsonValue.Obj result = json(
                solve(WireFormatName.OLLAMA, "--model", "lab:fake-fast", "--agents", "2", "--timeout", "1", "--json"));

        assertThat(text(result, "ending")).isEqualTo("timeout");
        assertThat(number(result, "totalMs")).isLessThan(60_000);
        assertThat(server.awaitAbandoned(2, Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void aRecordingThatNeverBeganLeavesNothingBehind() throws IOException {
        Path file = folder.resolve("calls.jsonl");

        assertThat(solve(WireFormatName.OPENAI, "--model", "chep", "--record", file.toString()).code()).isEqualTo(2);

        assertThat(file).doesNotExist();
        assertThat(folder.resolve("calls.jsonl.part")).doesNotExist();
    }

    @Test
    void aRecordingOverwritesNone() throws IOException {
        Path paid = Files.writeString(folder.resolve("paid.jsonl"), "paid");

        CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--record", paid.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("paid.jsonl already");
        assertThat(paid).hasContent("paid");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aBadPlaceForARecordingIsRefusedBeforeTheFirstCall() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        for (String place : List.of(folder.toString(), pipe.toString(), dangling.toString(), "-", "/dev/stdout", "",
                folder.resolve("no/r").toString(), folder.resolve("r".repeat(300)).toString())) {
            CommandRun run = solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--force", "--record", place);
            assertThat(run.code()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).hasLineCount(1);
        }
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aRecordingWithAShortNameIsKeptAndBelongsToItsOwner() throws IOException {
        Path file = folder.resolve("r");

        assertThat(solve(WireFormatName.OPENAI, "--model", "lab:fake-fast", "--agents", "2", "--record",
                file.toString()).code()).isZero();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void oneProviderThatFailsDuringTheSolveDoesNotStopTheOthers() throws IOException {
        server.close();
        server = FakeModels.answering(request -> request.model().equals("x")
                ? FakeAnswer.refuses(ProviderRefusal.UNKNOWN_MODEL)
                : ScriptedDeliberators.answer(request));
        Path key = Files.writeString(folder.resolve("key"), LabModelsFile.KEY);
        Path file = Files.writeString(folder.resolve("two.json"), """
                {"providers": {"up": {"kind": "openai", "baseUrl": "%1$s", "keyFile": "%2$s"},
                               "down": {"kind": "openai", "baseUrl": "%1$s", "keyFile": "%2$s"}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI), key));

        JsonValue.Obj result = json(CommandRun.of("solve", "Shard or wait?", "--models-file", file.toString(),
                "--model",
                "down:x", "--model", "up:fake-fast", "--agents", "6", "--timeout", "30", "--max-rounds", "2",
                "--json"));

        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(((JsonValue.Arr) field(result, "failures")).items()).isNotEmpty()
                .noneMatch(failure -> JsonText.write(failure).contains("up:fake-fast"));
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() throws IOException {
        assertThat(solve(WireFormatName.OPENAI, "--agents", "1001", "--model", "cheap").err())
                .contains("--agents must be");
        assertThat(solve(WireFormatName.OPENAI, "--agents", "0", "--model", "cheap").err())
                .contains("--agents 0 asks people alone, and --model asks a model");
        assertThat(solve(WireFormatName.OPENAI, "--agents", "2", "--agent", "x", "--model", "cheap").err())
                .contains("exclude each other");
        assertThat(solve(WireFormatName.OPENAI, "--model", "chep").err()).contains("chep").contains("cheap");
        assertThat(solve(WireFormatName.OPENAI, "--model", "cheap", "--or-live").err()).contains("--or-live needs");
        assertThat(solve(WireFormatName.OPENAI, "--model", "cheap", "--mode", "slow").err()).contains("--mode must be");
        assertThat(solve(WireFormatName.OPENAI, "--model", "cheap", "--budget-tokens", "0").err())
                .contains("--budget-tokens must be");
        assertThat(solve(WireFormatName.OPENAI, "--model", "cheap", "--temperature", "3").err())
                .contains("temperature");
        assertThat(solve(WireFormatName.OPENAI, "--model", "cheap", "--agent", "a|b|c|d|odd").err())
                .contains("personality");
        assertThat(server.requests()).isEmpty();
    }
}
