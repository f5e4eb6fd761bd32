package dev.waggle.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
  * Journals, recordings, checkpoints and exports of an earlier build open, resume and replay. They lie in {@code
  * written-before}, with the output of that build about them; its README describes each of them.
 */
class WrittenBeforeTest {

    private static final Path KEPT = ProjectFiles.at("cli/src/test/resources/written-before");
    private static final String PACKED = ".packed.gz";
    private static final String EVENTS = "events.jsonl";
    private static final Pattern SEALED = Pattern.compile("events-\\d+\\.jsonl");
    private static final String STEERED = "solve_01m82wqk2qaqg392qe5ath1sp1";
    private static final String KILLED = "solve_01m82wqvwp1cc3dpznkjxbgvr7";
    private static final String RECORDING = "rec_01m82wr8t67c8j0x9t0b66ppkq";

    /** Question of a moderator in a list of dissent: the earlier build's explanation had it, and no result. */
    private static final Pattern MODERATED = Pattern.compile(
            ",\\{\"kind\":\"challenge\",\"agentId\":\"debate-moderator\",\"text\":\""
                    + "(?:[^\"\\\\]|\\\\.)*+\",\"about\":\"[^\"]*\"}");

    @TempDir
    private Path folder;

    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.walk(KEPT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = KEPT.relativize(file).toString();
                boolean packed = name.endsWith(PACKED);
                Path to = folder.resolve(packed ? name.substring(0, name.length() - PACKED.length()) : name);
                Files.createDirectories(to.getParent());
                Files.write(to, packed ? unpacked(file) : Files.readAllBytes(file));
            }
        }
    }

    private static byte[] unpacked(Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            return in.readAllBytes();
        }
    }

    /** {@code @NAME} is a file or folder of the earlier build. */
    @ParameterizedTest
    @CsvSource({"verify-data, log verify @data", "verify-killed, log verify @killed",
        "verify-people, log verify @people", "verify-terminal, log verify @terminal",
        "verify-threads, log verify @threads", "verify-compacted, log verify @threads-compacted",
        "verify-crossing, log verify @crossing.jsonl.gz",
        "replay-data, replay --all @data", "replay-people, replay @people", "replay-killed, replay @killed",
        "replay-terminal, replay @terminal", "replay-crossing, replay @crossing.jsonl.gz",
        "explain-data, explain @data --run " + STEERED, "explain-learned, explain @data",
        "explain-people, explain @people", "explain-killed, explain @killed",
        "explain-crossing, explain @crossing.jsonl.gz",
        "lens-data, lens @data --run " + STEERED, "lens-people, lens @people",
        "lens-crossing, lens @crossing.jsonl.gz",
        "play-data, log play @data --at 120", "play-killed, log play @killed",
        "play-recording, log play @people/recordings/" + RECORDING + " --at-checkpoint half",
        "threads, log threads @threads", "threads-compacted, log threads @threads-compacted",
        "recordings, recordings list --data @people", "checkpoints, checkpoints list --data @people",
        "checkpoints-killed, checkpoints list --data @killed",
        "subscriptions, signals subscriptions --data @people", "inbox, signals inbox maya --data @people",
        "resume-over, resume " + STEERED + " --data @data"})
    void programsReadWhatTheyReadBefore(String expected, String command) throws IOException {
        CommandRun run = waggle(command + " --json");

        assertThat(run.code()).as(run.toString()).isIn(0, 3);
        assertThat(run.err()).isEmpty();
        String before = MODERATED.matcher(expected(expected)).replaceAll("");
        assertThat(JsonExtension.differences(run.out().replace(folder.toString(), "FOLDER"), before)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/signals", "killed/signals", "people/signals", "terminal"})
    void entriesAreShownAsTheyStandInTheFile(String journal) throws IOException {
        String written = Files.readString(folder.resolve(journal).resolve(EVENTS));

        assertThat(waggle("log show @" + journal + " --json").out())
                .isEqualTo(written.replaceAll(",\"crc\":\"[0-9a-f]{8}\"}", "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"log show @", "log tail @", "log tree @", "log play @", "log verify @"})
    void peopleAreShownEveryJournal(String command) {
        for (String place : List.of("data", "killed", "people", "people/recordings/" + RECORDING, "terminal", "threads",
                "threads-compacted", "crossing.jsonl.gz", "calls.jsonl", "spoken.jsonl")) {
            CommandRun run = waggle(command + place);
            assertThat(run.code()).as(place + run).isZero();
            assertThat(run.err()).as(place).isEmpty();
            assertThat(run.out()).as(place).isNotBlank();
        }
    }

    @Test
    void aSolveOfModelsThatWasKilledGoesOnToItsEnd() throws IOException {
        String before = Files.readString(folder.resolve("killed/signals").resolve(EVENTS));
        try (FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), ScriptedDeliberators::answer)) {
            CommandRun run = waggle("resume --data @killed --json --models-file " + models(server));

            assertThat(run.code()).as(run.toString()).isZero();
            assertThat(fields(run)).containsEntry("solveId", JsonValue.of(KILLED))
                    .containsEntry("ending", JsonValue.of("consensus")).containsEntry("decided", JsonValue.of(true))
                    .containsEntry("confidence", JsonValue.of(1.0)).containsEntry("roundsUsed", JsonValue.of(2));
            assertThat(server.requests()).as("three of the first round and one of the second were answered").hasSize(3);
        }
        assertThat(written("killed/signals")).startsWith(before);
        assertThat(folder.resolve("killed/answers")).doesNotExist();
        assertThat(waggle("checkpoints list --data @killed --json").out()).isEqualTo("[]\n");
        assertThat(waggle("replay @killed --json").out()).contains("\"verdict\":\"equal\"");
    }

    @Test
    void aSolveOfPeopleThatWasKilledGoesOnToItsEnd() throws IOException {
        String before = Files.readString(folder.resolve("terminal").resolve(EVENTS));

        CommandRun run = CommandRun.run("vote time agree 0.9 measured\n\n", true, "resume", "--log",
                folder.resolve("terminal").toString(), "--json");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("\"decision\":\"Buy time\"", "\"decided\":true");
        assertThat(written("terminal")).startsWith(before);
        assertThat(folder.resolve("terminal/answers")).doesNotExist();
        assertThat(waggle("replay @terminal --json").out()).contains("\"verdict\":\"equal\"");
    }

    @Test
    void recordingsAreSolvedAgainWithTheSameResult() throws IOException {
        CommandRun spoken = waggle("solve --cassette @spoken.jsonl --json");

        assertThat(spoken.code()).as(spoken.toString()).isIn(0, 3);
        String before = expected("solve-spoken").replaceFirst("\"confidence\":([0-9.]+),\"decided\"",
                "\"agreement\":$1,\"decided\"");
        assertThat(JsonExtension.differences(comparable(spoken.out()), comparable(before)))
                .as("the earlier confidence is the agreement, and lenses read another posterior")
                .allMatch(difference -> difference.contains(".mathAnalysis.") || difference.contains(".findings"));
        assertThat(waggle("solve --cassette @calls.jsonl").code()).isIn(0, 3);
        assertThat(waggle("solve --cassette @exports/cassette.jsonl").code()).isIn(0, 3);
    }

    @Test
    void callsRecordedWithOtherPromptsNameTheFirstDifference() {
        CommandRun calls = waggle("solve --replay @calls.jsonl --models-file @models.json");

        assertThat(calls.code()).as(calls.toString()).isEqualTo(1);
        assertThat(calls.out().replaceAll("\\s+", " ")).contains("the replay departs from its recording",
                "differs at character");
    }

    @ParameterizedTest
    @CsvSource({"people, cloudevents", "people, cloudevents-batch", "people, jsonl", "people, durable", "people, swarm",
        "killed, harness", "threads, connectivity"})
    void exportsAreWrittenAndReadAsBefore(String journal, String format) throws IOException {
        Path kept = folder.resolve("exports").resolve(format + ".json");
        waggle("log export @" + journal + " @out --format " + format);
        if (format.startsWith("cloudevents")) {
            String before = Files.readString(kept).replace("\"source\":\"urn:", "\"source\":\"urn:waggle:");
            assertThat(values(Files.readString(folder.resolve("out")))).isEqualTo(values(before));
        } else {
            assertThat(folder.resolve("out")).hasSameBinaryContentAs(kept);
        }

        CommandRun imported = waggle("log import @exports/" + format + ".json @copy --json");

        assertThat(imported.code()).as(imported.toString()).isZero();
        assertThat(fields(imported)).containsEntry("format", JsonValue.of(format))
                .containsEntry("refused", JsonValue.of(0)).containsEntry("stopped", JsonValue.of(false));
        assertThat(waggle("log verify @copy").code()).isZero();
        String all = " --format {{signal.id}}={{signal.name}}={{signal.payload}}";
        assertThat(waggle("log show @" + journal + all).out().lines().toList())
                .containsAll(waggle("log show @copy" + all).out().lines().toList());
    }

    @Test
    void aCassetteIsExportedAsBefore() {
        CommandRun run = waggle("log export @people @out.jsonl");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(folder.resolve("out.jsonl")).hasSameBinaryContentAs(folder.resolve("exports/cassette.jsonl"));
    }

    @Test
    void closedThreadsAreTakenOutAsBefore() throws IOException {
        assertThat(waggle("log compact @threads").code()).isZero();

        for (String name : List.of("events-00000000000000000001.jsonl", "events-00000000000000000006.jsonl", EVENTS)) {
            assertThat(folder.resolve("threads").resolve(name))
                    .hasSameBinaryContentAs(folder.resolve("threads-compacted").resolve(name));
        }
    }

    @Test
    void aDataFolderIsWrittenOn() throws IOException {
        String before = Files.readString(folder.resolve("people/signals").resolve(EVENTS));

        CommandRun run = waggle("signals generate build:done 1 --source system --data @people --json");

        assertThat(fields(run)).containsEntry("seq", JsonValue.of(84));
        assertThat(written("people/signals")).startsWith(before);
        assertThat(waggle("signals inbox ann --data @people --json").out()).contains("\"seq\":84,");
        assertThat(waggle("signals inbox maya --take --data @people").code()).isZero();
        assertThat(waggle("signals inbox maya --data @people --json").out()).isEmpty();
        assertThat(waggle("recordings mark " + RECORDING + " end --data @people").code()).isZero();
        assertThat(waggle("checkpoints delete Solve-1 --data @people").code()).isZero();
        assertThat(waggle("checkpoints show solve-2 --data @people").out()).isEqualTo(expected("checkpoint"));
    }

    @Test
    void agentsGoOnLearning() throws IOException {
        Path critic = folder.resolve("learned/at-critic.json");
        String before = Files.readString(critic);
        try (FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), ScriptedDeliberators::answer)) {
            CommandRun run = waggle("solve Shard-or-wait? --model fast --seed 12 --learn @learned --models-file "
                    + models(server));

            assertThat(run.code()).as(run.toString()).isZero();
            assertThat(run.err()).isEmpty();
        }
        assertThat(critic).content().isNotEqualTo(before).contains("critic");
    }

    @Test
    void theSetupOfASwarmIsRead() throws IOException {
        try (FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), ScriptedDeliberators::answer)) {
            CommandRun run = waggle("solve Shard-or-wait? --config @swarm.yaml --seed 12 --log @log --json"
                    + " --models-file " + models(server));

            assertThat(run.code()).as(run.toString()).isZero();
            assertThat(run.out()).contains("\"pragmatist\"", "\"synthesis\"");
        }
        assertThat(waggle("replay @log --json").out()).contains("\"verdict\":\"equal\"");
    }

    /** A models file with the provider that the logs name. */
    private Path models(FakeModels server) throws IOException {
        String kept = Files.readString(folder.resolve("models.json"));
        return Files.writeString(folder.resolve("here.json"),
                kept.replaceFirst("http://[^\"]*", server.baseUrl(WireFormatName.OPENAI)));
    }

    /** Runs words with blanks between them; an {@code @} is the folder of the copies. */
    private CommandRun waggle(String command) {
        return CommandRun.of(command.replace("@", folder + "/").split(" ", -1));
    }

    /** The lines of a journal. A segment of another day is sealed before the first new entry. */
    private String written(String journal) throws IOException {
        StringBuilder lines = new StringBuilder();
        try (Stream<Path> files = Files.list(folder.resolve(journal))) {
            for (Path segment : files.filter(file -> SEALED.matcher(file.getFileName().toString()).matches()).sorted()
                    .toList()) {
                lines.append(Files.readString(segment));
            }
        }
        return lines.append(Files.readString(folder.resolve(journal).resolve(EVENTS))).toString();
    }

    private String expected(String name) throws IOException {
        return Files.readString(folder.resolve("expected").resolve(name + ".json"), StandardCharsets.UTF_8);
    }

    /** The JSON values of a text, one array or one on each line; the fields of a cloud event are in no order. */
    private static List<JsonValue> values(String text) {
        return text.startsWith("[")
                ? List.of(JsonText.read(text))
                : text.lines().map(JsonText::read).toList();
    }

    private static Map<String, JsonValue> fields(CommandRun run) {
        return ((JsonValue.Obj) JsonText.read(run.out())).fields();
    }

    /** A result without ids and times, which are new each time. */
    private static String comparable(String json) {
        return json.replaceAll("(sig|solve)_[0-9a-z]{26}", "$1").replaceAll("\"(totalMs|tookMs)\":\\d+", "\"$1\":0");
    }
}
