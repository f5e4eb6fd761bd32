package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Replay of the same words under other rules: everything but the words is computed. */
public class ReplayTest {

    @TempDir
    private Path folder;

    private Path cassette = Path.of("");

    @BeforeEach
    void recordTheCrossing() {
        cassette = folder.resolve("crossing.jsonl");
        CommandRun recorded = CommandRun.fed(PLAY, "solve", "How long?", "--seat", "ann|Ann", "--seat", "bob|Bob",
                "--seat", "cat|Cat", "--record", cassette.toString(), "--json");
        assertThat(recorded.err()).isEmpty();
        assertThat(recorded.code()).isZero();
        assertThat(text(recorded, "answer")).isEqualTo("Fifteen minutes");
    }

    private static final String PLAY = """
            @ann
            propose 0.9 three: Three minutes | because: half of six

            @bob
            propose 0.6 fifteen: Fifteen minutes | because: long closings catch more cars

            @cat
            find 0.7 Most cars stood behind the freight train

            @ann
            vote fifteen disagree 0.5 I doubt it
            vote three disagree 0.9 my mean was of closings, not of minutes

            @bob
            challenge three 0.8 You count closings, not minutes
            vote three disagree 0.9 see there

            @cat
            vote fifteen agree 0.8 the camera says so
            """;

    @Test
    void decidesTheSameFromTheSameWords() {
        CommandRun replayed = CommandRun.of("solve", "--cassette", cassette.toString(), "--json");
        assertThat(text(replayed, "answer")).isEqualTo("Fifteen minutes");
        assertThat(text(replayed, "ending")).isEqualTo("consensus");
    }

    @Test
    void decidesOtherwiseWithOneVoteLess() throws IOException {
        List<String> lines = Files.readAllLines(cassette);
        List<String> without = lines.stream().filter(line -> !line.contains("the camera says so")).toList();
        assertThat(without).hasSize(lines.size() - 1);
        Path edited = folder.resolve("edited.jsonl");
        Files.write(edited, without);

        CommandRun replayed = CommandRun.of("solve", "--cassette", edited.toString(), "--json");

        assertThat(replayed.err()).isEmpty();
        assertThat(text(replayed, "answer")).isEqualTo("No consensus reached");
        assertThat(text(replayed, "ending")).isEqualTo("silence");
    }

    @Test
    void decidesOtherwiseByAnotherStrategy() {
        CommandRun replayed = CommandRun.of("solve", "--cassette", cassette.toString(), "--strategy", "voting",
                "--json");
        assertThat(text(replayed, "answer")).isEqualTo("No consensus reached");
    }

    @Test
    void endsOtherwiseUnderALowerLimit() {
        CommandRun rounds = CommandRun.of("solve", "--cassette", cassette.toString(), "--max-rounds", "1", "--json");
        assertThat(text(rounds, "ending")).isEqualTo("max-rounds");
        assertThat(text(rounds, "answer")).isEqualTo("No consensus reached");

        CommandRun signals = CommandRun.of("solve", "--cassette", cassette.toString(), "--max-signals", "4", "--json");
        assertThat(text(signals, "ending")).isEqualTo("max-signals");
    }

    @Test
    void holdsOnlyWhatParticipantsSaid() throws IOException {
        assertThat(Files.readString(cassette)).doesNotContain("consensus:reached", "conflict", "run:closed",
                "\"confidence-weighted\"", "threshold", "decided");
    }

    @Test
    void saysTheSameWhenARecordingIsRecordedAgain() throws IOException {
        Path again = folder.resolve("again.jsonl");
        CommandRun replayed = CommandRun.of("solve", "--cassette", cassette.toString(), "--record", again.toString());
        assertThat(replayed.code()).isZero();
        assertThat(words(again)).isEqualTo(words(cassette));
    }

