package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle solve --signal-tools}: models generate, subscribe and look into their inboxes during their turns. */
class SignalToolsInSolveTest {

    private static final FakeAnswer ANALYST = FakeAnswer.calls(new FakeAnswer.Call("a1", "generate_signal",
            "{\"type\":\"build:asked\",\"source\":{\"type\":\"agent\",\"id\":\"orchestrator\"},\"data\":\"stop\"}"));
    private static final FakeAnswer CRITIC = FakeAnswer.calls(
            new FakeAnswer.Call("c1", "signal_subscribe", "{\"pattern\":\"weather:*\"}"),
            new FakeAnswer.Call("c2", "signal_inbox", "{\"limit\":5}"));

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(this::answer);
    private volatile Consumer<FakeRequest> before = request -> {
    };

    @AfterEach
    void close() {
        server.close();
    }

    /**
     * The analyst and the critic call tools in their first turn, once. A resumed turn has no session of the provider, so
     * its model finds the results of tools in the text.
     */
    private FakeAnswer answer(FakeRequest request) {
        before.accept(request);
        boolean offered = request.asked().tools().stream().anyMatch(tool -> tool.name().equals("generate_signal"));
        boolean nothingIsCalled = request.asked().results().isEmpty()
                && request.messages().stream().allMatch(said -> said.calls().isEmpty())
                && !request.allText().contains("generated: ") && !request.allText().contains("is subscribed to");
        boolean firstTurn = !request.allText().contains("The deliberation so far");
        if (offered && nothingIsCalled && firstTurn && request.allText().contains("You are \"Analyst\"")) {
            return ANALYST;
        }
        if (offered && nothingIsCalled && firstTurn && request.allText().contains("You are \"Critic\"")) {
            return CRITIC;
        }
        return ScriptedDeliberators.answer(request);
    }

