package dev.waggle.math.information;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.hipparchus.distribution.discrete.HypergeometricDistribution;
import org.hipparchus.stat.inference.GTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class IndependenceTest {

    private static final int[][] FIVE_BY_FOUR = {{18, 0, 11, 4}, {17, 1, 10, 8}, {1, 14, 18, 10}, {13, 10, 1, 1},
        {1, 16, 8, 0}};

    @Test
    void expectationIsTheMeanOverAllShufflings() {
        // Enumerated over all distinct orders of one variable's labels, 40 digits.
        AdjustedInformation two = AdjustedInformation.of(new int[][] {{2, 1}, {1, 3}});
        assertThat(two.expected()).isCloseTo(0.1420917073391961, offset(1e-14));
        assertThat(two.adjusted().orElseThrow()).isCloseTo(-0.016612291879595238, offset(1e-14));
        AdjustedInformation three = AdjustedInformation.of(new int[][] {{2, 0, 1}, {0, 2, 1}, {1, 0, 1}});
        assertThat(three.expected()).isCloseTo(0.5489391730447253, offset(1e-14));
        assertThat(three.adjusted().orElseThrow()).isCloseTo(0.07271978991886564, offset(1e-13));
    }

    @Test
    void expectationOfLargerTablesMatchesTheHypergeometricSumInExactArithmetic() {
        assertThat(AdjustedInformation.of(FIVE_BY_FOUR).expected())
                .isCloseTo(0.055738078846627494, offset(1e-13));
        int[][] thousand = {{100, 250, 50}, {50, 40, 10}, {150, 310, 40}};
        assertThat(AdjustedInformation.of(thousand).expected()).isCloseTo(0.002909493720763531, offset(1e-13));
    }

    @Test
    void unrelatedLabelsAdjustToZeroOnAverageAndCopiesToOne() {
        double[] mean = {0};
        double[] plain = {0};
        Trials.run(400, chance -> {
            AdjustedInformation found = AdjustedInformation.of(unrelated(30, 6, chance));
            mean[0] += found.adjusted().orElseThrow() / 400;
            plain[0] += found.information().arithmetic().orElseThrow() / 400;
        });
        assertThat(plain[0]).as("the plain figure takes chance for agreement").isGreaterThan(0.2);
        assertThat(mean[0]).isCloseTo(0, offset(0.02));
        assertThat(AdjustedInformation.of(new int[][] {{0, 4}, {3, 0}}).adjusted().orElseThrow())
                .isCloseTo(1, offset(1e-13));
    }

    @Test
    void adjustsNothingWhereChanceAttainsTheBound() {
        assertThat(AdjustedInformation.of(new int[][] {{9}}).adjusted()).isEmpty();
        assertThat(AdjustedInformation.of(new int[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).adjusted()).isEmpty();
        assertThat(AdjustedInformation.of(new int[][] {{4, 5}, {0, 0}}).adjusted()).hasValue(0);
    }

    @Test
    void likelihoodRatioMatchesPublishedSoftware() {
        // scipy 1.x, chi2_contingency with lambda_="log-likelihood" and no continuity correction.
        gives(FIVE_BY_FOUR, 104.9467502659883, 12, 5.945449317873334e-17);
        gives(new int[][] {{10, 20}, {30, 25}}, 3.558866864788909, 1, 0.05922815738837624);
        gives(new int[][] {{12, 5, 7}, {3, 9, 8}}, 6.643857287551491, 2, 0.036083173015147275);
    }

    private static void gives(int[][] table, double statistic, int degrees, double pValue) {
        Independence.GTest test = Independence.GTest.of(table).orElseThrow();
        assertThat(test.statistic()).isCloseTo(statistic, offset(1e-11));
        assertThat(test.degrees()).isEqualTo(degrees);
        assertThat(test.pValue()).isCloseTo(pValue, offset(1e-12 * Math.max(1e-6, pValue)));
    }

    @Test
    void likelihoodRatioOfTwoRowsMatchesHipparchus() {
        Trials.run(100, chance -> {
            int[][] table = new int[2][4];
            for (int[] row : table) {
                Arrays.setAll(row, y -> 1 + chance.nextInt(20));
            }
            long[] left = Arrays.stream(table[0]).asLongStream().toArray();
            long[] right = Arrays.stream(table[1]).asLongStream().toArray();
            Independence.GTest test = Independence.GTest.of(table).orElseThrow();
            assertThat(test.statistic()).isCloseTo(new GTest().gDataSetsComparison(left, right), offset(1e-10));
            assertThat(test.pValue()).isCloseTo(new GTest().gTestDataSetsComparison(left, right), offset(1e-10));
        });
    }

    @Test
    void emptyRowsAndColumnsAreNoDegreesOfFreedom() {
        assertThat(Independence.GTest.of(new int[][] {{10, 0, 20}, {0, 0, 0}, {30, 0, 25}}))
                .isEqualTo(Independence.GTest.of(new int[][] {{10, 20}, {30, 25}}));
    }

    @Test
    void aConstantVariableCannotBeTested() {
        assertThat(Independence.GTest.of(new int[][] {{3, 4}, {0, 0}})).isEmpty();
        assertThat(Independence.permuted(new int[][] {{3}, {4}}, 10, Trials.chance(1))).isEmpty();
    }

    @Test
    void permutationsMatchTheExactTestOfATwoByTwoTable() {
        int[][] table = {{10, 20}, {30, 25}};
        // Fisher's two-sided p is 0.0723; ordered by information instead of probability it is near that.
        double pValue = Independence.permuted(table, 20_000, Trials.chance(3)).orElseThrow().pValue();
        assertThat(pValue).isCloseTo(exact(table), offset(0.007));
    }

    /** The share of all tables with these margins, weighed by their probability, that are at least as informative. */
    private static double exact(int[][] table) {
        int a = table[0][0] + table[0][1];
        int b = table[0][0] + table[1][0];
        int n = a + table[1][0] + table[1][1];
        double observed = MutualInformation.of(doubles(table)).bits();
        var law = new HypergeometricDistribution(n, a, b);
        double sum = 0;
        for (int k = law.getSupportLowerBound(); k <= law.getSupportUpperBound(); k++) {
            double[][] other = {{k, a - k}, {b - k, n - a - b + k}};
            sum += MutualInformation.of(other).bits() >= observed - 1e-12 ? law.probability(k) : 0;
        }
        return sum;
    }

    private static double[][] doubles(int[][] table) {
        return Arrays.stream(table).map(row -> Arrays.stream(row).asDoubleStream().toArray())
                .toArray(double[][]::new);
    }

    @Test
    void permutationsOfTheSameChanceGiveTheSameAnswerAndNeverZero() {
        Independence.Permuted first = Independence.permuted(FIVE_BY_FOUR, 199, Trials.chance(5)).orElseThrow();
        assertThat(first).isEqualTo(Independence.permuted(FIVE_BY_FOUR, 199, Trials.chance(5)).orElseThrow());
        assertThat(first.pValue()).isEqualTo(1 / 200.0);
    }

    @Test
    void rejectsUnrelatedLabelsNoMoreOftenThanItSays() {
        int[] rejected = {0};
        Trials.run(400, chance -> rejected[0] += Independence.permuted(unrelated(24, 3, chance), 99, chance)
                .orElseThrow().pValue() <= 0.1 ? 1 : 0);
        assertThat(rejected[0]).as("of 400 at level 0.1; 40 plus 3 deviations").isBetween(15, 58);
    }

    @Test
    void leavesItsArgumentAsItWas() {
        int[][] table = {{1, 2}, {3, 4}};
        AdjustedInformation.of(table);
        Independence.permuted(table, 10, Trials.chance(1));
        assertThat(table).isDeepEqualTo(new int[][] {{1, 2}, {3, 4}});
    }

    @Test
    void refusesTablesThatAreNotCounts() {
        for (int[][] bad : new int[][][] {{}, {{}}, {{0, 0}}, {{1}, {1, 2}}, {{1, -1}},
            {{AdjustedInformation.MAX_TOTAL, 1}}, {{Integer.MAX_VALUE, Integer.MAX_VALUE}}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> AdjustedInformation.of(bad));
            assertThatIllegalArgumentException().isThrownBy(() -> Independence.GTest.of(bad));
            assertThatIllegalArgumentException().isThrownBy(() -> Independence.permuted(bad, 1, Trials.chance(1)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Independence.permuted(FIVE_BY_FOUR, 0, Trials.chance(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Independence.permuted(FIVE_BY_FOUR, Integer.MAX_VALUE, Trials.chance(1)))
                .withMessageContaining("Maybe");
    }

    private static int[][] unrelated(int cases, int labels, RandomGenerator chance) {
        int[][] table = new int[labels][labels];
        table[0][0] = 1;
        table[1][1] = 1;
        for (int i = 2; i < cases; i++) {
            table[chance.nextInt(labels)][chance.nextInt(labels)]++;
        }
        return table;
    }
}
