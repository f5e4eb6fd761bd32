package dev.waggle.math.dynamics.stopping;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.stopping.SequentialTest.Decision;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SequentialTestTest {

    private static final SequentialPlan PLAN = new SequentialPlan(0.5, 0.7, 0.05, 0.1);

    @Test
    void boundsAndWeightsAreThoseOfWald() {
        assertThat(PLAN.upperBound()).isCloseTo(Math.log(0.9 / 0.05), Offset.offset(1e-15));
        assertThat(PLAN.lowerBound()).isCloseTo(Math.log(0.1 / 0.95), Offset.offset(1e-15));
        assertThat(run(3, 2).logLikelihoodRatio()).isCloseTo(3 * Math.log(1.4) + 2 * Math.log(0.6),
                Offset.offset(1e-14));
    }

    @Test
    void decidesOnceABoundIsMetAndNotBefore() {
        // ln 18 / ln 1.4 = 8.59 and ln 9.5 / -ln 0.6 = 4.41.
        assertThat(run(8, 0).decision()).isEqualTo(new Decision.Undecided());
        assertThat(run(9, 0).decision()).isEqualTo(new Decision.AlternativeAccepted());
        assertThat(run(0, 4).decision()).isEqualTo(new Decision.Undecided());
        assertThat(run(0, 5).decision()).isEqualTo(new Decision.NullAccepted());
    }

    @Test
    void aRatioThatTiesWithABoundMeetsIt() {
        SequentialPlan doubling = new SequentialPlan(0.4, 0.8, 0.1, 0.2); // ln A = 3 ln 2, a success adds ln 2.
        SequentialTest test = SequentialTest.look(doubling, 3, 0);
        assertThat(test.decision()).isEqualTo(new Decision.AlternativeAccepted());
    }

    @Test
    void aLookAtCountsDecidesByTheirSum() {
        assertThat(run(9, 5).decision()).isEqualTo(new Decision.Undecided());
        assertThatIllegalArgumentException().isThrownBy(() -> run(-1, 0));
    }

    @Test
    void looksAfterGroupsKeepTheErrorRateOfThePlan() {
        int[] falseAlarms = new int[1];
        int trials = 4000;
        Trials.run(trials, random -> {
            long successes = 0;
            long failures = 0;
            for (int group = 0; group < 40; group++) {
                for (int i = 0; i < 5; i++) {
                    boolean success = random.nextDouble() < PLAN.nullRate();
                    successes += success ? 1 : 0;
                    failures += success ? 0 : 1;
                }
                SequentialTest look = SequentialTest.look(PLAN, successes, failures);
                if (!look.decision().equals(new Decision.Undecided())) {
                    falseAlarms[0] += look.decision().equals(new Decision.AlternativeAccepted()) ? 1 : 0;
                    return;
                }
            }
        });
        assertThat(falseAlarms[0] / (double) trials).isLessThan(PLAN.falseAlarm() / (1 - PLAN.miss()));
    }

    @Test
    void swappingSuccessAndFailureChangesOnlyTheNames() {
        SequentialPlan mirrored = new SequentialPlan(0.5, 0.3, 0.05, 0.1);
        Trials.run(200, random -> {
            int successes = random.nextInt(30);
            int failures = random.nextInt(30);
            assertThat(SequentialTest.look(mirrored, failures, successes).decision())
                    .isEqualTo(SequentialTest.look(PLAN, successes, failures).decision());
        });
    }

    @Test
    void errorRatesKeepWaldsBounds() {
        double falseAlarm = outcome(PLAN, PLAN.nullRate()).getOrDefault(new Decision.AlternativeAccepted(), 0.0);
        double miss = outcome(PLAN, PLAN.alternativeRate()).getOrDefault(new Decision.NullAccepted(), 0.0);

        assertThat(falseAlarm).isPositive().isLessThan(0.05 / 0.9);
        assertThat(miss).isPositive().isLessThan(0.1 / 0.95);
        assertThat(falseAlarm + miss).isLessThan(0.15);
    }

    /** The exact probability of each decision within 2,000 observations. */
    private static Map<Decision, Double> outcome(SequentialPlan plan, double rate) {
        Map<Decision, Double> decided = new HashMap<>();
        Map<Long, Double> open = Map.of(0L, 1.0); // By successes.
        for (long seen = 0; seen < 2_000 && !open.isEmpty(); seen++) {
            Map<Long, Double> next = new HashMap<>();
            for (Map.Entry<Long, Double> state : open.entrySet()) {
                for (boolean success : new boolean[] {true, false}) {
                    double mass = state.getValue() * (success ? rate : 1 - rate);
                    long successes = state.getKey() + (success ? 1 : 0);
                    SequentialTest test = SequentialTest.look(plan, successes, seen + 1 - successes);
                    if (!test.decision().equals(new Decision.Undecided())) {
                        decided.merge(test.decision(), mass, Double::sum);
                    } else if (mass > 1e-15) {
                        next.merge(test.successes(), mass, Double::sum);
                    }
                }
            }
            open = next;
        }
        return decided;
    }

    @Test
    void refusesWhatCannotBeDecided() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialPlan(0.5, 0.5, 0.1, 0.1))
                .withMessageContaining("differ");
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialPlan(0, 0.5, 0.1, 0.1))
                .withMessageContaining("nullRate");
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialPlan(0.2, 1, 0.1, 0.1))
                .withMessageContaining("alternativeRate");
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialPlan(0.2, 0.5, Double.NaN, 0.1))
                .withMessageContaining("falseAlarm");
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialPlan(0.2, 0.5, 0.95, 0.05))
                .withMessageContaining("Maybe");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SequentialTest(PLAN, -1, 0, new Decision.Undecided()))
                .withMessageContaining("successes");
    }

    private static SequentialTest run(int successes, int failures) {
        return SequentialTest.look(PLAN, successes, failures);
    }
}
