package dev.waggle.math.dynamics.stopping;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.Trials;
import org.assertj.core.data.Offset;
import org.hipparchus.fraction.BigFraction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SecretaryProblemTest {

    @Test
    void cutoffsAreThoseOfExactFractions() {
        for (int n = 1; n <= 120; n++) {
            List<Integer> best = new ArrayList<>();
            BigFraction most = BigFraction.ZERO;
            for (int cutoff = 0; cutoff < n; cutoff++) {
                BigFraction success = exact(n, cutoff);
                if (success.compareTo(most) > 0) {
                    most = success;
                    best.clear();
                }
                if (success.equals(most)) {
                    best.add(cutoff);
                }
                assertThat(SecretaryProblem.successProbability(n, cutoff)).isCloseTo(success.doubleValue(),
                        Offset.offset(1e-14));
            }
            SecretaryProblem.Optimum optimum = SecretaryProblem.optimal(n);
            assertThat(optimum.cutoffs()).as("for %d", n).containsExactly(best.stream().mapToInt(i -> i).toArray());
            assertThat(optimum.probability()).isCloseTo(most.doubleValue(), Offset.offset(1e-14));
        }
    }

    private static BigFraction exact(int n, int cutoff) {
        BigFraction sum = BigFraction.ZERO;
        for (int i = cutoff + 1; i <= n && cutoff > 0; i++) {
            sum = sum.add(new BigFraction(BigInteger.ONE, BigInteger.valueOf(i - 1)));
        }
        return cutoff == 0 ? new BigFraction(1, n) : sum.multiply(cutoff).divide(n);
    }

    @Test
    void noRuleOfAnyKindDoesBetter() {
        for (int n = 1; n <= 200; n++) {
            double value = 0; // Of going on after candidate i, by backward induction over all rules.
            for (int i = n; i >= 1; i--) {
                value = Math.max((double) i / n, value) / i + value * (i - 1) / i;
            }
            assertThat(SecretaryProblem.optimal(n).probability()).isCloseTo(value, Offset.offset(1e-13));
        }
    }

    @Test
    void theShareOfOneOverEIsNotTheOptimum() {
        assertThat(SecretaryProblem.optimal(5).cutoffs()).containsExactly(2);
        assertThat(SecretaryProblem.optimal(8).cutoffs()).containsExactly(3);
        assertThat(SecretaryProblem.optimal(13).cutoffs()).containsExactly(5);
        assertThat(SecretaryProblem.optimal(16).cutoffs()).containsExactly(6);
        assertThat(SecretaryProblem.optimal(100).cutoffs()).containsExactly(37);
    }

    @Test
    void manyCandidatesComeCloseToOneOverE() {
        SecretaryProblem.Optimum optimum = SecretaryProblem.optimal(1_000_000);
        assertThat(optimum.cutoffs()).containsExactly(367_879);
        assertThat(optimum.probability()).isCloseTo(1 / Math.E, Offset.offset(1e-6));
    }

    @Test
    void theRuleFindsTheBestAsOftenAsItSays() {
        int n = 7;
        int[] counts = new int[n];
        int orders = tryAll(new double[n], 0, counts);
        for (int cutoff = 0; cutoff < n; cutoff++) {
            assertThat((double) counts[cutoff] / orders).isCloseTo(SecretaryProblem.successProbability(n, cutoff),
                    Offset.offset(1e-12));
        }
    }

    private static int tryAll(double[] order, int placed, int[] counts) {
        if (placed == order.length) {
            for (int cutoff = 0; cutoff < order.length; cutoff++) {
                counts[cutoff] += order[SecretaryProblem.run(order, cutoff).position() - 1] == order.length ? 1 : 0;
            }
            return 1;
        }
        int orders = 0;
        for (int place = 0; place < order.length; place++) {
            if (order[place] == 0) {
                order[place] = placed + 1;
                orders += tryAll(order, placed + 1, counts);
                order[place] = 0;
            }
        }
        return orders;
    }

    @Test
    void takesTheLastWhenNoneQualifies() {
        assertThat(SecretaryProblem.run(new double[] {0.9, 0.1, 0.2}, 1))
                .isEqualTo(new SecretaryProblem.Stop(3, false));
        assertThat(SecretaryProblem.run(new double[] {0.1, 0.2, 0.9}, 2)).isEqualTo(new SecretaryProblem.Stop(3, true));
        assertThat(SecretaryProblem.run(new double[] {-5, -4}, 0)).isEqualTo(new SecretaryProblem.Stop(1, true));
    }

    @Test
    void oneThatTiesWithTheBestIsNotBetter() {
        assertThat(SecretaryProblem.run(new double[] {0.3, 0.1 + 0.2, 0.4}, 1).position()).isEqualTo(3);
    }

    @Test
    void whoeverIsTakenBeatsAllBefore() {
        Trials.run(200, random -> {
            double[] qualities = Trials.numbers(random, random.nextInt(1, 20), -1, 1);
            int cutoff = random.nextInt(qualities.length);
            SecretaryProblem.Stop stop = SecretaryProblem.run(qualities, cutoff);
            assertThat(stop.position()).isGreaterThan(cutoff);
            for (int i = 0; i < stop.position() - 1 && stop.chosen(); i++) {
                assertThat(qualities[i]).isLessThan(qualities[stop.position() - 1]);
            }
        });
    }

    @Test
    void refusesWhatIsNoQueue() {
        assertThatIllegalArgumentException().isThrownBy(() -> SecretaryProblem.optimal(0))
                .withMessageContaining("candidates");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretaryProblem.optimal(SecretaryProblem.MAX_CANDIDATES + 1))
                .withMessageContaining("at most");
        assertThatIllegalArgumentException().isThrownBy(() -> SecretaryProblem.run(new double[0], 0));
        assertThatIllegalArgumentException().isThrownBy(() -> SecretaryProblem.run(new double[] {1}, 1))
                .withMessageContaining("cutoff");
        assertThatIllegalArgumentException().isThrownBy(() -> SecretaryProblem.run(new double[] {1, Double.NaN}, 0))
                .withMessageContaining("qualities[1]");
    }
}
