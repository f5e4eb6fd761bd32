package dev.waggle.math.inference.causal;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import dev.waggle.math.inference.causal.BackDoorAdjustment.InterventionEffect;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class BackDoorAdjustmentTest {

    private static final int[] SURGERY = {1, 1, 1, 1, 0, 0, 0, 0};
    private static final double[] CURED = {1, 0, 1, 0, 1, 0, 1, 0};
    private static final double[] PATIENTS = {81, 6, 192, 71, 234, 36, 55, 25};

    private static double done(BackDoorAdjustment adjustment, int treatment) {
        return ((InterventionEffect.Mean) adjustment.arm(treatment).orElseThrow().intervention()).value();
    }

    /** Surgery looks worse and is better, because it gets the large stones (Charig et al. 1986). */
    @Test
    void undoesSimpsonsParadoxHoweverTheStonesAreCoded() {
        for (int[] codes : new int[][] {{0, 1}, {1, 0}, {7, -3}}) {
            int[][] stones = IntStream.of(0, 0, 1, 1, 0, 0, 1, 1).mapToObj(stone -> new int[] {codes[stone]})
                    .toArray(int[][]::new);
            BackDoorAdjustment adjustment = BackDoorAdjustment.of(SURGERY, CURED, stones, PATIENTS);

            assertThat(adjustment.arm(1).orElseThrow().observed()).isCloseTo(0.78, within(1e-12));
            assertThat(adjustment.arm(0).orElseThrow().observed()).isCloseTo(289.0 / 350, within(1e-12));
            assertThat(done(adjustment, 1)).isCloseTo((357 * 81.0 / 87 + 343 * 192.0 / 263) / 700, within(1e-12));
            assertThat(done(adjustment, 0)).isCloseTo((357 * 234.0 / 270 + 343 * 55.0 / 80) / 700, within(1e-12));
        }
    }

    @Test
    void givesNoNumberForATreatmentThatAStratumNeverHad() {
        BackDoorAdjustment adjustment = BackDoorAdjustment.of(new int[] {0, 1, 0}, new double[] {1, 1, 0},
                new int[][] {{5}, {6}, {6}},
                new double[] {1, 2, 1});

        InterventionEffect.Unsupported unsupported = (InterventionEffect.Unsupported) adjustment.arm(1).orElseThrow()
                .intervention();
        assertThat(unsupported.strata()).containsExactly(new int[] {5});
        assertThat(unsupported.share()).isEqualTo(0.25);
        assertThat(done(adjustment, 0)).isEqualTo(0.25);
        assertThat(adjustment.arm(2)).isEmpty();
    }

    @Test
    void leavesOutRowsThatNeverOccur() {
        BackDoorAdjustment adjustment = BackDoorAdjustment.of(new int[] {0, 1, 0}, new double[] {1, 1, 5},
                new int[][] {{5}, {6}, {6}},
                new double[] {1, 0, 0});

        assertThat(adjustment.arms()).hasSize(1);
        assertThat(done(adjustment, 0)).isEqualTo(1);
    }

    @Test
    void ofNothingIsThePlainMean() {
        Trials.run(100, random -> {
            int rows = random.nextInt(1, 30);
            BackDoorAdjustment adjustment = BackDoorAdjustment.of(random.ints(rows, 0, 3).toArray(),
                    Trials.numbers(random, rows, -5, 5), new int[rows][0], Trials.numbers(random, rows, 0.1, 9));
            adjustment.arms().forEach(
                    arm -> assertThat(((InterventionEffect.Mean) arm.intervention()).value()).isCloseTo(arm.observed(),
                            within(1e-12)));
            assertThat(adjustment.arms().stream().mapToDouble(BackDoorAdjustment.Arm::share).sum()).isCloseTo(1,
                    within(1e-12));
        });
    }

    /** Equality with the truncated factorization (Pearl 2009, 3.2.3) of random joint distributions of binary values. */
    @Test
    void isTheEffectOfSettingXForEachValidSet() {
        Trials.run(200, random -> {
            int n = random.nextInt(2, 6);
            CausalGraph graph = CausalTrials.random(random, n, 0.5);
            double[][] ones = new double[n][];
            Arrays.setAll(ones, i -> Trials.numbers(random, 1 << n, 0.05, 0.95));
            int states = 1 << n;
            double[] seen = new double[states];
            double[][] done = new double[2][2];
            for (int state = 0; state < states; state++) {
                seen[state] = 1;
                double others = 1;
                for (int i = 0; i < n; i++) {
                    int causes = 0;
                    for (int cause : graph.parents(i)) {
                        causes |= state & 1 << cause;
                    }
                    double probability = CausalTrials.in(state, i) ? ones[i][causes] : 1 - ones[i][causes];
                    seen[state] *= probability;
                    others *= i == 0 ? 1 : probability;
                }
                done[state & 1][state >> 1 & 1] += others;
            }
            int[] x = IntStream.range(0, states).map(state -> state & 1).toArray();
            double[] y = IntStream.range(0, states).mapToDouble(state -> state >> 1 & 1).toArray();
            for (int set = 0; set < states; set += 4) {
                int mask = set;
                if (BackDoor.valid(graph, 0, 1, CausalTrials.members(set))) {
                    int[][] z = IntStream.range(0, states).mapToObj(state -> new int[] {state & mask})
                            .toArray(int[][]::new);
                    BackDoorAdjustment adjustment = BackDoorAdjustment.of(x, y, z, seen);
                    assertThat(done(adjustment, 0)).isCloseTo(done[0][1], within(1e-12));
                    assertThat(done(adjustment, 1)).isCloseTo(done[1][1], within(1e-12));
                }
            }
        });
    }

    @Test
    void refusesRowsThatDoNotFit() {
        int[] one = {0};
        double[] mean = {1};
        int[][] stratum = {{0}};
        assertThatThrownBy(() -> BackDoorAdjustment.of(one, mean, stratum, new double[] {-1}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("counts[0]");
        assertThatThrownBy(() -> BackDoorAdjustment.of(one, mean, stratum, new double[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BackDoorAdjustment.of(one, new double[] {Double.NaN}, stratum, mean))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("outcomes[0]");
        assertThatThrownBy(() -> BackDoorAdjustment.of(one, mean, new int[0][], mean))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                () -> BackDoorAdjustment.of(new int[2], new double[2], new int[][] {{0}, {}}, new double[] {1, 1}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("row 1");
        assertThatThrownBy(() -> BackDoorAdjustment.of(new int[0], new double[0], new int[0][], new double[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
