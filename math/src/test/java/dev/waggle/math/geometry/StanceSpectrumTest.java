package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class StanceSpectrumTest {

    @Test
    void agreesWithAnotherDecomposition() {
        Trials.run(200, random -> {
            double[][] stances = stances(random, random.nextInt(1, 15), random.nextInt(1, 15));
            double[] expected = reference(stances);
            assertNear(StanceSpectrum.of(stances).singularValues(), expected, 1e-10);
        });
    }

    @Test
    void theSquaresAddUpToTheSquaresOfTheEntries() {
        Trials.run(100, random -> {
            double[][] stances = stances(random, random.nextInt(1, 20), random.nextInt(1, 100));
            double squares = Arrays.stream(stances).flatMapToDouble(Arrays::stream).map(x -> x * x).sum();
            StanceSpectrum spectrum = StanceSpectrum.of(stances);
            assertThat(Arrays.stream(spectrum.singularValues()).map(x -> x * x).sum())
                    .isCloseTo(squares, within(1e-10 * squares));
            assertThat(spectrum.cumulative()[spectrum.cumulative().length - 1]).isCloseTo(1, within(1e-12));
            assertThat(spectrum.entropyRank()).isBetween(1 - 1e-9, spectrum.singularValues().length + 1e-9);
        });
    }

    @Test
    void aRotationAndAChangeOfUnitLeaveTheShares() {
        Trials.run(50, random -> {
            int options = random.nextInt(2, 8);
            double[][] stances = stances(random, random.nextInt(2, 12), options);
            RealMatrix any = MatrixUtils.createRealMatrix(stances(random, options, options));
            double[][] turned = MatrixUtils.createRealMatrix(stances).multiply(new QRDecomposition(any).getQ())
                    .scalarMultiply(1e6).getData();
            StanceSpectrum spectrum = StanceSpectrum.of(stances);
            assertNear(StanceSpectrum.of(turned).explained(), spectrum.explained(), 1e-10);
            assertThat(StanceSpectrum.of(turned).rank95()).isEqualTo(spectrum.rank95());
        });
    }

    @Test
    void isOneForTheTransposedMatrix() {
        Trials.run(50, random -> {
            double[][] stances = stances(random, random.nextInt(1, 12), random.nextInt(1, 90));
            double[][] transposed = MatrixUtils.createRealMatrix(stances).transpose().getData();
            double[] expected = StanceSpectrum.of(stances).singularValues();
            assertNear(StanceSpectrum.of(transposed).singularValues(), expected, 1e-10);
        });
    }

    @Test
    void pureOppositionHasOneAxis() {
        double[][] stances = {{1, -1}, {-1, 1}, {2, -2}, {-0.5, 0.5}};
        StanceSpectrum spectrum = StanceSpectrum.of(stances);
        assertThat(spectrum.rank95()).isEqualTo(1);
        assertThat(spectrum.numericalRank()).isEqualTo(1);
        assertThat(spectrum.oneDimensional()).isTrue();
        assertThat(spectrum.singularValues()[0]).isCloseTo(Math.sqrt(12.5), within(1e-12));
    }

    @Test
    void tenUnrelatedProposalsHaveTenAxes() {
        StanceSpectrum spectrum = StanceSpectrum.of(MatrixUtils.createRealIdentityMatrix(10).getData());
        assertThat(spectrum.singularValues()).hasSize(10);
        assertThat(spectrum.rank95()).isEqualTo(10);
        assertThat(spectrum.entropyRank()).isCloseTo(10, within(1e-9));
        assertThat(spectrum.oneDimensional()).isFalse();
    }

    @Test
    void universalApprovalIsNoAxisOfDisagreement() {
        double[][] stances = {{0.9, 0.1}, {0.9, 0.1}, {0.9, 0.1}};
        assertThat(StanceSpectrum.of(stances).rank95()).isEqualTo(1);
        assertThat(StanceSpectrum.centred(stances).rank95()).isZero();
        assertThat(StanceSpectrum.centred(stances).numericalRank()).isZero();
        assertThat(StanceSpectrum.centred(new double[][] {{0.9, 0.1}, {0.8, 0.2}}).rank95()).isEqualTo(1);
    }

    /** Shares that sum to 1 differ along one axis, though their means are rounded. */
    @Test
    void smallDisagreementsOnSharesHaveOneAxis() {
        assertThat(StanceSpectrum.centred(new double[][] {{.9, .1}, {.92, .08}, {.88, .12}}).numericalRank()).isOne();
        Random random = new Random(3);
        for (int trial = 0; trial < 10_000; trial++) {
            double[][] stances = new double[3 + random.nextInt(20)][];
            double spread = Math.pow(10, -random.nextInt(9));
            for (int i = 0; i < stances.length; i++) {
                double first = 0.5 + spread * (random.nextDouble() - 0.5);
                stances[i] = new double[] {first, 1 - first};
            }
            assertThat(StanceSpectrum.centred(stances).numericalRank()).isOne();
        }
    }

    /** The unit of the stances changes the values and no rank. */
    @Test
    void theUnitChangesNoRank() {
        for (double unit : new double[] {1e-200, 1e-17, 1e-6, 1, 1e9, 1e200}) {
            double[][] shares = {{.9 * unit, .1 * unit}, {.92 * unit, .08 * unit}, {.88 * unit, .12 * unit}};

            assertThat(StanceSpectrum.centred(shares).numericalRank()).as("unit " + unit).isOne();
            assertThat(StanceSpectrum.of(shares).numericalRank()).as("unit " + unit).isEqualTo(2);
        }
    }

    @Test
    void aFirstAxisWithMoreThanFourFifthsIsOneDimension() {
        assertThat(StanceSpectrum.of(new double[][] {{3, 0}, {0, 1}})).satisfies(spectrum -> {
            assertThat(spectrum.rank95()).isEqualTo(2);
            assertThat(spectrum.oneDimensional()).isTrue();
        });
        assertThat(StanceSpectrum.of(new double[][] {{2, 0}, {0, 1}}).oneDimensional()).isFalse();
    }

    @Test
    void nothingHasNoAxes() {
        assertThat(StanceSpectrum.of(new double[][] {}).singularValues()).isEmpty();
        assertThat(StanceSpectrum.of(new double[][] {{}, {}}).entropyRank()).isZero();
        assertThat(StanceSpectrum.centred(new double[][] {}).oneDimensional()).isFalse();
        assertThat(StanceSpectrum.of(new double[3][2]).rank95()).isZero();
    }

    @Test
    void hugeAndTinyStancesKeepTheirShares() {
        for (double unit : new double[] {1e-300, 1e300}) {
            StanceSpectrum spectrum = StanceSpectrum.of(new double[][] {{3 * unit, 0}, {0, 4 * unit}});
            assertThat(spectrum.explained()).containsExactly(new double[] {0.64, 0.36}, within(1e-12));
        }
    }

    @Test
    void theGramSideAgreesWithTheMatrixItself() {
        Trials.run(3, random -> {
            double[][] stances = stances(random, 70, 90);
            double[] expected = reference(stances);
            StanceSpectrum spectrum = StanceSpectrum.of(stances);
            assertNear(spectrum.singularValues(), expected, 1e-9);
            assertThat(spectrum.numericalRank()).isEqualTo(70);
        });
        double[][] two = new double[100][100];
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 100; j++) {
                two[i][j] = Math.sin(i) * Math.cos(j) + 0.5 * i * j / 1e4;
            }
        }
        assertThat(StanceSpectrum.of(two).numericalRank()).isEqualTo(2);
    }

    @Test
    void theKeptGramMatrixAgreesWithTheWholeMatrix() {
        Trials.run(50, random -> {
            int agents = random.nextInt(1, 12);
            int options = random.nextInt(1, 8);
            double[][] stances = new double[agents][options];
            StanceGramMatrix gram = new StanceGramMatrix(agents, options);
            for (int change = 0; change < 30 * agents; change++) {
                int agent = random.nextInt(agents);
                double[] row = stances[agent].clone();
                row[random.nextInt(options)] = random.nextDouble(-1, 1);
                row[random.nextInt(options)] = random.nextInt(-1, 2);
                stances[agent] = row.clone();
                gram.set(agent, row);
                row[0] = Double.NaN; // The row is not stored.
            }
            double[] plain = StanceSpectrum.of(stances).singularValues();
            assertNear(gram.spectrum().singularValues(), plain, 1e-6);
        });
    }

    @Test
    void theKeptGramMatrixTakesSingleStancesAndLeavesOutWhoHasNone() {
        Trials.run(50, random -> {
            int agents = random.nextInt(1, 12);
            int options = random.nextInt(1, 8);
            double[][] stances = new double[agents][options];
            StanceGramMatrix gram = new StanceGramMatrix(20, 8);
            for (int change = 0; change < 400; change++) {
                int agent = random.nextInt(agents);
                int option = random.nextInt(options);
                stances[agent][option] = random.nextDouble(-1, 1);
                gram.set(agent, option, stances[agent][option]);
            }
            StanceSpectrum centred = gram.centredSpectrum(agents, options);
            assertNear(gram.spectrum(agents, options).singularValues(), StanceSpectrum.of(stances).singularValues(),
                    1e-6);
            assertNear(centred.singularValues(), StanceSpectrum.centred(stances).singularValues(), 1e-6);
            assertThat(gram.mostOfCentredFirst(agents, options)).isBetween(centred.explained()[0] - 1e-9, 1.0);
            assertThat(gram.contested(agents, options))
                    .isCloseTo(squares(centred) / squares(StanceSpectrum.of(stances)), within(1e-9));
        });
    }

    @Test
    void theFirstAxisIsBoundedByOneWhereThereIsNoOtherAndByNothingWhereAllAgree() {
        StanceGramMatrix gram = new StanceGramMatrix(4, 2);
        assertThat(gram.mostOfCentredFirst(4, 2)).isZero();
        for (int agent = 0; agent < 4; agent++) {
            gram.set(agent, 0, 0.9);
        }
        assertThat(gram.mostOfCentredFirst(4, 2)).isZero();
        gram.set(0, 0, -0.9);
        assertThat(gram.mostOfCentredFirst(4, 2)).isEqualTo(1);
    }

    @Test
    void theKeptGramMatrixSeesThatAllAgree() {
        StanceGramMatrix gram = new StanceGramMatrix(3, 2);
        assertThat(gram.spectrum().rank95()).isZero();
        for (int agent = 0; agent < 3; agent++) {
            gram.set(agent, new double[] {0.9, 0.1});
        }
        assertThat(gram.spectrum().oneDimensional()).isTrue();
    }

    @Test
    void refusesWhatIsNoStance() {
        assertThatThrownBy(() -> StanceSpectrum.of(new double[][] {{1, 2}, {1}})).hasMessageContaining("row 1");
        assertThatThrownBy(() -> StanceSpectrum.centred(new double[][] {{Double.NaN}}))
                .hasMessageContaining("stances[0][0]");
        assertThatThrownBy(() -> StanceSpectrum.of(new double[1_001][1_001])).hasMessageContaining("at most 1000");
        assertThatThrownBy(() -> new StanceGramMatrix(0, 1)).hasMessageContaining("agents");
        assertThatThrownBy(() -> new StanceGramMatrix(5, 201)).hasMessageContaining("200");
        StanceGramMatrix gram = new StanceGramMatrix(2, 2);
        assertThatThrownBy(() -> gram.set(2, new double[2])).hasMessageContaining("agent");
        assertThatThrownBy(() -> gram.set(0, new double[3])).hasMessageContaining("row");
        assertThatThrownBy(() -> gram.set(0, new double[] {1e200, 0})).hasMessageContaining("row[0]");
        assertThatThrownBy(() -> gram.set(0, new double[] {1, Double.NaN})).hasMessageContaining("row[1]");
        assertThatThrownBy(() -> gram.set(0, 1, Double.NaN)).hasMessageContaining("stance");
        assertThatThrownBy(() -> gram.set(0, 2, 1)).hasMessageContaining("option");
        assertThatThrownBy(() -> gram.spectrum(3, 2)).hasMessageContaining("agents");
        assertThatThrownBy(() -> gram.spectrum(2, 0)).hasMessageContaining("options");
    }

    private static double[][] stances(RandomGenerator random, int agents, int options) {
        double[][] stances = new double[agents][];
        for (int i = 0; i < agents; i++) {
            stances[i] = Trials.numbers(random, options, -1, 1);
        }
        return stances;
    }

    private static double[] reference(double[][] stances) {
        return new SingularValueDecomposition(MatrixUtils.createRealMatrix(stances)).getSingularValues();
    }

    private static void assertNear(double[] actual, double[] expected, double tolerance) {
        assertThat(actual).containsExactly(expected, within(tolerance * Math.max(1, Math.abs(expected[0]))));
    }

    private static double squares(StanceSpectrum spectrum) {
        return java.util.Arrays.stream(spectrum.singularValues()).map(value -> value * value).sum();
    }
}
