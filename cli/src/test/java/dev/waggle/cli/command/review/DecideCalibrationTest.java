package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Confidence of {@code waggle decide} that is calibrated on known truths. */
class DecideCalibrationTest {

    private static final int VOTERS = 5;
    private static final int ANSWERS = 3;

    private final VoteFiles files;

    DecideCalibrationTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
    }

    /** A file of votes and the truth of each item. */
    private record Recording(Path votes, List<String> truths) {}

    @Test
    void withoutTruthsItIsAssumed() {
        Recording recorded = recording(0.8, 40, 1);
        JsonNode all = DecideRun.json(recorded.votes());

        assertThat(all.get("items")).allMatch(item -> item.get("confidenceBasis").asString().equals("assumed"));
        assertThat(all.get("summary").get("outcomes").asInt()).isZero();
    }

    @Test
    void anItemWithATruthUsesTheTruthsBeforeItAndOthersUseAll() {
        Recording recorded = recording(0.8, 40, 2);
        Path truths = truths(recorded.truths().subList(0, 30));
        Map.of("voting", "calibrated on ", "learned", "learned from ").forEach((strategy, source) -> {
            JsonNode all = DecideRun.json(recorded.votes(), "--truth", truths, "--strategy", strategy);

            assertThat(bases(all)).containsExactlyElementsOf(IntStream.range(0, 40).mapToObj(item -> switch (item) {
                case 0 -> "assumed";
                case 1 -> source + "1 outcome";
                default -> source + Math.min(item, 30) + " outcomes";
            }).toList());
            assertThat(all.get("summary").get("outcomes").asInt()).isEqualTo(30);
            assertThat(DecideRun.of(recorded.votes(), "--truth", truths, "--strategy", strategy).text())
                    .contains("probability that the leading answer is right, " + source
                            + "30 known truths; an item with one uses those before it, and is assumed without");
        });
    }

    @Test
    void itsOwnTruthAndLaterOnesChangeNothing() {
        Recording recorded = recording(0.8, 40, 3);
        List<Double> before = confidences(DecideRun.json(recorded.votes(), "--truth", truths(recorded.truths())));
        for (int changed : new int[] {0, 17, 39}) {
            List<String> others = new ArrayList<>(recorded.truths());
            for (int item = changed; item < others.size(); item++) {
                others.set(item, others.get(item).equals("a0") ? "a1" : "a0");
            }
            List<Double> after = confidences(DecideRun.json(recorded.votes(), "--truth", truths(others)));

            assertThat(after.subList(0, changed + 1)).isEqualTo(before.subList(0, changed + 1));
            assertThat(after).hasSize(40);
        }
    }

    /** A truth that nobody voted for is no further answer of the file. */
    @Test
    void anAnswerThatOnlyATruthNamesChangesNothingBefore() {
        Recording recorded = recording(0.6, 12, 6);
        List<String> others = new ArrayList<>(recorded.truths());
        others.set(11, "never voted");

        assertThat(confidences(DecideRun.json(recorded.votes(), "--truth", truths(others))))
                .isEqualTo(confidences(DecideRun.json(recorded.votes(), "--truth", truths(recorded.truths()))));
    }

    @Test
    void rightOutcomesRaiseTheOthersAndWrongOnesLowerThem() {
        Path votes = files.votes("known,a,X,\nknown,b,X,\nknown,c,Y,\nopen,a,X,\nopen,b,X,\nopen,c,Y,\n");
        double assumed = open(DecideRun.json(votes));

        assertThat(open(DecideRun.json(votes, "--truth", files.text("t.csv", "item,truth\nknown,X\n"))))
                .isGreaterThan(assumed);
        assertThat(open(DecideRun.json(votes, "--truth", files.text("t.csv", "item,truth\nknown,Y\n"))))
                .isLessThan(assumed);
        assertThat(open(DecideRun.json(votes, "--truth", files.text("t.csv", "item,truth\nknown,Z\n"))))
                .isLessThan(assumed);
        assertThat(open(DecideRun.json(votes, "--truth", files.text("t.csv", "item,truth\nother,Z\n"))))
                .isEqualTo(assumed);
    }

    /** Voters between guessing and knowing: after 600 outcomes the confidence of 600 others is their accuracy. */
    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.5, 0.6, 0.7, 0.8, 0.9})
    void whatIsSaidIsRightAsOften(double competence) {
        Recording recorded = recording(competence, 1_200, 4);
        JsonNode all = DecideRun.json(recorded.votes(), "--truth", truths(recorded.truths().subList(0, 600)));

        double said = 0;
        int right = 0;
        for (int item = 600; item < 1_200; item++) {
            JsonNode outcome = all.get("items").get(item);
            said += outcome.get("confidence").asDouble();
            right += outcome.get("leader").asString().equals(recorded.truths().get(item)) ? 1 : 0;
        }
        assertThat(Math.abs(said - right) / 600).isLessThan(0.05);
    }

    /** A threshold of confidence decides on the calibrated figure. */
    @Test
    void theThresholdOfConfidenceReadsTheCalibratedFigure() {
        Recording recorded = recording(0.9, 300, 5);
        JsonNode all = DecideRun.json(recorded.votes(), "--truth", truths(recorded.truths()), "--threshold", "0",
                "--threshold-confidence", "0.9");

        assertThat(all.get("items")).allMatch(item -> item.get("decided").asBoolean() == item.get("confidence")
                .asDouble() >= 0.9);
        assertThat(all.get("summary").get("decided").asInt()).isBetween(1, 299);
    }

    /** Independent voters that each name the right answer of three with that probability. */
    private Recording recording(double competence, int items, long seed) {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder();
        List<String> truths = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            int truth = random.nextInt(ANSWERS);
            truths.add("a" + truth);
            for (int voter = 0; voter < VOTERS; voter++) {
                int answer = random.nextDouble() < competence
                        ? truth
                        : (truth + 1 + random.nextInt(ANSWERS - 1)) % ANSWERS;
                rows.append("q").append(item).append(",v").append(voter).append(",a").append(answer).append(",\n");
            }
        }
        return new Recording(files.votes(rows.toString()), truths);
    }

    private Path truths(List<String> truths) {
        StringBuilder rows = new StringBuilder("item,truth\n");
        for (int item = 0; item < truths.size(); item++) {
            rows.append("q").append(item).append(',').append(truths.get(item)).append('\n');
        }
        return files.text("truths.csv", rows.toString());
    }

    private static List<String> bases(JsonNode all) {
        return all.get("items").values().stream().map(item -> item.get("confidenceBasis").asString()).toList();
    }

    private static List<Double> confidences(JsonNode all) {
        return all.get("items").values().stream().map(item -> item.get("confidence").asDouble()).toList();
    }

    private static double open(JsonNode all) {
        return all.get("items").get(1).get("confidence").asDouble();
    }
}
