package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers that {@code waggle decide} asks for. */
class DecideEffortTest {

    private static final int ITEMS = 150;
    private static final int AGENTS = 6;

    private final VoteFiles files;
    private final Path votes;
    private final Path truth;

    DecideEffortTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
        Random random = new Random(5);
        StringBuilder rows = new StringBuilder();
        StringBuilder truths = new StringBuilder("item,truth\n");
        for (int item = 0; item < ITEMS; item++) {
            String right = "a" + random.nextInt(4);
            for (int agent = 0; agent < AGENTS; agent++) {
                boolean isRight = random.nextDouble() < (agent == AGENTS - 1 ? 0.95 : 0.4);
                rows.append("q%d,g%d,%s,%n".formatted(item, agent, isRight ? right : "a" + random.nextInt(4)));
            }
            truths.append("q%d,%s%n".formatted(item, right));
        }
        votes = files.votes(rows.toString());
        truth = files.text("truth.csv", truths.toString());
    }

    @Test
    void theStrongestAloneIsAskedWhereItIsEnough() {
        JsonNode full = DecideRun.json(votes, "--truth", truth);
        JsonNode half = DecideRun.json(votes, "--truth", truth, "--effort", "adaptive");
        JsonNode effort = half.get("summary").get("effort");

        assertThat(effort.get("budget").asDouble()).isEqualTo(0.5);
        assertThat(effort.get("answers").asInt()).isEqualTo(ITEMS * AGENTS);
        assertThat(effort.get("asked").asDouble()).isBetween((double) ITEMS, 0.5 * ITEMS * AGENTS);
        assertThat(right(half)).isGreaterThanOrEqualTo(right(full) - 5);
        assertThat(full.get("summary").get("effort").get("asked").asInt()).isEqualTo(ITEMS * AGENTS);
    }

    @Test
    void aLargerBudgetNeverAsksForLessAndTheWholeBudgetForAll() {
        int before = 0;
        for (String budget : List.of("0.3", "0.5", "0.8", "1")) {
            int asked = DecideRun.json(votes, "--truth", truth, "--effort", "adaptive", "--budget", budget)
                    .get("summary").get("effort").get("asked").asInt();
            assertThat(asked).as(budget).isGreaterThanOrEqualTo(before).isPositive();
            before = asked;
        }
        assertThat(before).isEqualTo(ITEMS * AGENTS);
    }

    @Test
    void theOrderOfTheRowsOfAnItemDoesNotMatter() throws IOException {
        List<String> rows = Files.readAllLines(votes);
        StringBuilder turned = new StringBuilder(rows.getFirst()).append('\n');
        for (int item = 0; item < ITEMS; item++) {
            rows.subList(1 + item * AGENTS, 1 + (item + 1) * AGENTS).reversed()
                    .forEach(row -> turned.append(row).append('\n'));
        }
        Path other = files.text("turned.csv", turned.toString());

        assertThat(DecideRun.of(other, "--truth", truth, "--effort", "adaptive", "--csv").out())
                .isEqualTo(DecideRun.of(votes, "--truth", truth, "--effort", "adaptive", "--csv").out());
    }

    @Test
    void withoutTruthsAllAreAskedAndTheReportSaysSo() {
        DecideRun run = DecideRun.of(votes, "--effort", "adaptive");

        assertThat(run.out()).contains("900 of 900 answers (100.0 %) asked, budget 50.0 %",
                "without known truths all are asked");
        assertThat(DecideRun.of(votes, "--effort", "adaptive", "--csv").out())
                .isEqualTo(DecideRun.of(votes, "--csv").out());
    }

    @Test
    void theEarlyStopOfAPluralityIsExact() {
        Path few = files.text("few.csv", """
                item,agent,answer
                1,a,X
                1,b,X
                1,c,Y
                2,a,X
                2,b,Y
                2,c,Y
                3,a,X
                """);

        assertThat(DecideRun.json(few).get("summary").get("effort").get("pluralityAsked").asInt()).isEqualTo(2 + 3 + 1);
        assertThat(DecideRun.of(few).text())
                .contains("the rest could not change it after 6 of 7 answers (85.7 %) in the order of their names");
    }

    @Test
    void theSameFilesHaveTheSameBytes() {
        List<Object> args = List.of(votes, "--truth", truth, "--effort", "adaptive", "--accept-error", "0.2", "--json");
        String once = DecideRun.of(args.toArray()).out();

        assertThat(DecideRun.of(args.toArray()).out()).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--effort half | --effort must be full or adaptive, got \"half\" | Maybe --effort adaptive",
        "--budget 0.5 | --budget 0.5 has no use without --effort adaptive | Add --effort adaptive",
        "--effort adaptive --budget 0 | --budget must be above 0 and at most 1, got 0.0 | half",
        "--effort adaptive --budget NaN | --budget must be above 0 and at most 1, got NaN | half",
        "--effort adaptive --strategy voting | needs the strategy learned, got voting | Leave out"})
    void whatMakesNoSenseIsRefused(String flags, String problem, String remedy) {
        DecideRun.requireRefused(votes, flags, problem, remedy);
    }

    /** An item is not left undecided only because it was not asked for enough voters. */
    @Test
    void aDecisionHasTheVotersThatItNeeds() {
        JsonNode some = DecideRun.json(votes, "--truth", truth, "--effort", "adaptive", "--budget", "0.4");

        for (JsonNode item : some.get("items")) {
            boolean isProbable = item.get("confidence").asDouble() >= 0.7;
            assertThat(isProbable && !item.get("decided").asBoolean()).as(item.toString()).isFalse();
        }
    }

    private static int right(JsonNode run) {
        return run.get("summary").get("truth").get("leaders").get("correct").asInt();
    }
}
