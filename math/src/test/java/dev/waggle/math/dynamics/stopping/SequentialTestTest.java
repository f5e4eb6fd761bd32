package dev.waggle.math.dynamics.stopping;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.stopping.SequentialTest.Decision;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
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
        SequentialTest test = SequentialTest.run(doubling, new boolean[] {true, true, true});
        assertThat(test.decision()).isEqualTo(new Decision.AlternativeAccepted());
    }

    @Test
    void aLookAtCountsDecidesAsTheStreamThatJustGotThere() {
        for (int successes = 0; successes <= 9; successes++) {
            SequentialTest stream = run(successes, 0);
            assertThat(SequentialTest.look(PLAN, successes, 0)).isEqualTo(stream);
        }
        assertThat(SequentialTest.look(PLAN, 0, 5)).isEqualTo(run(0, 5));
        assertThat(SequentialTest.look(PLAN, 9, 5).decision()).isEqualTo(new Decision.Undecided());
        assertThatIllegalArgumentException().isThrownBy(() -> SequentialTest.look(PLAN, -1, 0));
    }

    @Test
    void looksAfterGroupsKeepTheErrorRateOfThePlan() {
        int[] falseAlarms = new int[1];
        int trials = 4000;
        Trials.run(trials, chance -> {
            long successes = 0;
            long failures = 0;
            for (int group = 0; group < 40; group++) {
                for (int i = 0; i < 5; i++) {
                    boolean success = chance.nextDouble() < PLAN.nullRate();
                    successes += success ? 1 : 0;
                    failures += success ? 0 : 1;
                }
                SequentialTest look = SequentialTest.look(PLAN, successes, failures);
                if (look.decided()) {
                    falseAlarms[0] += look.decision().equals(new Decision.AlternativeAccepted()) ? 1 : 0;
                    return;
                }
            }
        });
        assertThat(falseAlarms[0] / (double) trials).isLessThan(PLAN.falseAlarm() / (1 - PLAN.miss()));
    }

    @Test
    void countsNothingAfterTheDecision() {
        SequentialTest decided = run(9, 0);
        assertThat(decided.next(false)).isEqualTo(decided);
        assertThat(decided.observations()).isEqualTo(9);
    }

    @Test
    void swappingSuccessAndFailureChangesOnlyTheNames() {
        SequentialPlan mirrored = new SequentialPlan(0.5, 0.3, 0.05, 0.1);
        Trials.run(200, chance -> {
            SequentialTest straight = SequentialTest.of(PLAN);
            SequentialTest mirror = SequentialTest.of(mirrored);
            for (int i = 0; i < 30; i++) {
                boolean success = chance.nextBoolean();
                straight = straight.next(success);
                mirror = mirror.next(!success);
                assertThat(mirror.decision()).isEqualTo(straight.decision());
            }
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
                    SequentialTest test = new SequentialTest(plan, state.getKey(), seen - state.getKey(),
                            new Decision.Undecided()).next(success);
                    if (test.decided()) {
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
    void acceptanceIsWhatWasAskedForAtBothHypotheses() {
        assertThat(PLAN.acceptance(0.5)).isCloseTo(0.95, Offset.offset(1e-9));
        assertThat(PLAN.acceptance(0.7)).isCloseTo(0.1, Offset.offset(1e-9));
        assertThat(PLAN.acceptance(0)).isEqualTo(1);
        assertThat(PLAN.acceptance(1)).isEqualTo(0);
    }

    @Test
    void acceptanceFallsAsTheRateNearsTheAlternative() {
        Trials.run(200, chance -> {
            double[] pair = Trials.numbers(chance, 4, 0.02, 0.98);
            SequentialPlan plan = new SequentialPlan(Math.min(pair[0], pair[1]), Math.max(pair[0], pair[1]) + 1e-3,
                    chance.nextDouble(0.001, 0.4), chance.nextDouble(0.001, 0.4));
            double low = plan.acceptance(Math.min(pair[2], pair[3]));
            double high = plan.acceptance(Math.max(pair[2], pair[3]));
            assertThat(low).isBetween(0.0, 1.0);
            assertThat(high).isBetween(0.0, low + 1e-9);
            assertThat(plan.expectedObservations(pair[2])).isPositive();
        });
    }

    @Test
    void theAverageOfObservationsIsThatOfSimulatedStreams() {
        for (double rate : new double[] {0.5, 0.6, 0.7}) {
            double mean = 0;
            int runs = 4_000;
            for (int seed = 0; seed < runs; seed++) {
                RandomGenerator chance = Trials.chance(seed);
                SequentialTest test = SequentialTest.of(PLAN);
                while (!test.decided()) {
                    test = test.next(chance.nextDouble() < rate);
                }
                mean += (double) test.observations() / runs;
            }
            // Wald's figure leaves out by how much the last step overshoots.
            assertThat(PLAN.expectedObservations(rate)).isLessThan(mean).isCloseTo(mean,
                    Percentage.withPercentage(15));
        }
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
        assertThatIllegalArgumentException().isThrownBy(() -> PLAN.acceptance(1.5)).withMessageContaining("rate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SequentialTest(PLAN, -1, 0, new Decision.Undecided()))
                .withMessageContaining("successes");
    }

    private static SequentialTest run(int successes, int failures) {
        SequentialTest test = SequentialTest.of(PLAN);
        for (int i = 0; i < successes + failures; i++) {
            test = test.next(i < successes);
        }
        return test;
    }
}
