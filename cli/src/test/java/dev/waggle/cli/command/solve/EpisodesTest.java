package dev.waggle.cli.command.solve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.SharedData;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Recorded debates of models and people, replayed through the loop. */
class EpisodesTest {

    @TempDir
    private Path folder;

    /** Every episode ends with a named ending and no turn fails. */
    @ParameterizedTest
    @CsvSource({"llm-debate-dylan/mmlu-3-agents.jsonl.gz,1293", "llm-debate-dylan/mmlu-4-agents.jsonl.gz,1281",
        "llm-debate-dylan/mmlu-7-agents.jsonl.gz,329", "human-debate-delidata/episodes.jsonl.gz,258"})
    void endsEveryEpisodeByName(String file, int episodes) {
        CommandRun run = CommandRun.of("solve", "--episode", SharedData.require(file).toString(), "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(number(run, "episodes")).isEqualTo(episodes);
        assertThat(number(run, "failures")).isZero();
        assertThat(endings(run)).isEqualTo(episodes);
        assertThat(number(run, "plainMajority")).isBetween(0.2, 1.0);
    }

    @Test
    void decidesTheSameWhateverTheRightAnswerAndTheRecordedOutcomeAre() throws IOException {
        List<String> lines = firstLines(SharedData.require("llm-debate-dylan/mmlu-3-agents.jsonl.gz"), 40);
        Path known = Files.write(folder.resolve("known.jsonl"), lines);
        Path masked = Files.write(folder.resolve("masked.jsonl"), lines.stream()
                .map(line -> line.replaceAll("\"gold\":\"[A-J]\"", "\"gold\":null")
                        .replaceAll("\"reported\":\\{[^}]*}", "\"reported\":{\"answer\":\"Z\"}"))
                .toList());
        assertThat(Files.readString(masked)).isNotEqualTo(Files.readString(known));

        for (String line : lines) {
            String id = "#" + textOf(JsonText.read(line), "id");
            assertThat(votes(masked + id)).isEqualTo(votes(known + id));
        }
    }

    @Test
    void recordsAnEpisodeAsACassetteThatDecidesTheSame() {
        String episode = SharedData.require("human-debate-delidata/episodes.jsonl.gz")
                + "#deli-0128a2aa-53a2-4874-8bfe-b71ce287e7c2";
        String cassette = folder.resolve("chat.jsonl").toString();
        CommandRun first = CommandRun.of("solve", "--episode", episode, "--record", cassette, "--json");
        CommandRun again = CommandRun.of("solve", "--cassette", cassette, "--json");

        assertThat(first.err() + again.err()).isEmpty();
        for (String field : List.of("answer", "decided", "confidence")) {
            assertThat(field(again, field)).isEqualTo(field(first, field));
        }
    }

    private static String votes(String episode) {
        CommandRun run = CommandRun.of("solve", "--episode", episode, "--json");
        return field(run, "answer") + " " + field(run, "ending") + " " + field(run, "confidence");
    }

    private static List<String> firstLines(Path file, int count) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().limit(count).toList();
        }
    }

    private static double number(CommandRun run, String name) {
        return field(run, name) instanceof JsonValue.Num number ? number.value().doubleValue() : Double.NaN;
    }

    private static int endings(CommandRun run) {
        return field(run, "endings") instanceof JsonValue.Obj endings
                ? endings.fields().values().stream()
                        .mapToInt(count -> count instanceof JsonValue.Num number ? number.value().intValueExact() : 0)
                        .sum()
                : 0;
    }

    private static String textOf(JsonValue object, String name) {
        return object instanceof JsonValue.Obj fields && fields.fields().get(name) instanceof JsonValue.Str text
                ? text.value()
                : "";
    }

    private static @Nullable JsonValue field(CommandRun run, String name) {
        return JsonText.read(run.out()) instanceof JsonValue.Obj object ? object.fields().get(name) : null;
    }
}