    @ParameterizedTest
    @ValueSource(strings = {"migration", "review", "crossing", "incident"})
    void playsEveryShippedDeliberation(String name) {
        CommandRun played = CommandRun.of("demo", name);
        assertThat(played.err()).isEmpty();
        assertThat(played.code()).isIn(0, 3);
        assertThat(played.out()).contains("Round 1", "Round 2", "proposes", "challenges", "ended by", "dissent")
                .doesNotContain("\u001b");
    }

    @Test
    void showsAnotherOutcomeOfTheSameWordsInADemo() {
        assertThat(text(CommandRun.of("demo", "crossing", "--json"), "answer")).contains("ifteen");
        assertThat(text(CommandRun.of("demo", "crossing", "--strategy", "voting", "--json"), "answer"))
                .contains("Three");
        assertThat(text(CommandRun.of("demo", "incident", "--json"), "answer")).isEqualTo("No consensus reached");
        assertThat(text(CommandRun.of("demo", "incident", "--strategy", "voting", "--threshold", "0.6", "--json"),
                "answer")).isNotEqualTo("No consensus reached");
    }

    /** A seat takes all its turns, also when no other seat speaks. */
    @Test
    void saysEveryTurnOfASinglePerson() {
        CommandRun run = CommandRun.fed("find 0.5 one\n\nfind 0.5 two\n\nfind 0.5 three\n", "solve", "Q?", "--seat",
                "a");
        assertThat(run.out()).contains("one", "two", "three");
    }

    @Test
    void saysWhatATornJournalLost() throws IOException {
        Path journal = folder.resolve("torn");
        CommandRun.of("demo", "crossing", "--log", journal.toString());
        Files.writeString(journal.resolve("events.jsonl"), "{\"seq\":", StandardOpenOption.APPEND);

        CommandRun again = CommandRun.of("demo", "crossing", "--log", journal.toString());

        assertThat(again.err()).contains("torn line: 7 bytes", "kept as");
        assertThat(CommandRun.of("log", "show", journal.toString()).err()).isEmpty();
    }

    /** A cassette is an export of the journal: one of two solves in it, replayed. */
    @Test
    void exportsASolveOfAJournalAsACassette() {
        String journal = folder.resolve("two").toString();
        String exported = folder.resolve("exported.jsonl").toString();
        CommandRun.of("demo", "migration", "--log", journal);
        CommandRun.of("demo", "crossing", "--log", journal);

        CommandRun export = CommandRun.of("log", "export", journal, exported);

        assertThat(export.err()).isEmpty();
        assertThat(text(CommandRun.of("solve", "--cassette", exported, "--json"), "answer")).contains("ifteen");
        CommandRun unknown = CommandRun.of("log", "export", journal, exported, "--force", "--run", "solve_none");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("solve_none", "Maybe one of solve_").hasLineCount(1);
    }

    @Test
    void writesAJournalThatLogShows() {
        Path journal = folder.resolve("journal");
        CommandRun.of("demo", "crossing", "--log", journal.toString());
        CommandRun.of("demo", "crossing", "--log", journal.toString());

        CommandRun shown = CommandRun.of("log", "show", journal.toString());
        assertThat(shown.out()).contains("run:opened", "task:new", "consensus:reached", "run:closed");
        assertThat(shown.out().lines().filter(line -> line.contains("run:closed"))).hasSize(2);

        CommandRun tail = CommandRun.of("log", "tail", journal.toString(), "-n", "1", "--json");
        assertThat(tail.out().lines()).hasSize(1);
        assertThat(tail.out()).contains("run:closed");
    }

    private static List<JsonValue> words(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(JsonText::read)
                .map(line -> line instanceof JsonValue.Obj said ? said.fields() : null)
                .map(fields -> fields == null ? JsonValue.ofNull() : fields.get("data")).map(ReplayTest::orNull)
                .toList();
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonValue.ofNull() : value;
    }

    private static String text(CommandRun run, String field) {
        JsonValue value = JsonText.read(run.out());
        return value instanceof JsonValue.Obj result && result.fields().get(field) instanceof JsonValue.Str text
                ? text.value()
                : "no text field " + field + " in " + run;
    }
}
