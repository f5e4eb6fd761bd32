package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Counting of votes by {@code waggle decide}, its flags, and its scores against a truth. */
class DecideCommandTest {

    private final VoteFiles files;

    DecideCommandTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
    }

    // The rules of the issue

    @Test
    void anAnswerIsAVoteAgainstAllOtherAnswersOfItsItem() {
        JsonNode item = only("1,a,X,\n1,b,X,\n1,c,Y,\n1,d,Z,\n");

        assertThat(item.get("agreement").asDouble()).isEqualTo(0.5);
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
        assertThat(item.get("agreement").asDouble()).isEqualTo(1.25 / 1.5, within(1e-12));
    }

    @Test
    void withoutAColumnOfConfidencesEveryVoteWeighsOne() {
        JsonNode item = decided(files.text("v.csv", "item,worker,label\n1,a,X\n1,b,X\n1,c,X\n1,d,Y\n")).get("items")
                .get(0);

        assertThat(item.get("agreement").asDouble()).isEqualTo(0.75);
        assertThat(item.get("decision").asString()).isEqualTo("X");
    }

    @Test
    void aRowWithoutAnAnswerIsAnAbstentionAndDoesNotVote() {
        JsonNode run = decided(files.votes("1,a,X,\n1,b,X,\n1,c,,0.9\n1,d,  ,\n2,a,,\n"));

        assertThat(run.get("summary").get("abstentions").asInt()).isEqualTo(3);
        assertThat(run.get("items").get(0).get("agreement").asDouble()).isEqualTo(1);
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
        JsonNode run = decided(files.votes("1,a,X,0.5\n1,b,Y,0.5\n1,a,X,0.5\n1,b,Y,0.5\n1,a,,\n1,a,,\n"));

        assertThat(run.get("summary").get("duplicates").asInt()).isEqualTo(3);
        assertThat(run.get("summary").get("replaced").asInt()).isZero();
        assertThat(run.get("items").get(0).get("votes").asInt()).isEqualTo(2);
    }

    @Test
    void aLaterAnswerReplacesTheEarlierOneOfThatAgentOnThatItem() {
        JsonNode run = decided(files.votes("1,a,X,\n2,a,X,\n1,b,Y,\n1,a,Y,0.5\n1,a,Y,0.75\n"));

        assertThat(run.get("summary").get("replaced").asInt()).isEqualTo(2);
        assertThat(run.get("items").get(0).get("decision").asString()).isEqualTo("Y");
        assertThat(run.get("items").get(0).get("answers")).hasSize(1);
        assertThat(run.get("items").get(1).get("leader").asString()).isEqualTo("X");
    }

    @Test
    void aDuplicateOfAnAnswerThatWasReplacedDoesNotBringItBack() {
        JsonNode run = decided(files.votes("1,a,X,\n1,a,Y,\n1,a,X,\n1,b,Y,\n"));

        assertThat(run.get("items").get(0).get("decision").asString()).isEqualTo("Y");
        assertThat(run.get("summary").get("duplicates").asInt()).isEqualTo(1);
    }

    @Test
    void everyRowGoesSomewhere() {
        JsonNode counts = decided(files.votes("1,a,X,\n1,a,Y,\n1,a,X,\n1,b,,\n1,c,Z,\n"), "--agents", "a,b")
                .get("summary");

        assertThat(counts.get("rows").asInt()).isEqualTo(5);
        assertThat(counts.get("votes").asInt() + counts.get("duplicates").asInt() + counts.get("replaced").asInt()
                + counts.get("abstentions").asInt() + counts.get("otherAgents").asInt()).isEqualTo(5);
    }

    // Flags

    @Test
    void aPanelCountsItsMembersOnly() {
        Path file = files.votes("1,a,X,\n1,b,X,\n1,c,Y,\n2,c,Y,\n");

        JsonNode run = decided(file, "--agents", " b, a ");

        assertThat(run.get("items")).hasSize(1);
        assertThat(run.get("summary").get("agents").asInt()).isEqualTo(2);
        assertThat(run.get("summary").get("otherAgents").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"confidence-weighted, false", "bayesian, false", "entropy, false", "hierarchical, true",
        "voting, false"})
    void everyStrategyCanBeAsked(String strategy, boolean decides) {
        JsonNode run = decided(files.votes("1,a,X,0.9\n1,b,Y,0.8\n1,c,Z,0.7\n"), "--strategy", strategy);

        assertThat(run.get("summary").get("strategy").asString()).isEqualTo(strategy);
        assertThat(run.get("items").get(0).get("leader").asString()).isEqualTo("X");
        assertThat(run.get("items").get(0).get("decided").asBoolean()).isEqualTo(decides);
    }

    @Test
    void thresholdAndVotersNeededCanBeMoved() {
        Path file = files.votes("1,a,X,\n1,b,X,\n1,c,Y,\n");

        assertThat(decided(file).get("summary").get("decided").asInt()).isZero();
        assertThat(decided(file, "--threshold", "0.6").get("summary").get("decided").asInt()).isEqualTo(1);
        assertThat(decided(file, "--threshold", "0.6", "--min-voters", "4").get("summary").get("decided").asInt())
                .isZero();
    }

    @Test
    void columnsCanBeRenamedAndNoOtherColumnIsRead() {
        Path file = files.text("v.csv", "q,confidence,who,says,sure,item\n1,high,a,X,0.5,\n1,low,b,Y,1,\n");

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
        Path file = files.text("v.csv", """
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
        double miss = 1 - confidence(file, 0);
        double wrong = confidence(file, 1);
        assertThat(truth.get("decided").get("brier").asDouble()).isEqualTo(miss * miss, within(1e-12));
        assertThat(truth.get("decided").get("calibrationError").asDouble()).isEqualTo(miss, within(1e-12));
        assertThat(truth.get("leaders").get("accuracy").asDouble()).isEqualTo(0.5);
        assertThat(truth.get("leaders").get("brier").asDouble()).isEqualTo((miss * miss + wrong * wrong) / 2,
                within(1e-12));
        assertThat(truth.get("leaders").get("calibrationError").asDouble()).isEqualTo((miss + wrong) / 2,
                within(1e-12));
        assertThat(truth.get("majority").get("accuracy").asDouble()).isEqualTo(0.5);
        assertThat(truth.get("majority").get("ties").asInt()).isEqualTo(1);
    }

    @Test
    void joinsATruthFileWithNamesOfItsOwn() {
        Path votes = files.votes("1,a,X,\n1,b,X,\n2,a,,\n");
        Path truth = files.text("t.jsonl", "{\"q\": 1, \"right\": \"x\"}\n\n{\"q\": 2, \"right\": \"X\"}\n{\"q\": 9, "
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
        Path votes = files.text("v.csv", "q,agent,answer\n1,a,X\n1,b,X\n");
        Path truth = files.text("t.csv", "truth,q\nX,1\n");

        assertThat(decided(votes, "--item", "q", "--truth", truth).get("summary").get("truth").get("items").asInt())
                .isEqualTo(1);
    }

    @Test
    void aTruthFileAboutOtherItemsIsAWarning() {
        DecideRun run = DecideRun.of(files.votes("1,a,X,\n"), "--truth", files.text("t.csv", "item,truth\n7,X\n"),
                "--json");

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("t.csv has no right answer to any item of").hasLineCount(1);
        assertThat(run.out()).startsWith("{").doesNotContain("warning");
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
        return decided(files.votes(rows)).get("items");
    }

    private static double confidence(Object file, int item) {
        return decided(file).get("items").get(item).get("confidence").asDouble();
    }

    private static JsonNode decided(Object file, Object... flags) {
        List<Object> args = new ArrayList<>(List.of(file));
        args.addAll(List.of(flags));
        return DecideRun.json(args.toArray());
    }
}
