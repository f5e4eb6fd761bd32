package dev.waggle.math.inference;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.Trials;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class FisherInformationTest {

    @Test
    void theBinomialInformationIsTheMeanSquareOfTheScore() {
        Trials.run(100, random -> {
            int n = random.nextInt(1, 20);
            double theta = random.nextDouble(0.05, 0.95);
            BinomialDistribution binomial = new BinomialDistribution(n, theta);
            double information = 0;
            for (int k = 0; k <= n; k++) {
                double score = k / theta - (n - k) / (1 - theta);
                information += binomial.probability(k) * score * score;
            }
            assertThat(FisherInformation.bernoulli(n, theta).information()).isCloseTo(information,
                    within(1e-9 * information));
        });
    }

    @Test
    void thePoissonInformationIsTheMeanSquareOfTheScore() {
        Trials.run(50, random -> {
            double lambda = random.nextDouble(0.1, 20);
            PoissonDistribution poisson = new PoissonDistribution(lambda);
            double information = 0;
            for (int k = 0; k < 200; k++) {
                double score = k / lambda - 1;
                information += poisson.probability(k) * score * score;
            }
            assertThat(FisherInformation.poisson(1, lambda).information()).isCloseTo(information,
                    within(1e-8 * information));
        });
    }

    @Test
    void informationAddsOverObservationsAndTheBoundIsItsInverse() {
        Trials.run(200, random -> {
            double n = random.nextDouble(0.5, 1000);
            double sigma = random.nextDouble(0.01, 50);
            FisherInformation.Scalar one = FisherInformation.normalMean(1, sigma);
            FisherInformation.Scalar all = FisherInformation.normalMean(n, sigma);
            assertThat(all.information()).isCloseTo(n * one.information(), within(1e-12 * all.information()));
            assertThat(all.information() * all.cramerRaoBound()).isCloseTo(1, within(1e-12));
        });
    }

    @Test
    void theCategoricalMatricesAreInverseAndHaveTheStatedDeterminant() {
        Trials.run(100, random -> {
            int outcomes = random.nextInt(2, 8);
            double[] p = Trials.numbers(random, outcomes, 0.1, 1);
            double total = Arrays.stream(p).sum();
            Arrays.setAll(p, i -> p[i] / total);
            double observations = random.nextDouble(1, 100);
            RealMatrix information = MatrixUtils.createRealMatrix(CategoricalInformation.matrix(p, observations));
            RealMatrix covariance = MatrixUtils
                    .createRealMatrix(CategoricalInformation.cramerRaoCovariance(p, observations));
            assertThat(information.multiply(covariance)
                    .subtract(MatrixUtils.createRealIdentityMatrix(outcomes - 1)).getFrobeniusNorm())
                    .isLessThan(1e-11);
            double determinant = new LUDecomposition(information).getDeterminant();
            assertThat(CategoricalInformation.logDeterminant(p, observations)).isCloseTo(Math.log(determinant),
                    within(1e-11));
        });
    }

    @Test
    void twoCategoriesAreABernoulliTrial() {
        double[] p = {0.3, 0.7};
        FisherInformation.Scalar bernoulli = FisherInformation.bernoulli(5, 0.3);
        assertThat(CategoricalInformation.matrix(p, 5)[0][0]).isCloseTo(bernoulli.information(), within(1e-12));
        assertThat(CategoricalInformation.cramerRaoCovariance(p, 5)[0][0]).isCloseTo(bernoulli.cramerRaoBound(),
                within(1e-15));
        assertThat(CategoricalInformation.logDeterminant(p, 5)).isCloseTo(Math.log(bernoulli.information()),
                within(1e-14));
    }

    @Test
    void theDeterminantOfHundredsOfCategoriesIsGivenByItsLogarithm() {
        double[] p = new double[500];
        Arrays.fill(p, 1 / 500.0);
        assertThat(CategoricalInformation.logDeterminant(p, 1)).isCloseTo(500 * Math.log(500), within(1e-9));
    }

    @Test
    void theFisherRaoDistanceIsAMetric() {
        Trials.run(200, random -> {
            int outcomes = random.nextInt(1, 6);
            double[] p = Trials.distribution(random, outcomes);
            double[] q = Trials.distribution(random, outcomes);
            double[] r = Trials.distribution(random, outcomes);
            double overlap = 0;
            for (int i = 0; i < outcomes; i++) {
                overlap += Math.sqrt(p[i] * q[i]);
            }
            double distance = FisherInformation.fisherRao(p, q);
            assertThat(distance).isCloseTo(2 * Math.acos(Math.min(1, overlap)), within(1e-6));
            assertThat(FisherInformation.fisherRao(q, p)).isEqualTo(distance);
            assertThat(FisherInformation.fisherRao(p, p)).isZero();
            assertThat(distance).isBetween(0.0, Math.PI);
            assertThat(distance)
                    .isLessThanOrEqualTo(FisherInformation.fisherRao(p, r) + FisherInformation.fisherRao(r, q) + 1e-9);
        });
    }

    @Test
    void smallFisherRaoDistancesFollowTheMetric() {
        double step = 1e-9; // Squared length dp' I dp; arccos alone would answer 0 or 3e-8 here.
        double[] p = {0.4, 0.6};
        double[] q = {0.4 + step, 0.6 - step};
        double expected = step * Math.sqrt(FisherInformation.bernoulli(1, 0.4).information());
        assertThat(FisherInformation.fisherRao(p, q)).isCloseTo(expected, within(1e-6 * expected));
    }

    @Test
    void efficiencyDependsOnTheScatterAndNotOnTheParameterAlone() {
        double bound = FisherInformation.bernoulli(100, 0.95).cramerRaoBound();
        double narrow = efficiency(bound, 0.949, 0.951);
        double wide = efficiency(bound, 0.94, 0.96);
        assertThat(narrow / wide).isCloseTo(100, within(1e-6));
    }

    @Test
    void anEstimatorThatUsesATenthOfTheDataIsATenthAsEfficient() {
        Trials.run(3, random -> {
            double[] full = new double[2000];
            double[] tenth = new double[2000];
            for (int i = 0; i < full.length; i++) {
                double sum = 0;
                for (int k = 0; k < 100; k++) {
                    double drawn = 3 + 2 * random.nextGaussian();
                    sum += drawn;
                    if (k == 9) {
                        tenth[i] = sum / 10;
                    }
                }
                full[i] = sum / 100;
            }
            double bound = FisherInformation.normalMean(100, 2).cramerRaoBound();
            assertThat(efficiency(bound, full)).isCloseTo(1, within(0.15));
            assertThat(efficiency(bound, tenth)).isCloseTo(0.1, within(0.015));
        });
    }

    @Test
    void estimatesThatDoNotDifferHaveNoEfficiency() {
        FisherInformation.Efficiency efficiency = FisherInformation.efficiency(1, new double[] {0.1, 0.1, 0.1});
        assertThat(efficiency.efficiency()).isEmpty();
        assertThat(efficiency.sampleVariance()).isZero();
    }

    @Test
    void refusesWhatIsOutsideOfTheDomain() {
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> FisherInformation.bernoulli(0, 0.5), () -> FisherInformation.bernoulli(5, 0),
                () -> FisherInformation.bernoulli(5, 1), () -> FisherInformation.bernoulli(5, Double.NaN),
                () -> FisherInformation.bernoulli(1e300, 1e-300), () -> FisherInformation.normalMean(1, 0),
                () -> FisherInformation.normalMean(1, 1e-200), () -> FisherInformation.normalMean(1, 1e200),
                () -> FisherInformation.poisson(1, 0), () -> FisherInformation.poisson(Double.POSITIVE_INFINITY, 1),
                () -> FisherInformation.efficiency(0, new double[] {1, 2}),
                () -> FisherInformation.efficiency(1, new double[] {1}),
                () -> FisherInformation.efficiency(1, new double[] {1, Double.NaN}),
                () -> FisherInformation.efficiency(1, new double[] {-1e308, 1e308}),
                () -> FisherInformation.fisherRao(new double[] {1}, new double[] {0.5, 0.5}),
                () -> FisherInformation.fisherRao(new double[] {0.4, 0.4}, new double[] {0.5, 0.5}),
                () -> FisherInformation.fisherRao(new double[0], new double[0]),
                () -> CategoricalInformation.matrix(new double[] {1}, 1),
                () -> CategoricalInformation.matrix(new double[] {0.5, 0.5, 0}, 1),
                () -> CategoricalInformation.matrix(new double[] {0.5, 0.6}, 1),
                () -> CategoricalInformation.matrix(new double[] {1, 1e-310}, 1),
                () -> CategoricalInformation.matrix(new double[] {0.5, 0.5}, 0),
                () -> CategoricalInformation.matrix(new double[CategoricalInformation.MAX_OUTCOMES + 1], 1));
        calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("must"));
    }

    private static double efficiency(double bound, double... estimates) {
        return FisherInformation.efficiency(bound, estimates).efficiency().orElseThrow();
    }
}
