package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.cli.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** {@code waggle decide --learn batch}: the reliability of agents learned from all items. */
class DecideLearnTest {

    private static final List<String> SPAMMERS = List.of("s0", "s1", "s2");
    private static final List<String> EXPERTS = List.of("e0", "e1");

    private final VoteFiles files;

    DecideLearnTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
    }

    /** Two experts and three agents that always say the same. */
    private static List<String> rows(int items) {
        Random random = new Random(11);
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            String truth = truth(item);
            for (String expert : EXPERTS) {
                rows.add("q" + item + "," + expert + "," + (random.nextInt(10) > 0 ? truth : "A") + ",");
            }
            for (String spammer : SPAMMERS) {
                rows.add("q" + item + "," + spammer + "," + (random.nextInt(3) == 0 ? "B" : "A") + ",");
            }
        }
        return rows;
    }

    private static String truth(int item) {
        return item % 3 == 0 ? "A" : "B";
    }

    private Path votes(List<String> rows) {
        return files.votes(String.join("\n", rows) + "\n");
    }

    private Path truths(int items) {
        return files.text("truth.csv", "item,truth\n" + String.join("\n", IntStream.range(0, items)
                .mapToObj(item -> "q" + item + "," + truth(item)).toList()) + "\n");
    }

    @Test
    void withoutTruthsExpertsOutvoteAMajorityOfSpammers() {
        JsonNode all = DecideRun.json(votes(rows(200)), "--learn", "batch");
        JsonNode learned = all.get("summary").get("learned");
        long right = IntStream.range(0, 200)
                .filter(item -> all.get("items").get(item).get("leader").asString().equals(truth(item))).count();

        assertThat(right).isGreaterThan(170);
        assertThat(learned.get("model").asString()).isEqualTo("confusion");
        assertThat(learned.get("votes").asInt()).isEqualTo(1_000);
        assertThat(learned.get("truths").asInt()).isZero();
        assertThat(learned.get("agents").get(0).get("agent").asString()).startsWith("e");
        assertThat(learned.get("agents").get(4).get("agent").asString()).startsWith("s");
        assertThat(all.get("items")).allMatch(item -> item.get("confidenceBasis").asString()
                .equals("learned without truths from 1000 votes"));
        assertThat(all.get("items")).allMatch(item -> item.get("decided").asBoolean() == item.get("confidence")
                .asDouble() >= 0.7);
    }

    @Test
    void truthsTeachAndTheBasisSaysSo() {
        Path votes = votes(rows(40));
        Path truth = truths(10);
        JsonNode all = DecideRun.json(votes, "--truth", truth, "--learn", "batch");

        assertThat(all.get("items").get(39).get("confidenceBasis").asString())
                .isEqualTo("learned from 200 votes with 10 truths");
        assertThat(all.get("items").get(0).get("confidenceBasis").asString())
                .isEqualTo("learned from 200 votes with 9 truths");
        assertThat(DecideRun.of(votes, "--truth", truth, "--learn", "batch").text())
                .contains("learned from 200 votes with 10 truths; an item with one is decided without it")
                .contains("batch, confusion matrices from all items").contains("reliability");
    }

    @Test
    void theOrderOfRowsHasNoEffect() {
        List<String> rows = rows(60);
        JsonNode before = DecideRun.json(votes(rows), "--learn", "batch");
        List<String> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(3));
        JsonNode after = DecideRun.json(votes(shuffled), "--learn", "batch");

        assertThat(after.get("summary")).isEqualTo(before.get("summary"));
        before.get("items").forEach(item -> assertThat(after.get("items")).contains(item));
    }

    @Test
    void itemsWithTheirOwnAnswersTakeOneReliability() {
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < 30; item++) {
            rows.addAll(List.of("q" + item + ",a,text " + item + ",", "q" + item + ",b,Text " + item + ",",
                    "q" + item + ",c,other " + item + ","));
        }
        JsonNode all = DecideRun.json(votes(rows), "--learn", "batch");

        assertThat(all.get("summary").get("learned").get("model").asString()).isEqualTo("one-coin");
        assertThat(all.get("items")).allMatch(item -> item.get("leader").asString().startsWith("text"));
        assertThat(all.get("summary").get("decided").asInt()).isEqualTo(30);
    }

    /** One item, one agent, abstentions alone, other scripts, many labels. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            q,a,X,|0
            q,a,X,;q,b,X,|1
            q,a,,;q,b,,|0
            質問,あ,はい,;質問,い,はい,;質問,😀,いいえ,|1
            """)
    void fewRowsAreNoError(String rows, int decided) {
        JsonNode all = DecideRun.json(votes(List.of(rows.split(";"))), "--learn", "batch");

        assertThat(all.get("summary").get("decided").asInt()).isEqualTo(decided);
        assertThat(all.get("items").get(0).get("confidence").asDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void fiveThousandLabelsAreNoError() {
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < 20_000; item++) {
            rows.add("q" + item + ",a" + item % 3 + ",label" + item % 5_000 + ",");
            rows.add("q" + item + ",b,label" + item % 5_000 + ",");
        }
        JsonNode summary = DecideRun.json(votes(rows), "--learn", "batch").get("summary");

        assertThat(summary.get("learned").get("model").asString()).isEqualTo("one-coin");
        assertThat(summary.get("decided").asInt()).isEqualTo(20_000);
    }

    @Test
    void aThresholdThatNoAnswerCanReachIsSaid() {
        assertThat(DecideRun.of(votes(rows(20)), "--learn", "batch", "--threshold", "0.99").text())
                .contains("no answer can reach more than 97.5 %");
    }

    @Test
    void optionsWithoutEffectAreRefused() {
        Path votes = votes(rows(5));
        assertThat(DecideRun.of(votes, "--learn", "batch", "--strategy", "voting").err())
                .contains("--strategy voting has no effect with --learn batch");
        assertThat(DecideRun.of(votes, "--learn", "batch", "--threshold-confidence", "0.8").err())
                .contains("Give --threshold 0.8 instead");
        assertThat(DecideRun.of(votes, "--learn", "batch", "--confidence", "confidence").err())
                .contains("learns from the answers alone");
        assertThat(DecideRun.of(votes, "--learn", "bach").err()).contains("learning mode is bach");
    }

    @Test
    void withoutLearningNothingChanges() {
        Path votes = votes(rows(20));
        assertThat(DecideRun.of(votes, "--learn", "none").out()).isEqualTo(DecideRun.of(votes).out());
    }

    /** Recorded labels of people: learned without truths, scored by them afterwards. */
    @ParameterizedTest
    @CsvSource({"bluebird, 0.898, 0.76", "rte, 0.927, 0.92"})
    void recordedCrowdsAreReadBetterThanByMajority(String set, double accuracy, double majority) {
        Path folder = SharedData.require("crowd/" + set);
        JsonNode learned = DecideRun.json(folder.resolve("label.csv"), "--learn", "batch").get("items");
        JsonNode scored = DecideRun.json(folder.resolve("label.csv"), "--truth", folder.resolve("truth.csv"));
        int right = 0;
        for (int item = 0; item < learned.size(); item++) {
            right += learned.get(item).get("leader").asString()
                    .equals(scored.get("items").get(item).get("truth").asString()) ? 1 : 0;
        }

        assertThat((double) right / learned.size()).isCloseTo(accuracy, within(0.005));
        assertThat(scored.get("summary").get("truth").get("majority").get("accuracy").asDouble())
                .isCloseTo(majority, within(0.005));
    }
}
