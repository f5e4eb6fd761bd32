package dev.waggle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Readers of journals and cassettes, for those that hold calls of models. */
class ReadersOfCallsTest {

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.configured(FakeServerConfig.compatible(),
            ScriptedDeliberators::answer);
    private JsonValue.Obj solved = new JsonValue.Obj(Map.of());

    @BeforeEach
    void solve() throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s"}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI)));
        CommandRun run = CommandRun.of("solve", "Shard the database or buy time?", "--models-file", models.toString(),
                "--model", "lab:m", "--agents", "3", "--seed", "11", "--log", log(), "--record", cassette(),
                "--json");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        solved = (JsonValue.Obj) JsonText.read(run.out());
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void lensesSeeWhatTheyAlwaysSaw() {
        CommandRun run = CommandRun.of("lens", log(), "--json");

        assertThat(run.code()).as(run.err()).isZero();
        JsonValue.Obj seen = (JsonValue.Obj) JsonText.read(run.out());
        assertThat(seen.fields().get("notes")).isEqualTo(new JsonValue.Arr(List.of()));
        assertThat(seen.fields().get("analysis")).isNotNull().isEqualTo(solved.fields().get("mathAnalysis"));
        assertThat(run.out()).contains("\"differences\":[]").doesNotContain("\"differences\":[{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "tail", "tree", "play"})
    void theLogIsShown(String command) {
        for (String place : new String[] {log(), cassette()}) {
            CommandRun run = CommandRun.of("log", command, place);
            assertThat(run.code()).as(run.err() + run.out()).isZero();
        }
    }

    @Test
    void aCassetteOfTheLogIsThatOfTheRun() throws IOException {
        Path again = folder.resolve("again.jsonl");
        CommandRun run = CommandRun.of("log", "export", log(), again.toString());

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(again).hasSameTextualContentAs(Path.of(cassette()));
        assertThat(CassetteFile.read(again).calls()).isNotEmpty();
        assertThat(CommandRun.of("solve", "--cassette", again.toString()).code()).isZero();
    }

    private String log() {
        return folder.resolve("log").toString();
    }

    private String cassette() {
        return folder.resolve("cassette.jsonl").toString();
    }
}
