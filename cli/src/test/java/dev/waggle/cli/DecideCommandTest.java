package dev.waggle.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DecideCommandTest {

    private static final String HEADER = "item,agent,answer,confidence\n";

    @TempDir
    private Path folder;

    // The rules of the issue

    @Test
    void anAnswerIsAVoteAgainstAllOtherAnswersOfItsItem() {
        JsonNode item = only("1,a,X,\n1,b,X,\n1,c,Y,\n1,d,Z,\n");

        assertThat(item.get("confidence").asDouble()).isEqualTo(0.5);
        assertThat(item.get("decided").asBoolean()).isFalse();
        assertThat(item.get("votes").asInt()).isEqualTo(4);
        assertThat(item.get("dissent").asInt()).isEqualTo(2);
        assertThat(item.get("answers").get(0).get("share").asDouble()).isEqualTo(0.5);
    }

    @Test
    void answersThatDifferInCaseAndBlanksAreOneAnswerShownAsSeenFirst() {
        JsonNode item = only("1,a, Paris ,\n1,b,PARIS,\n1,c,paris,\n");

        assertThat(item.get("decision").asString()).isEqualTo("Paris");
        assertThat(item.get("answers")).hasSize(1);
    }

    @Test
    void theSpellingSeenFirstStaysEvenWhenItsAuthorWritesItOtherwiseLater() {
        JsonNode item = only("1,a,Paris,0.5\n1,b,PARIS,\n1,a,paris,0.6\n");

        assertThat(item.get("decision").asString()).isEqualTo("Paris");
    }

    @Test
    void anItemKeepsItsOwnSpellingOfAnAnswerThatAnotherItemSpellsOtherwise() {
        JsonNode items = items("1,a,Paris,\n2,a,PARIS,\n2,b,paris,\n");

        assertThat(items.get(1).get("decision").asString()).isEqualTo("PARIS");
    }

    @Test
    void theConfidenceIsTheWeightAndABlankOneWeighsOne() {
        JsonNode item = only("1,a,X,0.25\n1,b,Y,\n1,c,Y,0.25\n");

        assertThat(item.get("leader").asString()).isEqualTo("Y");
        assertThat(item.get("confidence").asDouble()).isEqualTo(1.25 / 1.5, within(1e-12));
    }

    @Test
    void withoutAColumnOfConfidencesEveryVoteWeighsOne() {
        JsonNode item = decided(file("v.csv", "item,worker,label\n1,a,X\n1,b,X\n1,c,X\n1,d,Y\n")).get("items").get(0);

        assertThat(item.get("confidence").asDouble()).isEqualTo(0.75);
        assertThat(item.get("decision").asString()).isEqualTo("X");
    }

    @Test
    void aRowWithoutAnAnswerIsAnAbstentionAndDoesNotVote() {
        JsonNode run = decided(votes("1,a,X,\n1,b,X,\n1,c,,0.9\n1,d,  ,\n2,a,,\n"));

        assertThat(run.get("summary").get("abstentions").asInt()).isEqualTo(3);
        assertThat(run.get("items").get(0).get("confidence").asDouble()).isEqualTo(1);
        JsonNode silent = run.get("items").get(1);
        assertThat(silent.get("leader").isNull()).isTrue();
        assertThat(silent.get("confidence").asDouble()).isZero();
    }

    @Test
    void anAbstentionDoesNotTakeAnEarlierAnswerBack() {
        assertThat(only("1,a,X,\n1,b,X,\n1,b,,\n").get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void exactDuplicatesAreDroppedAndCounted() {
        JsonNode run = decided(votes("1,a,X,0.5\n1,b,Y,0.5\n1,a,X,0.5\n1,b,Y,0.5\n1,a,,\n1,a,,\n"));

        assertThat(run.get("summary").get("duplicates").asInt()).isEqualTo(3);
        assertThat(run.get("summary").get("replaced").asInt()).isZero();
        assertThat(run.get("items").get(0).get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void aLaterAnswerReplacesTheEarlierOneOfThatAgentOnThatItem() {
        JsonNode run = decided(votes("1,a,X,\n2,a,X,\n1,b,Y,\n1,a,Y,0.5\n1,a,Y,0.75\n"));

        assertThat(run.get("summary").get("replaced").asInt()).isEqualTo(2);
        assertThat(run.get("items").get(0).get("decision").asString()).isEqualTo("Y");
        assertThat(run.get("items").get(0).get("answers")).hasSize(1);
        assertThat(run.get("items").get(1).get("leader").asString()).isEqualTo("X");
    }

    @Test
    void aDuplicateOfAnAnswerThatWasReplacedDoesNotBringItBack() {
        JsonNode run = decided(votes("1,a,X,\n1,a,Y,\n1,a,X,\n1,b,Y,\n"));

        assertThat(run.get("items").get(0).get("decision").asString()).isEqualTo("Y");
        assertThat(run.get("summary").get("duplicates").asInt()).isEqualTo(1);
    }

    @Test
    void everyRowGoesSomewhere() {
        JsonNode counts = decided(votes("1,a,X,\n1,a,Y,\n1,a,X,\n1,b,,\n1,c,Z,\n"), "--agents", "a,b").get("summary");

        assertThat(counts.get("rows").asInt()).isEqualTo(5);
        assertThat(counts.get("votes").asInt() + counts.get("duplicates").asInt() + counts.get("replaced").asInt()
                + counts.get("abstentions").asInt() + counts.get("otherAgents").asInt()).isEqualTo(5);
    }

    // Flags

    @Test
    void aPanelCountsItsMembersOnly() {
        Path file = votes("1,a,X,\n1,b,X,\n1,c,Y,\n2,c,Y,\n");

        JsonNode run = decided(file, "--agents", " b, a ");

        assertThat(run.get("items")).hasSize(1);
        assertThat(run.get("summary").get("agents").asInt()).isEqualTo(2);
        assertThat(run.get("summary").get("otherAgents").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"confidence-weighted, false", "bayesian, false", "entropy, false", "hierarchical, true",
        "voting, false"})
    void everyStrategyCanBeAsked(String strategy, boolean decides) {
        JsonNode run = decided(votes("1,a,X,0.9\n1,b,Y,0.8\n1,c,Z,0.7\n"), "--strategy", strategy);

        assertThat(run.get("summary").get("strategy").asString()).isEqualTo(strategy);
        assertThat(run.get("items").get(0).get("leader").asString()).isEqualTo("X");
        assertThat(run.get("items").get(0).get("decided").asBoolean()).isEqualTo(decides);
    }

    @Test
    void thresholdAndVotersNeededCanBeMoved() {
        Path file = votes("1,a,X,\n1,b,X,\n1,c,Y,\n");

        assertThat(decided(file).get("summary").get("decided").asInt()).isZero();
        assertThat(decided(file, "--threshold", "0.6").get("summary").get("decided").asInt()).isEqualTo(1);
        assertThat(decided(file, "--threshold", "0.6", "--min-voters", "4").get("summary").get("decided").asInt())
                .isZero();
    }

    @Test
    void columnsCanBeRenamedAndNoOtherColumnIsRead() {
        Path file = file("v.csv", "q,confidence,who,says,sure,item\n1,high,a,X,0.5,\n1,low,b,Y,1,\n");

        JsonNode item = decided(file, "--item", "q", "--agent", "who", "--answer", "says", "--confidence", "sure")
                .get("items").get(0);

        assertThat(item.get("leader").asString()).isEqualTo("Y");
    }

    @Test
    void tiesGoToTheSmallestAnswer() {
        assertThat(only("1,a,b,\n1,b,A,\n").get("leader").asString()).isEqualTo("A");
    }

    // Truth

    @Test
    void scoresAgainstATruthBesideTheVotes() {
        Path file = file("v.csv", """
                item,agent,answer,gold
                1,a,X,X
                1,b,X,
                1,c,X,x
                1,d,Y,
                2,a,X,Y
                2,b,Y,
                3,a,X,
                """);

        JsonNode truth = decided(file).get("summary").get("truth");

        assertThat(truth.get("items").asInt()).isEqualTo(2);
        assertThat(truth.get("decided").get("items").asInt()).isEqualTo(1);
        assertThat(truth.get("decided").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(truth.get("decided").get("brier").asDouble()).isEqualTo(0.0625);
        assertThat(truth.get("decided").get("calibrationError").asDouble()).isEqualTo(0.25);
        assertThat(truth.get("leaders").get("accuracy").asDouble()).isEqualTo(0.5);
        assertThat(truth.get("leaders").get("brier").asDouble()).isEqualTo((0.0625 + 0.25) / 2);
        assertThat(truth.get("leaders").get("calibrationError").asDouble()).isEqualTo((0.25 + 0.5) / 2);
        assertThat(truth.get("majority").get("accuracy").asDouble()).isEqualTo(0.5);
        assertThat(truth.get("majority").get("ties").asInt()).isEqualTo(1);
    }

    @Test
    void joinsATruthFileWithNamesOfItsOwn() {
        Path votes = votes("1,a,X,\n1,b,X,\n2,a,,\n");
        Path truth = file("t.jsonl", "{\"q\": 1, \"right\": \"x\"}\n\n{\"q\": 2, \"right\": \"X\"}\n{\"q\": 9, "
                + "\"right\": true}\n{\"q\": 1, \"right\": null}\n");

        JsonNode scores = decided(votes, "--truth", truth, "--truth-item", "q", "--truth-answer", "right")
                .get("summary").get("truth");

        assertThat(scores.get("items").asInt()).isEqualTo(2);
        assertThat(scores.get("withoutVotes").asInt()).isEqualTo(1);
        assertThat(scores.get("decided").get("correct").asInt()).isEqualTo(1);
        assertThat(scores.get("leaders").get("accuracy").asDouble()).as("no leader is not right").isEqualTo(0.5);
    }

    @Test
    void aTruthFileTakesTheItemsNameFromTheVotes() {
        Path votes = file("v.csv", "q,agent,answer\n1,a,X\n1,b,X\n");
        Path truth = file("t.csv", "truth,q\nX,1\n");

        assertThat(decided(votes, "--item", "q", "--truth", truth).get("summary").get("truth").get("items").asInt())
                .isEqualTo(1);
    }

    @Test
    void aTruthFileAboutOtherItemsIsAWarning() {
        DecideRun run = DecideRun.of(votes("1,a,X,\n"), "--truth", file("t.csv", "item,truth\n7,X\n"), "--json");

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("t.csv has no right answer to any item of").hasLineCount(1);
        assertThat(run.out()).startsWith("{").doesNotContain("warning");
    }

    // Formats

    @Test
    void theOrderOfTheRowsDoesNotMatter() {
        List<String> rows = manyRows();
        Path sorted = votes(String.join("", rows));
        JsonNode expected = decided(sorted);
        Collections.shuffle(rows, new Random(7));

        JsonNode shuffled = decided(file("shuffled.csv", HEADER + String.join("", rows)));

        assertThat(shuffled.get("items")).containsExactlyInAnyOrderElementsOf(expected.get("items"));
        assertThat(shuffled.get("summary")).isEqualTo(expected.get("summary"));
    }

    @Test
    void itemsComeOutInTheOrderOfTheirFirstAppearance() {
        JsonNode items = items("z,a,X,\nb,a,X,\nz,b,X,\na,a,X,\n");

        assertThat(items).extracting(item -> item.get("item").asString()).containsExactly("z", "b", "a");
    }

    @Test
    void gzipAndJsonLinesSayTheSameAsCsv() {
        List<String> rows = manyRows();
        StringBuilder lines = new StringBuilder();
        for (String row : rows) {
            String[] cells = row.strip().split(",", -1);
            lines.append("""
                    {"other": {"deep": [1]}, "item": "%s", "agent": "%s", "answer": "%s", "confidence": %s}
                    """.formatted(cells[0], cells[1], cells[2], cells[3]));
        }
        JsonNode expected = decided(votes(String.join("", rows)));

        assertThat(decided(gzip("v.bin", HEADER + String.join("", rows)))).isEqualTo(expected);
        assertThat(decided(file("v.txt", lines.toString()))).isEqualTo(expected);
        assertThat(decided(gzip("v.dat", lines.toString()))).isEqualTo(expected);
    }

    @Test
    void gzipOfSeveralMembersIsReadToItsEnd() throws IOException {
        Path file = gzip("v.gz", HEADER + "1,a,X,\n");
        Files.write(file, Files.readAllBytes(gzip("w.gz", "1,b,X,\n")), StandardOpenOption.APPEND);

        assertThat(decided(file).get("summary").get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void readsTheStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((HEADER + "1,a,X,\n1,b,X,\n").getBytes(UTF_8)));
        try {
            assertThat(decided("-").get("summary").get("decided").asInt()).isEqualTo(1);
        } finally {
            System.setIn(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void quotesLineEndsBlankLinesAndAByteOrderMarkAreNoTrouble(String end) {
        String text = "\uFEFF" + HEADER + "\n\"1\",a,\"Yes, \"\"of course\"\"\nnow\",0.5\n\n 1 ,b,No,0.25";

        JsonNode item = decided(file("v.csv", text.replace("\n", end))).get("items").get(0);

        assertThat(item.get("leader").asString()).isEqualTo("Yes, \"of course\"" + end + "now");
        assertThat(item.get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void numbersAndTruthValuesInJsonLinesAreNames() {
        JsonNode item = decided(file("v.jsonl", """

                {"item": 7, "worker": 1, "label": true}
                {"item": "7", "agent": 2, "worker": "ignored", "answer": "TRUE", "confidence": 1e-1}
                {"item": 7, "agent": 3, "answer": null}
                {"item": 7, "agent": 4}
                """)).get("items").get(0);

        assertThat(item.get("votes").asInt()).isEqualTo(2);
        assertThat(item.get("decision").asString()).isEqualTo("true");
    }

    // What comes out

    @Test
    void csvRoundTrips() {
        Path file = votes("\"a,\"\"1\"\"\",a,X,\n\"a,\"\"1\"\"\",b,x,\n2,a,\"line\nbreak\",0.5\n3,c,,\n");
        Path truth = file("t.csv", "item,truth\n2,Z\n");

        DecideRun run = DecideRun.of(file, "--truth", truth, "--csv");
        List<List<String>> rows = csv(run.out());

        assertThat(rows).containsExactly(
                List.of("item", "decided", "decision", "leader", "confidence", "votes", "dissent", "truth", "correct"),
                List.of("a,\"1\"", "true", "X", "X", "1.0", "2", "0", "", ""),
                List.of("2", "false", "", "line\nbreak", "1.0", "1", "0", "Z", "false"),
                List.of("3", "false", "", "", "0.0", "0", "0", "", ""));
    }

    @Test
    void csvAndJsonSayTheSame() {
        Path file = votes(String.join("", manyRows()));
        List<List<String>> rows = csv(DecideRun.of(file, "--csv").out());

        JsonNode items = decided(file).get("items");

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
        DecideRun run = DecideRun.of(votes("1,a,X,\n1,b,X,\n2,a,X,\n2,b,Y,\n3,a,,\n4,a,X,\n"), "--top", "3");

        assertThat(run.out()).isEqualTo("""
                item  decision  confidence  votes  dissent  distribution
                1     X            100.0 %      2        0  X ████████ 100 %
                2     - (X)         50.0 %      2        1  X ████ 50 %  Y ████ 50 %
                3     -              0.0 %      0        0\s\s
                1 more item: --all shows every item

                strategy          confidence-weighted, threshold 0.7, at least 2 voters an item
                votes             5 votes of 2 agents on 4 items
                set aside         0 duplicate rows, 0 replaced answers, 1 abstention
                decided           1 of 4 items, coverage 25.0 %
                """);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void allShowsEveryItemAndTopZeroNone() {
        Path file = votes(String.join("", manyRows()));

        assertThat(DecideRun.of(file, "--all").out()).doesNotContain("--all").contains("q49 ");
        assertThat(DecideRun.of(file, "--top", "0").out()).startsWith("strategy");
    }

    @Test
    void wordsOfAFileCannotSteerTheTerminal() {
        assertThat(DecideRun.of(votes("1,a,\u001b[2JX,\n")).out()).doesNotContain("\u001b").contains("\uFFFD[2JX");
    }

    @Test
    void outWritesTheWholeFileAndNothingElse() throws IOException {
        Path out = folder.resolve("o.json");
        Files.writeString(out, "old");

        DecideRun run = DecideRun.of(votes("1,a,X,\n1,b,X,\n"), "--json", "--out", out);

        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(out)).startsWith("{\"items\":[").endsWith("}\n");
        assertThat(folder).isDirectoryNotContaining(file -> file.getFileName().toString().endsWith(".part"));
    }

    @Test
    void aBarMovesOnlyWhereAPersonWatchesALongFile() {
        Path small = votes("1,a,X,\n");
        Path large = file("large.csv", HEADER + "1,a,a longer answer,0.5\n".repeat(20_000));

        assertThat(DecideRun.watched(small).err()).isEmpty();
        assertThat(DecideRun.of(large).err()).isEmpty();
        assertThat(DecideRun.watched(large).err()).startsWith("\rreading large.csv ").contains(" 100 %")
                .endsWith(" \r");
    }

    // Recorded data

    @Test
    void oneCrowdSetRepeatsAndReplacesAnswers() {
        Path set = SharedData.require("crowd/zencrowd-us");

        JsonNode counts = decided(set.resolve("label.csv"), "--truth", set.resolve("truth.csv")).get("summary");

        assertThat(counts.get("rows").asInt()).isEqualTo(12_190);
        assertThat(counts.get("duplicates").asInt()).isEqualTo(919);
        assertThat(counts.get("replaced").asInt()).isEqualTo(116);
        assertThat(counts.get("votes").asInt()).isEqualTo(11_155);
        assertThat(counts.get("items").asInt()).isEqualTo(2_040);
    }

    @Test
    void aPanelOfModelsHasBlankAnswersAndBlankConfidences() {
        Path set = SharedData.require("llm-panel-mmlupro");

        JsonNode counts = decided(set.resolve("votes.csv.gz"), "--confidence", "verbal", "--truth",
                set.resolve("items.csv.gz")).get("summary");

        assertThat(counts.get("rows").asInt()).isEqualTo(211_330);
        assertThat(counts.get("abstentions").asInt()).isEqualTo(1_815);
        assertThat(counts.get("truth").get("items").asInt()).isEqualTo(6_038);
    }

    private JsonNode only(String rows) {
        return items(rows).get(0);
    }

    private JsonNode items(String rows) {
        return decided(votes(rows)).get("items");
    }

    private static JsonNode decided(Object file, Object... flags) {
        List<Object> args = new ArrayList<>(List.of(file));
        args.addAll(List.of(flags));
        return DecideRun.json(args.toArray());
    }

    private Path votes(String rows) {
        return file("votes.csv", HEADER + rows);
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path gzip(String name, String text) {
        Path file = folder.resolve(name);
        try (GZIPOutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(text.getBytes(UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return file;
    }

    /** 50 items, 9 agents, one row each, so that no order of rows replaces anything. */
    private static List<String> manyRows() {
        Random random = new Random(42);
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < 50; item++) {
            for (int agent = 0; agent < 9; agent++) {
                rows.add("q%d,a%d,%s,%s\n".formatted(item, agent, "ABCD".charAt(random.nextInt(4)),
                        random.nextInt(101) / 100.0));
            }
        }
        return rows;
    }

    private static List<List<String>> csv(String text) {
        try (MappingIterator<List<String>> rows = new CsvMapper().readerForListOf(String.class)
                .with(CsvSchema.emptySchema()).with(CsvReadFeature.WRAP_AS_ARRAY)
                .readValues(text)) {
            return rows.readAll();
        }
    }
}
