package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Forms in which {@code waggle decide} reads votes. */
class DecideFormatsTest {

    private final VoteFiles files;

    DecideFormatsTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
    }

    @Test
    void theOrderOfTheRowsDoesNotMatter() {
        List<String> rows = VoteFiles.manyRows();
        Path sorted = files.votes(String.join("", rows));
        JsonNode expected = DecideRun.json(sorted);
        Collections.shuffle(rows, new Random(7));

        JsonNode shuffled = DecideRun.json(files.text("shuffled.csv", VoteFiles.HEADER + String.join("", rows)));

        assertThat(shuffled.get("items")).containsExactlyInAnyOrderElementsOf(expected.get("items"));
        assertThat(shuffled.get("summary")).isEqualTo(expected.get("summary"));
    }

    @Test
    void itemsComeOutInTheOrderOfTheirFirstAppearance() {
        JsonNode items = DecideRun.json(files.votes("z,a,X,\nb,a,X,\nz,b,X,\na,a,X,\n")).get("items");

        assertThat(items).extracting(item -> item.get("item").asString()).containsExactly("z", "b", "a");
    }

    @Test
    void gzipAndJsonLinesSayTheSameAsCsv() {
        List<String> rows = VoteFiles.manyRows();
        StringBuilder lines = new StringBuilder();
        for (String row : rows) {
            String[] cells = row.strip().split(",", -1);
            lines.append("""
                    {"other": {"deep": [1]}, "item": "%s", "agent": "%s", "answer": "%s", "confidence": %s}
                    """.formatted(cells[0], cells[1], cells[2], cells[3]));
        }
        JsonNode expected = DecideRun.json(files.votes(String.join("", rows)));

        assertThat(DecideRun.json(files.gzip("v.bin", VoteFiles.HEADER + String.join("", rows)))).isEqualTo(expected);
        assertThat(DecideRun.json(files.text("v.txt", lines.toString()))).isEqualTo(expected);
        assertThat(DecideRun.json(files.gzip("v.dat", lines.toString()))).isEqualTo(expected);
    }

    @Test
    void gzipOfSeveralMembersIsReadToItsEnd() throws IOException {
        Path file = files.gzip("v.gz", VoteFiles.HEADER + "1,a,X,\n");
        Files.write(file, Files.readAllBytes(files.gzip("w.gz", "1,b,X,\n")), StandardOpenOption.APPEND);

        assertThat(DecideRun.json(file).get("summary").get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void readsTheStandardInput() {
        CommandRun run = CommandRun.fed(VoteFiles.HEADER + "1,a,X,\n1,b,X,\n", "decide", "-", "--json");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("\"decided\":1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void quotesLineEndsBlankLinesAndAByteOrderMarkAreNoTrouble(String end) {
        String text = "\uFEFF" + VoteFiles.HEADER + "\n\"1\",a,\"Yes, \"\"of course\"\"\nnow\",0.5\n\n 1 ,b,No,0.25";

        JsonNode item = DecideRun.json(files.text("v.csv", text.replace("\n", end))).get("items").get(0);

        assertThat(item.get("leader").asString()).isEqualTo("Yes, \"of course\"" + end + "now");
        assertThat(item.get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void numbersAndTruthValuesInJsonLinesAreNames() {
        JsonNode item = DecideRun.json(files.text("v.jsonl", """

                {"item": 7, "worker": 1, "label": true}
                {"item": "7", "agent": 2, "worker": "ignored", "answer": "TRUE", "confidence": 1e-1}
                {"item": 7, "agent": 3, "answer": null}
                {"item": 7, "agent": 4}
                """)).get("items").get(0);

        assertThat(item.get("votes").asInt()).isEqualTo(2);
        assertThat(item.get("decision").asString()).isEqualTo("true");
    }
}
