package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.LearningRecord;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Results of a solve after its end: a written answer, and agents that learn. */
class AfterTheSolveTest {

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aModelOfTheTeamWritesTheAnswerAndPays() throws IOException {
        CommandRun run = solve("--agents", "5", "--synthesize", "--json");

        assertThat(run.code()).as(run.err()).isZero();
        JsonValue.Obj result = (JsonValue.Obj) JsonText.read(run.out());
        assertThat(String.valueOf(result.fields().get("answer"))).contains("a stand-in for a model");
        assertThat(String.valueOf(result.fields().get("decision"))).doesNotContain("a stand-in for a model");
        // The team has an agent called synthesizer, which pays separately.
        assertThat(object(object(result, "cost"), "byPayer").fields().keySet())
                .containsExactlyInAnyOrder("explorer", "analyst", "critic", "pragmatist", "synthesizer", "synthesis");
    }

    @Test
    void peopleSeeTheDecisionAndTheAnswer() throws IOException {
        CommandRun run = solve("--synthesize");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsSubsequence("── Decision ", "── Answer ", "This is fake", "confidence");
    }

    @Test
    void agentsLearnFromSolveToSolve() throws IOException {
        Path learned = folder.resolve("learned");

        assertThat(solve("--learn", learned.toString()).code()).isZero();
        long once = lessons(learned);
        assertThat(solve("--learn", learned.toString()).code()).isZero();

        assertThat(once).isPositive();
        assertThat(lessons(learned)).isGreaterThan(once);
        try (Stream<Path> files = Files.list(learned)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(".lock", "at-explorer.json", "at-analyst.json");
        }
    }

    @Test
    void whatCannotBeAFolderToLearnInIsRefusedBeforeAnybodyIsAsked() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "mine");

        for (Path place : new Path[] {file, file.resolve("below")}) {
            CommandRun run = solve("--learn", place.toString());

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("agents cannot learn in " + place + ": " + file + " is not a folder");
        }
        assertThat(server.requests()).isEmpty();
        assertThat(file).hasContent("mine");
    }

    @Test
    void aDamagedFileIsToldAndTheSolveGoesOn() throws IOException {
        Path learned = Files.createDirectory(folder.resolve("learned"));
        Files.writeString(learned.resolve("at-explorer.json"), "nonsense");

        CommandRun run = solve("--learn", learned.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("explorer", "damaged").contains("Maybe restore its file");
        assertThat(learned.resolve("at-explorer.json")).hasContent("nonsense");
    }

    @Test
    void whatCannotGoTogetherIsRefused() throws IOException {
        CommandRun recorded = solve("--learn", folder.resolve("learned").toString(), "--record",
                folder.resolve("r.jsonl").toString());
        CommandRun nobody = CommandRun.of("solve", "Shard?", "--synthesize");

        assertThat(recorded.code()).isEqualTo(2);
        assertThat(recorded.err()).contains("--learn cannot be combined with --record");
        assertThat(nobody.code()).isEqualTo(2);
        assertThat(nobody.err()).contains("no model is named");
    }

    private static JsonValue.Obj object(JsonValue.Obj in, String name) {
        return (JsonValue.Obj) Objects.requireNonNull(in.fields().get(name), name);
    }

    private static long lessons(Path learned) {
        FileBanditStore store = FileBanditStore.open(learned, World.system(1));
        return Stream.of("explorer", "analyst", "critic").map(store::load).map(LearningRecord::arms)
                .flatMap(arms -> arms.values().stream()).mapToLong(evidence -> evidence.lessons()).sum();
    }

    private CommandRun solve(String... more) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "ollama", "baseUrl": "%s"}}, "models": {"fast": "lab:fake-fast"}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models.toString(), "--model", "lab:fake-fast", "--seed", "11"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }
}