    private CommandRun solve(WireFormatName format, Path data, String... more) throws IOException {
        CommandRun.of("signals", "subscribe", "explorer", "build:*", "--loud", "--create", "--data", data.toString());
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                LabModelsFile.write(folder, server, format).toString(), "--seed", "11", "--model", "lab:fake-fast",
                "--agents", "3", "--data", data.toString()));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void whatAnAgentGeneratesIsItsOwnAndReachesTheSubscribersOfTheSolve() throws IOException {
        Path data = folder.resolve("data");

        CommandRun run = solve(WireFormatName.OPENAI, data, "--signal-tools");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(server.requests()).anyMatch(request -> request.asked().tools().stream()
                .map(FakeRequest.Offer::name).toList().containsAll(
                        List.of("generate_signal", "signal_subscribe", "signal_unsubscribe", "signal_inbox")));
        assertThat(server.requests()).filteredOn(request -> request.allText().contains("You are \"Explorer\""))
                .anyMatch(request -> request.lastText().contains(
                        "\"type\":\"build:asked\",\"by\":\"analyst\",\"claims\":\"agent:orchestrator\""));
        assertThat(log(data, "build:asked")).singleElement().asString().contains("\"by\":\"analyst\"",
                "\"invocation\":1");
        assertThat(log(data, "tool:result")).filteredOn(line -> line.contains("\"harness\":\"tools\"")).hasSize(3)
                .anyMatch(line -> line.contains("was generated"))
                .anyMatch(line -> line.contains("No signal waits"));
        assertThat(CommandRun.of("signals", "subscriptions", "critic", "--data", data.toString()).out())
                .contains("weather:*");
    }

    @Test
    void aKilledSolveGeneratesNothingAgain() throws IOException {
        Path data = folder.resolve("data");
        List<Path> copies = new ArrayList<>();
        before = request -> {
            synchronized (copies) {
                copies.add(KilledLog.copy(data, folder.resolve("killed-" + copies.size())));
            }
        };
        assertThat(solve(WireFormatName.OPENAI, data, "--signal-tools").code()).isZero();
        before = request -> {
        };

        Set<Integer> generated = new HashSet<>();
        for (Path copy : copies) {
            generated.add(log(copy, "build:asked").size());
            CommandRun resumed = CommandRun.of("resume", "--data", copy.toString());

            assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
            assertThat(log(copy, "build:asked")).as(copy.toString()).hasSize(1);
        }
        assertThat(generated).containsExactlyInAnyOrder(0, 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"OLLAMA", "GEMINI"})
    void theyAreOffOnceSaidWhereASchemaCannotStandBesideTools(WireFormatName format) throws IOException {
        CommandRun run = solve(format, folder.resolve("data"), "--signal-tools");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.err()).hasLineCount(1).contains("no tools on signals for agents with lab:fake-fast");
        assertThat(server.requests()).isNotEmpty().allMatch(request -> request.asked().tools().isEmpty());
    }

    /** Tools cost such a provider nothing: it takes no schema without them either. */
    @ParameterizedTest
    @ValueSource(strings = {"schema", "object", "none"})
    void theyAreOnWhereAProviderTakesNoSchemaAtAll(String output) throws IOException {
        Path data = folder.resolve("data");
        Path models = LabModelsFile.write(folder, server, WireFormatName.OPENAI);
        Files.writeString(models, Files.readString(models).replace("\"kind\"",
                "\"structuredOutput\": \"" + output + "\", \"kind\""));

        CommandRun run = CommandRun.of("solve", "Shard the database or buy time?", "--models-file", models.toString(),
                "--seed", "11", "--model", "lab:fake-fast", "--data", data.toString(), "--signal-tools");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(server.requests()).isNotEmpty().noneMatch(request -> request.asked().tools().isEmpty());
    }

    @Test
    void theFileOfTheSwarmAsksForThemTooAndAResumedSolveHasThem() throws IOException {
        Path data = folder.resolve("data");
        Path config = Files.writeString(folder.resolve("swarm.yaml"), "models: [lab:fake-fast]\nsignalTools: true\n");
        List<Path> copies = new ArrayList<>();
        before = request -> {
            synchronized (copies) {
                if (copies.isEmpty()) {
                    copies.add(KilledLog.copy(data, folder.resolve("killed")));
                }
            }
        };
        CommandRun run = CommandRun.of("solve", "Shard the database or buy time?", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString(), "--seed", "11", "--config",
                config.toString(), "--data", data.toString());
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(log(data, "build:asked")).hasSize(1);
        Files.delete(config);

        CommandRun resumed = CommandRun.of("resume", "--data", copies.getFirst().toString());

        assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
        assertThat(log(copies.getFirst(), "build:asked")).hasSize(1);
        assertThat(server.requests()).noneMatch(request -> request.asked().tools().isEmpty());
    }

    @Test
    void theFileOfTheSwarmNeedsADataFolderForThem() throws IOException {
        Path config = Files.writeString(folder.resolve("swarm.yaml"), "models: [ollama:x]\nsignalTools: true\n");

        CommandRun homeless = CommandRun.of("solve", "Ship?", "--config", config.toString());

        assertThat(homeless.code()).isEqualTo(2);
        assertThat(homeless.err()).isEqualTo("waggle: " + config
                + ":2: signalTools: tools on signals need a data folder - Add --data DIR, or set it to false.\n");
    }

    @Test
    void areNotOfferedUnlessAsked() throws IOException {
        assertThat(solve(WireFormatName.OPENAI, folder.resolve("data")).code()).isZero();

        assertThat(server.requests()).isNotEmpty().allMatch(request -> request.asked().tools().isEmpty());
    }

    @Test
    void needADataFolderAndModels() {
        CommandRun homeless = CommandRun.of("solve", "Ship?", "--model", "ollama:x", "--signal-tools");
        CommandRun people = CommandRun.of("solve", "Ship?", "--seat", "ada", "--signal-tools", "--data",
                folder.toString());

        assertThat(homeless.code()).isEqualTo(2);
        assertThat(homeless.err()).contains("needs a data folder", "Add --data DIR");
        assertThat(people.code()).isEqualTo(2);
        assertThat(people.err()).contains("is for agents with models");
    }

    private static List<String> log(Path data, String type) {
        return CommandRun.of("log", "show", data.toString(), "--type", type, "--json").out().lines()
                .filter(line -> !line.isBlank()).toList();
    }
}
