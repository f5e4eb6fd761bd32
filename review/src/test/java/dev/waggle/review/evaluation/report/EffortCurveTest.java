package dev.waggle.review.evaluation.report;

import java.util.List;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EffortCurveTest {

    private static EvaluationSet set(String... items) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        for (int item = 0; item < items.length; item++) {
            for (int agent = 1; agent < items[item].length(); agent++) {
                builder.add("i" + item, "a" + agent, items[item].substring(agent, agent + 1));
            }
            builder.truth("i" + item, items[item].substring(0, 1));
        }
        return builder.build();
    }

    @Test
    void theEarlyStopNeedsALeadThatTheRestCannotReach() {
        // The truth, then five answers: three of five settle it, and a lead of two with two left does not.
        EffortCurve unanimous = EffortCurve.of(set("AAAAAA"), EvaluationPlan.defaults());
        EffortCurve split = EffortCurve.of(set("AABABA"), EvaluationPlan.defaults());

        assertThat(unanimous.earlyStop().share()).isEqualTo(3 / 5.0);
        assertThat(split.earlyStopInFileOrder().share()).isEqualTo(1);
        assertThat(unanimous.calls()).isEqualTo(5);
    }

    @Test
    void prefixesAskTheFirstAgentsOnly() {
        EffortCurve curve = EffortCurve.of(set("ABAA"), EvaluationPlan.defaults());

        assertThat(curve.fileOrder()).extracting(EffortCurve.Point::accuracy).containsExactly(0.0, 0.5, 1.0);
        assertThat(curve.fileOrder()).extracting(EffortCurve.Point::share).containsExactly(1 / 3.0, 2 / 3.0, 1.0);
    }

    @Test
    void theStrongestAgentIsAskedFirstOnceItHasARecord() {
        // The last agent is always right, the others never are.
        EffortCurve curve = EffortCurve.of(set("ABBA", "ABBA", "ABBA", "ABBA"), EvaluationPlan.defaults());

        assertThat(curve.strongestFirst().getFirst().accuracy()).isCloseTo(3 / 4.0, within(1e-12));
        assertThat(curve.fileOrder().getFirst().accuracy()).isZero();
    }

    @Test
    void itemsWithFewAnswersEndEarlier() {
        EffortCurve curve = EffortCurve.of(set("AAAA", "AA"), EvaluationPlan.defaults());

        assertThat(curve.calls()).isEqualTo(4);
        assertThat(curve.fileOrder()).extracting(EffortCurve.Point::share).containsExactly(0.5, 0.75, 1.0);
    }
}
