package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.waggle.cli.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Several kinds of stated confidence in {@code waggle decide}. */
class DecideConfidencesTest {

    private static final String HEADER = "item,agent,answer,sure,logit,truth\n";

    @TempDir
    private Path folder;

    @Test
    void theLearnedStrategyLearnsFromEveryKind() {
        Path file = text("votes.csv", HEADER + String.join("", rows()));

        double one = accuracy(DecideRun.json(file, "--confidence", "sure"));
        double both = accuracy(DecideRun.json(file, "--confidence", "sure,logit"));

        assertThat(both).isGreaterThan(one + 0.05);
    }

    @Test
    void otherStrategiesUseTheFirstKind() {
        Path file = text("votes.csv", HEADER + String.join("", rows()));
        for (String strategy : List.of("confidence-weighted", "bayesian", "voting")) {
            assertThat(DecideRun.json(file, "--confidence", "sure,logit", "--strategy", strategy))
                    .isEqualTo(DecideRun.json(file, "--confidence", "sure", "--strategy", strategy));
        }
        assertThat(DecideRun.json(file, "--confidence", "logit,sure", "--strategy", "confidence-weighted"))
                .isNotEqualTo(DecideRun.json(file, "--confidence", "sure", "--strategy", "confidence-weighted"));
    }

    @Test
    void linesOfJsonAreReadLikeRows() {
        List<String> rows = rows();
        StringBuilder lines = new StringBuilder();
        for (String row : rows) {
            String[] cells = row.strip().split(",", -1);
            lines.append(
                    "{\"item\":\"%s\",\"agent\":\"%s\",\"answer\":\"%s\",\"sure\":%s,\"logit\":%s,\"truth\":\"%s\"}\n"
                            .formatted(cells[0], cells[1], cells[2], cells[3].isEmpty() ? "null" : cells[3],
                                    cells[4].isEmpty() ? "null" : cells[4], cells[5]));
        }
        Path csv = text("votes.csv", HEADER + String.join("", rows));
        Path json = text("votes.jsonl", lines.toString());

        assertThat(DecideRun.json(json, "--confidence", "sure,logit"))
                .isEqualTo(DecideRun.json(csv, "--confidence", "sure,logit"));
    }

    @Test
    void aRowThatDiffersInAFurtherKindReplacesTheEarlierOne() {
        Path file = text("votes.csv", HEADER + "1,a,X,0.9,0.2,\n1,a,X,0.9,0.4,\n1,a,X,0.9,0.4,\n1,b,X,0.9,,\n");

        JsonNode both = DecideRun.json(file, "--confidence", "sure,logit").get("summary");
        JsonNode one = DecideRun.json(file, "--confidence", "sure").get("summary");

        assertThat(both.get("duplicates").asInt()).isEqualTo(1);
        assertThat(both.get("replaced").asInt()).isEqualTo(1);
        assertThat(one.get("duplicates").asInt()).isEqualTo(2);
    }

    @Test
    void aFurtherConfidenceOutsideTheRangeCountsAsNotStated() {
        Path outside = text("outside.csv", HEADER + "1,a,X,0.9,85,X\n1,b,Y,0.8,-1,X\n2,a,X,0.9,0.5,X\n");
        Path blank = text("blank.csv", HEADER + "1,a,X,0.9,,X\n1,b,Y,0.8,,X\n2,a,X,0.9,0.5,X\n");
        DecideRun run = DecideRun.of(outside, "--confidence", "sure,logit", "--json");

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("2 confidences of",
                " in column \"logit\" are no numbers from 0 to 1: line 2 \"85\", line 3 \"-1\" - Counted as"
                        + " not stated; ");
        assertThat(run.out().replace("\"confidencesSetAside\":2", "\"confidencesSetAside\":0"))
                .isEqualTo(DecideRun.of(blank, "--confidence", "sure,logit", "--json").out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sure,other | no column \"other\" for the confidence | Name the column with --confidence",
        "sure,logit | line 2: confidence \"high\" in column \"logit\" is not a number from 0 to 1 | Leave the cell empty",
        "logit,sure | line 2: confidence \"high\" in column \"logit\" is not a number from 0 to 1 | Leave the cell empty",
        "sure,sure | names a column twice | Name each column once",
        "sure,,logit | names a column twice, or none | Name each column once",
        "a,b,c,d,e,f,g,h,i | names 9 columns, and a vote has at most 8 | Omit"})
    void badColumnsAreNamed(String columns, String problem, String remedy) {
        Path file = text("votes.csv", HEADER + "1,a,X,0.9,high,X\n");
        DecideRun.requireRefused(file, "--strict --confidence " + columns, problem, remedy);
    }

    /** {@code waggle eval} has the same share of right leaders on this panel: 70.75 % and 72.21 %. */
    @Test
    @Tag("long")
    void aPanelOfModelsDecidesAsItWasEvaluated() {
        Path set = SharedData.require("llm-panel-mmlupro");
        JsonNode one = DecideRun.json(set.resolve("votes.csv.gz"), "--confidence", "verbal", "--truth",
                set.resolve("items.csv.gz"), "--agents", "0 1 2 3 4 5 6 7 8");
        JsonNode all = DecideRun.json(set.resolve("votes.csv.gz"), "--confidence", "verbal,logit,linguistic", "--truth",
                set.resolve("items.csv.gz"), "--agents", "0 1 2 3 4 5 6 7 8");

        assertThat(accuracy(one)).isCloseTo(0.7075, within(0.002));
        assertThat(accuracy(all)).isCloseTo(0.7221, within(0.002));
    }

    private static double accuracy(JsonNode decided) {
        return decided.get("summary").get("truth").get("leaders").get("accuracy").asDouble();
    }

    /** Voters that guess among four answers; the second confidence knows when they are right, the first does not. */
    private static List<String> rows() {
        Random random = new Random(3);
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < 200; item++) {
            for (int agent = 0; agent < 5; agent++) {
                boolean isRight = random.nextInt(3) == 0;
                String answer = isRight ? "A" : List.of("B", "C", "D").get(random.nextInt(3));
                String logit = random.nextInt(8) == 0 ? "" : isRight ? "0.95" : "0.4";
                rows.add(
                        "q%d,a%d,%s,%s,%s,A\n".formatted(item, agent, answer, 0.5 + random.nextInt(50) / 100.0, logit));
            }
        }
        return rows;
    }

    private Path text(String name, String text) {
        return new VoteFiles(folder).text(name, text);
    }
}
