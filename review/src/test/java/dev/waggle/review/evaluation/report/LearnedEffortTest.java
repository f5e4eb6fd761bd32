package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.EffortSummary;
import dev.waggle.review.batch.SavedWeights;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.review.evaluation.rule.RuleCatalog;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Accuracy of the learned strategy within budgets: properties on seeded random sets. */
class LearnedEffortTest {

    private static final int ITEMS = 200;
    private static final int AGENTS = 6;
    /** Voters that a decision needs. */
    private static final int FEWEST = 2;

    private record Row(String item, String agent, String answer, double confidence) {}

    /** Rows of each item; the last agent is nearly always right, and the others are right more often than not. */
    private static List<List<Row>> rows(int seed) {
        Random random = new Random(seed);
        List<List<Row>> items = new ArrayList<>();
        for (int item = 0; item < ITEMS; item++) {
            List<Row> rows = new ArrayList<>();
            for (int agent = 0; agent < AGENTS; agent++) {
                if (random.nextInt(10) > 0) {
                    boolean isRight = random.nextDouble() < (agent == AGENTS - 1 ? 0.95 : 0.6);
                    rows.add(new Row("i" + item, "a" + agent, isRight ? truth(item) : "w" + random.nextInt(3),
                            random.nextBoolean() ? random.nextInt(11) / 10.0 : Double.NaN));
                }
            }
            items.add(rows);
        }
        return items;
    }

    private static String truth(int item) {
        return "t" + item * 7 % 4;
    }

    private static EvaluationSet set(List<List<Row>> items) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of("confidence"));
        items.forEach(rows -> rows
                .forEach(row -> builder.add(row.item(), row.agent(), row.answer(), row.confidence())));
        for (int item = 0; item < ITEMS; item++) {
            if (!items.get(item).isEmpty()) {
                builder.truth("i" + item, truth(item));
            }
        }
        return builder.build();
    }

    private static SetReport report(EvaluationSet set, EvaluationPlan plan) {
        return SetReport.of(set, plan, RuleCatalog.makers(List.of("learned")), _ -> {});
    }

    private static LearnedEffort effort(EvaluationSet set, EvaluationPlan plan) {
        return report(set, plan).learnedEffort().orElseThrow();
    }

    private static List<EvaluationPlan> plans(int seed) {
        return List.of(EvaluationPlan.defaults(), EvaluationPlan.defaults().withSeed(seed).withTrainShare(0.5),
                EvaluationPlan.defaults().withSeed(seed).withRepeats(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theWholeBudgetHasTheFullLearnedAnswer(int seed) {
        for (EvaluationPlan plan : plans(seed)) {
            SetReport report = report(set(rows(seed)), plan);
            LearnedEffort.Point all = report.learnedEffort().orElseThrow().at(1);
            RuleScore full = report.rule("learned").orElseThrow();

            assertThat(all.share()).isEqualTo(1);
            assertThat(all.accuracy()).isEqualTo(full.accuracy().accuracy());
            assertThat(all.calibrationError()).isEqualTo(full.calibration().orElseThrow().calibrationError());
            assertThat(all.difference().better() + all.difference().worse()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void moreBudgetNeverAsksForLessAndSpendsAboutTheBudget(int seed) {
        for (EvaluationPlan plan : plans(seed)) {
            double before = 0;
            for (LearnedEffort.Point point : effort(set(rows(seed)), plan).points()) {
                assertThat(point.share()).as("budget " + point.budget()).isGreaterThanOrEqualTo(before)
                        .isLessThanOrEqualTo(Math.max(point.budget(), (double) FEWEST / AGENTS) + 0.08);
                before = point.share();
            }
            assertThat(before).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theOrderOfTheRowsOfAnItemDoesNotMatter(int seed) {
        List<List<Row>> shuffled = new ArrayList<>();
        Random random = new Random(seed);
        rows(seed).forEach(rows -> {
            List<Row> mixed = new ArrayList<>(rows);
            Collections.shuffle(mixed, random);
            shuffled.add(mixed);
        });

        for (EvaluationPlan plan : plans(seed)) {
            assertThat(effort(set(shuffled), plan)).isEqualTo(effort(set(rows(seed)), plan));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theCommandThatDecidesAsksForTheSameAnswers(int seed) {
        VoteStore votes = new VoteStore();
        rows(seed).forEach(rows -> rows
                .forEach(row -> votes.add(row.item(), row.agent(), row.answer(), row.confidence())));
        IntStream.range(0, ITEMS).forEach(item -> votes.addTruth("i" + item, truth(item)));
        ConsensusConfig config = ConsensusConfig.defaults().withStrategy(LearnedStrategy.untaught())
                .withBallots(BallotRule.EXCLUSIVE);
        EffortSummary decided = Objects.requireNonNull(new BatchDecider(config, votes, OptionalDouble.empty(),
                OptionalDouble.of(0.5), SavedWeights.NONE).decide(_ -> {}).effort());

        LearnedEffort effort = effort(set(rows(seed)), EvaluationPlan.defaults());
        assertThat(effort.calls()).isEqualTo(decided.answers());
        assertThat(effort.at(0.5).share()).isEqualTo((double) decided.asked() / decided.answers());
    }

    @Test
    void theStrongestAgentAloneIsEnoughForHalfOfTheCalls() {
        LearnedEffort effort = effort(set(rows(4)), EvaluationPlan.defaults());

        assertThat(effort.at(0.5).accuracy()).isGreaterThan(effort.at(1).accuracy() - 0.03).isGreaterThan(0.85);
        assertThat(effort.calls()).isBetween(ITEMS * AGENTS * 8L / 10, (long) ITEMS * AGENTS);
    }

    @Test
    void oneAgentIsAlwaysAsked() {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        for (int item = 0; item < 10; item++) {
            builder.add("i" + item, "ann", "A").truth("i" + item, "A");
        }

        assertThat(effort(builder.build(), EvaluationPlan.defaults()).points())
                .extracting(LearnedEffort.Point::share).containsOnly(1.0);
    }

    @Test
    void debatesAndRunsWithoutTheLearnedRuleHaveNoCurve() {
        EvaluationSet debate = new EvaluationSetBuilder("set", List.of()).addDebate("1", "ann", "A", "B")
                .addDebate("1", "bob", "B", "B").truth("1", "B").build();

        assertThat(report(debate, EvaluationPlan.defaults()).learnedEffort()).isEmpty();
        assertThat(SetReport.of(set(rows(1)), EvaluationPlan.defaults(), RuleCatalog.makers(List.of("posterior")),
                _ -> {}).learnedEffort()).isEmpty();
    }

    @Test
    void anUnknownBudgetIsNamedWithTheKnownOnes() {
        LearnedEffort effort = effort(set(rows(1)), EvaluationPlan.defaults());

        assertThatThrownBy(() -> effort.at(0.55))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0.55").hasMessageContaining("0.5");
    }
}
