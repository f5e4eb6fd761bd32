package dev.waggle.review.evaluation.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.CrowdDecider;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationRun;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.review.evaluation.RuleOutcomes;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Rules on seeded random sets: properties first, then single rules on small sets. */
class RuleCatalogTest {

    /** Rules whose prediction of an item needs no earlier item. */
    private static final List<String> PURE = List.of("plurality", "confidence-weighted", "voting", "bayesian",
            "entropy",
            "hierarchical", "posterior", "dawid-skene", "batch-unsupervised", "best-single-hindsight", "oracle");

    private record Row(String item, String agent, String answer, double confidence) {}

    private static List<Row> rows(int seed) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int item = 0; item < 40; item++) {
            for (int agent = 0; agent < 5; agent++) {
                if (random.nextInt(8) > 0) {
                    String answer = random.nextInt(6) > agent ? truth(item) : String.valueOf((char) ('A'
                            + random.nextInt(4)));
                    rows.add(new Row("item" + item, "agent" + agent, answer,
                            random.nextBoolean() ? random.nextInt(11) / 10.0 : Double.NaN));
                }
            }
        }
        return rows;
    }

    private static String truth(int item) {
        return String.valueOf((char) ('A' + item * 7 % 4));
    }

    private static EvaluationSet set(List<Row> rows, UnaryOperator<String> agents, UnaryOperator<String> answers) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of("confidence"));
        rows.forEach(row -> builder.add(row.item(), agents.apply(row.agent()), answers.apply(row.answer()),
                row.confidence()));
        for (int item = 0; item < 40; item++) {
            builder.truth("item" + item, answers.apply(truth(item)));
        }
        return builder.build();
    }

    private static List<RuleOutcomes> run(EvaluationSet set, EvaluationPlan plan, List<String> rules) {
        return new EvaluationRun(set, plan).outcomes(RuleCatalog.makers(rules), _ -> {});
    }

    /** Credit, confidence and losses of each item by its id. */
    private static Map<String, List<Double>> figures(EvaluationSet set, RuleOutcomes outcomes) {
        Map<String, List<Double>> figures = new TreeMap<>();
        for (int i = 0; i < outcomes.size(); i++) {
            figures.put(EvaluationItem.of(set, outcomes.item(i)).id(),
                    List.of(outcomes.credit(i), outcomes.confidence(i), outcomes.brier(i), outcomes.logLoss(i)));
        }
        return figures;
    }

    private static void assertSame(Map<String, List<Double>> one, Map<String, List<Double>> other, String rule) {
        assertThat(other.keySet()).isEqualTo(one.keySet());
        one.forEach((item, values) -> {
            List<Double> others = other.getOrDefault(item, List.of());
            for (int i = 0; i < values.size(); i++) {
                assertThat(others.get(i)).as(rule + " of " + item).isCloseTo(values.get(i), within(1e-6));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theOrderOfItemsDoesNotMatterToRulesThatDoNotLearn(int seed) {
        EvaluationSet set = set(rows(seed), it -> it, it -> it);
        List<RuleOutcomes> inFileOrder = run(set, EvaluationPlan.defaults(), PURE);
        List<RuleOutcomes> shuffled = run(set, EvaluationPlan.defaults().withSeed(seed), PURE);

        for (int i = 0; i < PURE.size(); i++) {
            assertSame(figures(set, inFileOrder.get(i)), figures(set, shuffled.get(i)), inFileOrder.get(i).rule());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theOrderOfRowsDoesNotMatterToRulesThatDoNotLearn(int seed) {
        List<Row> mixed = new ArrayList<>(rows(seed));
        Collections.shuffle(mixed, new Random(seed));
        EvaluationSet one = set(rows(seed), it -> it, it -> it);
        EvaluationSet other = set(mixed, it -> it, it -> it);

        for (int i = 0; i < PURE.size(); i++) {
            assertSame(figures(one, run(one, EvaluationPlan.defaults(), PURE).get(i)),
                    figures(other, run(other, EvaluationPlan.defaults(), PURE).get(i)), "rule " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void namesDoNotMatter(int seed) {
        List<String> all = RuleCatalog.names();
        EvaluationSet one = set(rows(seed), it -> it, it -> it);
        EvaluationSet other = set(rows(seed), it -> "z" + (9 - it.charAt(5)) + it,
                it -> "answer " + (char) ('Z' - it.charAt(0) + 'A'));

        List<RuleOutcomes> before = run(one, EvaluationPlan.defaults(), all);
        List<RuleOutcomes> after = run(other, EvaluationPlan.defaults(), all);
        for (int i = 0; i < all.size(); i++) {
            assertSame(figures(one, before.get(i)), figures(other, after.get(i)), before.get(i).rule());
        }
    }

    @Test
    void noRuleButABoundSeesTruthsOfLaterItems() {
        List<Row> rows = rows(11);
        EvaluationSet set = set(rows, it -> it, it -> it);
        EvaluationSetBuilder other = new EvaluationSetBuilder("set", List.of("confidence"));
        rows.forEach(row -> other.add(row.item(), row.agent(), row.answer(), row.confidence()));
        for (int item = 0; item < 40; item++) {
            other.truth("item" + item, item < 20 ? truth(item) : truth(item + 1));
        }
        List<String> honest = RuleCatalog.names().stream()
                .filter(name -> !List.of("oracle", "best-single-hindsight").contains(name)).toList();
        List<RuleOutcomes> one = run(set, EvaluationPlan.defaults(), honest);
        List<RuleOutcomes> two = run(other.build(), EvaluationPlan.defaults(), honest);

        for (int rule = 0; rule < honest.size(); rule++) {
            for (int i = 0; i <= 20; i++) {
                assertThat(two.get(rule).confidence(i)).as(honest.get(rule)).isEqualTo(one.get(rule).confidence(i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"confidence-weighted", "voting", "bayesian", "entropy", "hierarchical"})
    void aStrategyDecidesTheSameItemsAsTheCommandThatDecides(String strategy) {
        List<Row> rows = rows(3);
        VoteStore votes = new VoteStore();
        rows.forEach(row -> votes.add(row.item(), row.agent(), row.answer(), row.confidence()));
        IntStream.range(0, 40).forEach(item -> votes.addTruth("item" + item, truth(item)));
        Map<String, Boolean> decided = new TreeMap<>();
        ConsensusConfig config = ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                .withThreshold(0.7).withMinVoters(2).withBallots(BallotRule.EXCLUSIVE);
        var _ = new BatchDecider(config, votes).decide(item -> decided.put(item.item(), item.decided()));

        EvaluationSet set = set(rows, it -> it, it -> it);
        RuleOutcomes outcomes = run(set, EvaluationPlan.defaults(), List.of(strategy)).getLast();
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.isDecided(i)).as("item " + i).isEqualTo(decided.get("item" + outcomes.item(i)));
        }
    }

    @Test
    void theCalibratedPosteriorIsTheConfidenceOfTheCommandThatDecides() {
        List<Row> rows = rows(5);
        VoteStore votes = new VoteStore();
        rows.forEach(row -> votes.add(row.item(), row.agent(), row.answer(), row.confidence()));
        IntStream.range(0, 40).forEach(item -> votes.addTruth("item" + item, truth(item)));
        List<Double> confidences = new ArrayList<>();
        var _ = new BatchDecider(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE), votes)
                .decide(item -> confidences.add(item.confidence()));

        RuleOutcomes outcomes = run(set(rows, it -> it, it -> it), EvaluationPlan.defaults(),
                List.of("posterior-calibrated")).getLast();
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.confidence(i)).as("item " + i).isCloseTo(confidences.get(i), within(1e-9));
        }
    }

    @Test
    void theBatchRuleHasTheConfidencesOfTheCommandThatLearnsFromAllItems() {
        List<Row> rows = rows(6);
        VoteStore votes = new VoteStore();
        rows.forEach(row -> votes.add(row.item(), row.agent(), row.answer(), row.confidence()));
        List<Double> confidences = new ArrayList<>();
        var _ = new CrowdDecider(ConsensusConfig.defaults(), votes).decide(item -> confidences.add(item.confidence()));

        RuleOutcomes outcomes = run(set(rows, it -> it, it -> it), EvaluationPlan.defaults(),
                List.of("batch-unsupervised")).getLast();
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.confidence(i)).as("item " + i).isCloseTo(confidences.get(i), within(1e-9));
        }
    }

    @Test
    void theBatchRuleTakesItemsThatShareNoAnswers() {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        for (int item = 0; item < 30; item++) {
            builder.add("i" + item, "ann", "yes" + item).add("i" + item, "bob", "yes" + item)
                    .add("i" + item, "cat", "no" + item).truth("i" + item, "yes" + item);
        }

        RuleOutcomes outcomes = run(builder.build(), EvaluationPlan.defaults(), List.of("batch-unsupervised"))
                .getLast();
        assertThat(outcomes.itemCredits()).hasSize(30).containsOnly(1);
        assertThat(outcomes.confidence(0)).isGreaterThan(2 / 3.0).isLessThan(1);
    }

    @Test
    void pluralitySharesATie() {
        EvaluationSet set = new EvaluationSetBuilder("set", List.of()).add("1", "ann", "A").add("1", "bob", "B")
                .truth("1", "B").build();

        assertThat(run(set, EvaluationPlan.defaults(), List.of("plurality")).getFirst().credit(0)).isEqualTo(0.5);
    }

    @Test
    void theBestAgentSoFarIsTheOneWithTheBestRecord() {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        for (int item = 0; item < 4; item++) {
            builder.add("i" + item, "ann", "A").add("i" + item, "bob", "B").add("i" + item, "cat", "B").truth("i"
                    + item,
                    "A");
        }

        List<RuleOutcomes> outcomes = run(builder.build(), EvaluationPlan.defaults(),
                List.of("best-single", "best-single-hindsight", "oracle"));
        // At first all records are equal, and two of three say B.
        assertThat(outcomes.get(1).itemCredits()).containsExactly(0, 1, 1, 1);
        assertThat(outcomes.get(2).itemCredits()).containsExactly(1, 1, 1, 1);
        assertThat(outcomes.get(3).itemCredits()).containsExactly(1, 1, 1, 1);
    }

    @Test
    void dawidSkeneFindsTheAgentsThatAgreeWithEachOther() {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        Random random = new Random(4);
        for (int item = 0; item < 200; item++) {
            String right = item % 2 == 0 ? "yes" : "no";
            for (int expert = 0; expert < 2; expert++) {
                String other = right.equals("yes") ? "no" : "yes";
                builder.add("i" + item, "expert" + expert, random.nextInt(20) > 0 ? right : other);
            }
            for (int guesser = 0; guesser < 5; guesser++) {
                builder.add("i" + item, "guesser" + guesser, random.nextBoolean() ? "yes" : "no");
            }
            builder.truth("i" + item, right);
        }

        List<RuleOutcomes> outcomes = run(builder.build(), EvaluationPlan.defaults(), List.of("dawid-skene"));
        double plurality = Arrays.stream(outcomes.getFirst().itemCredits()).average().orElse(0);
        double estimated = Arrays.stream(outcomes.getLast().itemCredits()).average().orElse(0);
        assertThat(estimated).isGreaterThan(0.9).isGreaterThan(plurality + 0.1);
    }

    @Test
    void trainingUsesOnePartAndPredictsTheOther() {
        EvaluationSet set = set(rows(2), it -> it, it -> it);
        EvaluationPlan plan = EvaluationPlan.defaults().withSeed(9).withTrainShare(0.5);

        RuleOutcomes outcomes = run(set, plan, List.of("best-single")).getLast();
        assertThat(outcomes.size()).isEqualTo(20);
        assertThat(plan.training(set, 0)).hasSize(20).doesNotContain(plan.testing(set, 0));
        assertThat(run(set, plan.withRepeats(3), List.of("best-single")).getLast().size()).isEqualTo(60);
    }

    @Test
    void anUnknownRuleIsNamedWithTheKnownOnes() {
        assertThatThrownBy(() -> RuleCatalog.makers(List.of("pluralty"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pluralty").hasMessageContaining("plurality");
        assertThat(RuleCatalog.names()).allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
    }
}
