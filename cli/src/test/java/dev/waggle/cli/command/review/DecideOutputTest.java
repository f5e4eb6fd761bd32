package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** Output of {@code waggle decide}: tables, JSON, CSV and files. */
class DecideOutputTest {

    private final VoteFiles files;

    DecideOutputTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
    }

    @Test
    void csvRoundTrips() {
        Path file = files.votes("\"a,\"\"1\"\"\",a,X,\n\"a,\"\"1\"\"\",b,x,\n2,a,\"line\nbreak\",0.5\n3,c,,\n");
        Path truth = files.text("t.csv", "item,truth\n2,Z\n");

        DecideRun run = DecideRun.of(file, "--truth", truth, "--csv");
        List<List<String>> rows = csv(run.out());

        assertThat(rows).containsExactly(
                List.of("item", "decided", "decision", "leader", "confidence", "votes", "dissent", "truth", "correct",
                        "agreement", "confidenceBasis"),
                List.of("a,\"1\"", "true", "X", "X", "0.9747359568720664", "2", "0", "", "",
                        "0.9747359568720664", "learned from 1 outcome"),
                List.of("2", "false", "", "line\nbreak", "0.8347951298093854", "1", "0", "Z", "false", "1.0",
                        "assumed"),
                List.of("3", "false", "", "", "0.0", "0", "0", "", "", "0.0",
                        "learned from 1 outcome"));
    }

    @Test
    void csvAndJsonSayTheSame() {
        Path file = files.votes(String.join("", VoteFiles.manyRows()));
        List<List<String>> rows = csv(DecideRun.of(file, "--csv").out());

        JsonNode items = DecideRun.json(file).get("items");

        assertThat(items).hasSize(rows.size() - 1);
        for (int i = 0; i < items.size(); i++) {
            List<String> row = rows.get(i + 1);
            assertThat(items.get(i).get("item").asString()).isEqualTo(row.get(0));
            assertThat(items.get(i).get("decided").asBoolean()).isEqualTo(Boolean.parseBoolean(row.get(1)));
            assertThat(items.get(i).get("confidence").asDouble()).isEqualTo(Double.parseDouble(row.get(4)));
        }
    }

    @Test
    void theTableShowsTheFirstItemsAndTheSummary() {
        DecideRun run = DecideRun.of(files.votes("1,a,X,\n1,b,X,\n2,a,X,\n2,b,Y,\n3,a,,\n4,a,X,\n"), "--top", "3");

        assertThat(run.out()).isEqualTo("""
                item  decision  confidence  agreement  votes  dissent
                1     X             98.4 %    100.0 %      2        0
                2     - (X)         47.0 %     50.0 %      2        1
                3     -              0.0 %      0.0 %      0        0

                item  distribution
                1     X ██████│██ 100 %
                2     X ████  │ 50 %  Y ████ 50 %
                3
                1 more item: --all shows every item

                strategy          learned, agreement of at least 0.7, at least 2 voters an item
                votes             5 votes of 2 agents on 4 items
                set aside         0 duplicate rows, 0 replaced answers, 1 abstention
                confidence        probability that the leading answer is right, assumed; of
                                  agents that answered alone
                decided           1 of 4 items, coverage 25.0 %
                early stop        plurality: the rest could not change it after 5 of 5 answers
                                  (100.0 %) in the order of their names
                """);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void barsShowTheFigureOfTheStrategy() {
        Path file = files.votes("1,a,X,0.1\n1,b,X,0.1\n1,c,Y,1\n");

        assertThat(DecideRun.of(file, "--strategy", "voting", "--confidence", "confidence").text())
                .contains("agreement", "X █████▍│ 67 % Y ██▋ 33 %", "majorities 1 undecided item: a majority"
                        + " agrees, below the threshold; the largest agreement is 66.7 %");
        assertThat(DecideRun.of(file, "--strategy", "voting", "--threshold", "0.667").text())
                .contains("below the threshold; the largest agreement is 66.67 %");
        assertThat(DecideRun.of(file, "--confidence", "confidence").out()).contains("Y ██████│▋ 83 %  X █▍ 17 %")
                .doesNotContain("majorities");
        assertThat(DecideRun.of(file, "--strategy", "entropy", "--confidence", "confidence").out())
                .contains("concentration", "Y ██████▋ 83 %").doesNotContain("│", "majorities");
        assertThat(DecideRun.of(file, "--strategy", "voting", "--threshold", "0.66").out())
                .contains("X █████│▍ 67 %").doesNotContain("majorities");
    }

    @Test
    void aBarNeverCrossesAThresholdThatItsFigureMisses() {
        for (int voters : new int[] {3, 7}) {
            StringBuilder rows = new StringBuilder();
            for (int voter = 0; voter < voters; voter++) {
                rows.append("1,v").append(voter).append(voter == 0 ? ",Y,\n" : ",X,\n");
            }
            for (String threshold : List.of("0.01", "0.66", "0.7", "1")) {
                String text = DecideRun.of(files.votes(rows.toString()), "--strategy", "voting", "--threshold",
                        threshold, "--min-voters", "1").out();
                String row = text.lines().filter(line -> line.startsWith("1 ")).collect(Collectors.joining(" "));
                assertThat(row.contains("- (")).as("%s voters, threshold %s: %s", voters, threshold, row)
                        .isEqualTo(!row.matches(".*(^| )[XY] █*│.*"));
            }
        }
    }

    @Test
    void allShowsEveryItemAndTopZeroNone() {
        Path file = files.votes(String.join("", VoteFiles.manyRows()));

        assertThat(DecideRun.of(file, "--all").out()).doesNotContain("--all").contains("q49 ");
        assertThat(DecideRun.of(file, "--top", "0").out()).startsWith("strategy");
    }

    @Test
    void wordsOfAFileCannotSteerTheTerminal() {
        assertThat(DecideRun.of(files.votes("1,a,\u001b[2JX,\n")).out()).doesNotContain("\u001b")
                .contains("\uFFFD[2JX");
    }

    @Test
    void outWritesTheWholeFileAndNothingElse() throws IOException {
        Path out = files.folder().resolve("o.json");
        Files.writeString(out, "old");

        DecideRun run = DecideRun.of(files.votes("1,a,X,\n1,b,X,\n"), "--json", "--out", out, "--force");

        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(out)).startsWith("{\"items\":[").endsWith("}\n");
        assertThat(files.folder()).isDirectoryNotContaining(file -> file.getFileName().toString().endsWith(".part"));
    }

    @Test
    void aBarMovesOnlyWhereAPersonWatchesALongFile() {
        Path small = files.votes("1,a,X,\n");
        Path large = files.text("large.csv", VoteFiles.HEADER + "1,a,a longer answer,0.5\n".repeat(20_000));

        assertThat(DecideRun.watched(small).err()).isEmpty();
        assertThat(DecideRun.of(large).err()).isEmpty();
        assertThat(DecideRun.watched(large).err()).startsWith("\rreading large.csv ").contains(" 100 %")
                .endsWith(" \r");
    }

    private static List<List<String>> csv(String text) {
        try (MappingIterator<List<String>> rows = new CsvMapper().readerForListOf(String.class)
                .with(CsvSchema.emptySchema()).with(CsvReadFeature.WRAP_AS_ARRAY)
                .readValues(text)) {
            return rows.readAll();
        }
    }
}
