package dev.waggle.review.evaluation.council;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class CouncilReportTest {

    private static final double[] STRENGTHS = {0.6, 0.7, 0.75, 0.8};

    /** Random answers of agents with those strengths; the last one copies the one before. */
    private static EvaluationSet random(long seed, List<Integer> order, String prefix) {
        Random random = new Random(seed);
        EvaluationSetBuilder builder = new EvaluationSetBuilder("random", List.of());
        order.forEach(agent -> builder.add("first", prefix + agent, "a"));
        for (int item = 0; item < 80; item++) {
            String[] answers = new String[STRENGTHS.length + 1];
            for (int agent = 0; agent < STRENGTHS.length; agent++) {
                answers[agent] = random.nextDouble() < STRENGTHS[agent] ? "a" : "b" + random.nextInt(2);
            }
            answers[STRENGTHS.length] = answers[STRENGTHS.length - 1];
            for (int agent : order) {
                builder.add("q" + item, prefix + agent, answers[agent]);
            }
            builder.truth("q" + item, "a");
        }
        return builder.build();
    }

    private static List<Integer> agents() {
        return new ArrayList<>(IntStream.rangeClosed(0, STRENGTHS.length).boxed().toList());
    }

    private static CouncilReport report(EvaluationSet set) {
        return CouncilReport.of(set, set.agents().stream().map(agent -> 1.0 + agent.charAt(1) - '0').toList());
    }

    @Test
    void orderAndNamesOfMembersNeverMatter() {
        for (long seed = 1; seed <= 5; seed++) {
            List<Integer> order = agents();
            CouncilReport one = report(random(seed, order, "a"));
            Collections.shuffle(order, new Random(seed));
            CouncilReport other = report(random(seed, order, "z"));

            assertThat(other.council().accuracy()).as("seed %s", seed).isEqualTo(one.council().accuracy());
            assertThat(other.best().accuracy()).isEqualTo(one.best().accuracy());
            assertThat(other.oracle().accuracy()).isEqualTo(one.oracle().accuracy());
            assertThat(other.toBest()).isEqualTo(one.toBest());
            for (int place = 0; place < order.size(); place++) {
                assertThat(other.members().get(place).without())
                        .isEqualTo(one.members().get(order.get(place)).without());
            }
        }
    }

    @Test
    void aCopyIsRedundantWithItsOriginal() {
        CouncilReport report = report(random(3, agents(), "a"));

        assertThat(report.members().getLast().nearest()).isEqualTo("a3");
        assertThat(report.members().getLast().correlation()).isCloseTo(1, within(1e-12));
        assertThat(report.members().get(3).nearest()).isEqualTo("a4");
    }

    @Test
    void theOracleIsNeverBelowAnyOther() {
        for (long seed = 1; seed <= 10; seed++) {
            CouncilReport report = report(random(seed, agents(), "a"));

            assertThat(report.oracle().accuracy().accuracy()).as("seed %s", seed)
                    .isGreaterThanOrEqualTo(report.council().accuracy().accuracy())
                    .isGreaterThanOrEqualTo(report.learned().accuracy().accuracy())
                    .isGreaterThanOrEqualTo(report.best().accuracy().accuracy());
        }
    }

    @Test
    void theCheapestSubsetCostsNoMoreThanTheCouncil() {
        for (long seed = 1; seed <= 10; seed++) {
            CouncilReport report = report(random(seed, agents(), "a"));

            assertThat(report.cheapest().cost()).as("seed %s", seed).isPositive()
                    .isLessThanOrEqualTo(report.council().cost());
            assertThat(report.cheapest().toCouncil().high()).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void tiesShareCreditAndAnAbstentionHasNone() {
        EvaluationSet set = new EvaluationSetBuilder("small", List.of()).add("1", "ada", "x").add("1", "bob", "y")
                .add("2", "ada", "").add("2", "bob", "x").truth("1", "x").truth("2", "x").build();
        CouncilReport report = CouncilReport.of(set, List.of(3.0, 1.0));

        assertThat(report.council().accuracy().accuracy()).isEqualTo(0.75);
        assertThat(report.singles()).extracting(score -> score.accuracy().accuracy()).containsExactly(0.5, 0.5);
        assertThat(report.best().name()).isEqualTo("bob");
        assertThat(report.council().cost()).isEqualTo(4);
        assertThat(report.members()).isEmpty();
    }

    @Test
    void samplesAreComparedOnTheSameItems() {
        EvaluationSet council = new EvaluationSetBuilder("c", List.of()).add("1", "ada", "x").add("1", "bob", "x")
                .truth("1", "x").build();
        EvaluationSet samples = new EvaluationSetBuilder("s", List.of()).add("1", "ada #1", "y").add("1", "ada #2", "x")
                .truth("1", "x").build();
        SampleScore score = SampleScore.of("ada", council, 2, samples, 1.5);

        assertThat(score.samples()).isEqualTo(2);
        assertThat(score.sampled().toCouncil().difference()).isEqualTo(-0.5);
        assertThat(score.council().accuracy()).isEqualTo(1);
    }

    @Test
    void aCouncilNeedsTwoMembersWithCosts() {
        EvaluationSet set = random(1, agents(), "a");

        assertThatThrownBy(() -> CouncilReport.of(set, List.of(1.0))).hasMessageContaining("at least two members");
    }
}
