package dev.waggle.math.information;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class MutualInformationTest {

    @Test
    void unrelatedVariablesShareNothingHoweverManyValues() {
        for (int n = 1; n <= 64; n *= 2) {
            double[][] table = new double[n][n];
            for (double[] row : table) {
                Arrays.setAll(row, y -> 1 + y);
            }
            assertThat(MutualInformation.of(table).bits()).isCloseTo(0, offset(1e-15));
        }
    }

    @Test
    void perfectPairsShareAll() {
        MutualInformation paired = MutualInformation.ofLabels(new int[] {3, 3, -7, 100, 100, 100},
                new int[] {1, 1, 2, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE});
        assertThat(paired.bits()).isEqualTo(paired.rowEntropy()).isEqualTo(paired.columnEntropy());
        assertThat(paired.arithmetic()).hasValue(1);
        assertThat(paired.variation()).isCloseTo(0, offset(1e-15));
    }

    @Test
    void agentsThatNeverAgreeOnACaseMayHaveTheSameHistogram() {
        int[] left = {0, 1, 0, 1, 0, 1, 0, 1};
        int[] unrelated = {0, 0, 1, 1, 0, 0, 1, 1};
        assertThat(MutualInformation.ofLabels(left, unrelated).arithmetic()).hasValue(0);
        assertThat(Divergence.overlap(new double[] {4, 4}, new double[] {4, 4})).isEqualTo(1);
    }

    @Test
    void aConstantVariableLeavesNothingToNormalizeBy() {
        MutualInformation one = MutualInformation.of(new double[][] {{0.1, 0.7, 0.3}, {0, 0, 0}});
        assertThat(one.bits()).isZero();
        assertThat(one.rowEntropy()).isZero();
        assertThat(one.arithmetic()).hasValue(0);
        assertThat(one.byLarger()).hasValue(0);
        assertThat(one.bySmaller()).isEmpty();
        assertThat(one.geometric()).isEmpty();
        assertThat(MutualInformation.of(new double[][] {{9}}).arithmetic()).isEmpty();
    }

    @Test
    void binarySymmetricChannelLosesTheEntropyOfItsNoise() {
        for (double e = 0; e <= 1; e += 0.125) {
            MutualInformation channel = MutualInformation.of(new double[][] {{1 - e, e}, {e, 1 - e}});
            assertThat(channel.bits()).isCloseTo(1 - Entropy.bits(new double[] {e, 1 - e}), offset(1e-14));
        }
    }

    @Test
    void obeysItsBoundsAndIdentities() {
        Trials.run(300, random -> {
            double[][] table = table(random.nextInt(1, 6), random.nextInt(1, 6), random);
            MutualInformation found = MutualInformation.of(table);
            assertThat(found.bits()).isNotNegative()
                    .isLessThanOrEqualTo(Math.min(found.rowEntropy(), found.columnEntropy()));
            assertThat(found.bits()).isCloseTo(
                    found.rowEntropy() + found.columnEntropy() - found.jointEntropy(), offset(1e-13));
            MutualInformation turned = MutualInformation.of(transposed(table));
            assertThat(turned.bits()).isCloseTo(found.bits(), offset(1e-14));
            assertThat(found.variation())
                    .isCloseTo(found.rowEntropy() + found.columnEntropy() - 2 * found.bits(), offset(1e-13));
        });
    }

    @Test
    void processingLosesInformation() {
        Trials.run(200, random -> {
            double[][] table = table(4, 5, random);
            double[][] merged = new double[4][3];
            for (int x = 0; x < 4; x++) {
                for (int y = 0; y < 5; y++) {
                    merged[x][y / 2] += table[x][y];
                }
            }
            assertThat(MutualInformation.of(merged).bits())
                    .isLessThanOrEqualTo(MutualInformation.of(table).bits() + 1e-14);
        });
    }

    @Test
    void isTheDivergenceOfTheJointFromTheProductOfMargins() {
        Trials.run(200, random -> {
            double[][] table = table(3, 4, random);
            double[] joint = new double[12];
            double[] product = new double[12];
            for (int i = 0; i < 12; i++) {
                joint[i] = table[i / 4][i % 4];
                double column = 0;
                for (double[] row : table) {
                    column += row[i % 4];
                }
                product[i] = Arrays.stream(table[i / 4]).sum() * column;
            }
            assertThat(MutualInformation.of(table).bits())
                    .isCloseTo(Divergence.kullbackLeibler(joint, product), offset(1e-13));
        });
    }

    @Test
    void labelsEqualTheirTable() {
        Trials.run(100, random -> {
            int cases = 1 + random.nextInt(60);
            int[] xs = new int[cases];
            int[] ys = new int[cases];
            double[][] table = new double[4][3];
            for (int i = 0; i < cases; i++) {
                xs[i] = random.nextInt(4);
                ys[i] = random.nextInt(3);
                table[xs[i]][ys[i]]++;
            }
            assertThat(MutualInformation.ofLabels(xs, ys).bits())
                    .isCloseTo(MutualInformation.of(table).bits(), offset(1e-14));
        });
    }

    @Test
    void refusesTablesWithoutMassOrShape() {
        for (double[][] bad : new double[][][] {{}, {{}}, {{0, 0}}, {{1}, {1, 2}}, {{-1, 2}}, {{Double.NaN}},
            {{Double.POSITIVE_INFINITY}}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> MutualInformation.of(bad));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MutualInformation.ofLabels(new int[0], new int[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MutualInformation.ofLabels(new int[1], new int[2]));
    }

    private static double[][] table(int rows, int columns, RandomGenerator random) {
        double[] all = Trials.distribution(random, rows * columns);
        double[][] table = new double[rows][];
        Arrays.setAll(table, x -> Arrays.copyOfRange(all, x * columns, (x + 1) * columns));
        return table;
    }

    private static double[][] transposed(double[][] table) {
        double[][] turned = new double[table[0].length][table.length];
        for (int x = 0; x < table.length; x++) {
            for (int y = 0; y < turned.length; y++) {
                turned[y][x] = table[x][y];
            }
        }
        return turned;
    }
}
