package dev.waggle.math.information;

import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class AdjustedInformationTest {

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
        Trials.run(400, random -> {
            AdjustedInformation found = AdjustedInformation.of(unrelated(30, 6, random));
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
    void leavesItsArgumentAsItWas() {
        int[][] table = {{1, 2}, {3, 4}};
        AdjustedInformation.of(table);
        assertThat(table).isDeepEqualTo(new int[][] {{1, 2}, {3, 4}});
    }

    @Test
    void refusesTablesThatAreNotCounts() {
        for (int[][] bad : new int[][][] {{}, {{}}, {{0, 0}}, {{1}, {1, 2}}, {{1, -1}},
            {{AdjustedInformation.MAX_TOTAL, 1}}, {{Integer.MAX_VALUE, Integer.MAX_VALUE}}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> AdjustedInformation.of(bad));
        }
    }

    private static int[][] unrelated(int cases, int labels, RandomGenerator random) {
        int[][] table = new int[labels][labels];
        table[0][0] = 1;
        table[1][1] = 1;
        for (int i = 2; i < cases; i++) {
            table[random.nextInt(labels)][random.nextInt(labels)]++;
        }
        return table;
    }
}
