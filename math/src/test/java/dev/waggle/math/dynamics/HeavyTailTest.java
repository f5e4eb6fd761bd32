package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.assertj.core.data.Offset;
import org.hipparchus.distribution.continuous.LogNormalDistribution;
import org.hipparchus.distribution.continuous.ParetoDistribution;
import org.hipparchus.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HeavyTailTest {

    @Test
    void aPowerLawIsOne() {
        assertThat(HeavyTail.of(sample(400, 1, HeavyTailTest::pareto)).powerLaw()).isTrue();
    }

    @Test
    void aLognormalSampleIsNotAPowerLawThoughItVariesAndIsSkewed() {
        HeavyTail verdict = HeavyTail.of(sample(400, 2, random -> Math.exp(1.2 * random.nextGaussian())));
        assertThat(verdict.powerLaw()).isFalse();
        assertThat(((HeavyTail.FittedTail) verdict).overLognormal().z()).isNegative();
    }

    @Test
    void anExponentialSampleIsNotAPowerLawThoughItVariesAndIsSkewed() {
        HeavyTail verdict = HeavyTail.of(sample(400, 3, RandomGenerator::nextExponential));
        assertThat(((HeavyTail.FittedTail) verdict).overExponential().z()).isNegative();
        assertThat(verdict.powerLaw()).isFalse();
    }

    @Test
    void anExponentialFarFromZeroBeatsTheLognormalAndIsStillNoPowerLaw() {
        HeavyTail verdict = HeavyTail.of(sample(400, 4, random -> 50 + random.nextExponential()));
        assertThat(((HeavyTail.FittedTail) verdict).overLognormal().favoursFirst()).isTrue();
        assertThat(verdict.powerLaw()).isFalse();
    }

    @Test
    void fewOrEqualValuesGetNoVerdict() {
        assertThat(HeavyTail.of(new double[0])).isEqualTo(new HeavyTail.TooFew(0));
        assertThat(HeavyTail.of(sample(49, 1, HeavyTailTest::pareto))).isEqualTo(new HeavyTail.TooFew(49));
        double[] equal = new double[60];
        Arrays.fill(equal, 0.1);
        assertThat(HeavyTail.of(equal)).isEqualTo(new HeavyTail.NoSpread(0.1));
    }

    @Test
    void theVerdictHasNoUnit() {
        Trials.run(50, random -> {
            double[] values = sample(80, random.nextLong(), HeavyTailTest::pareto);
            HeavyTail.FittedTail here = (HeavyTail.FittedTail) HeavyTail.of(values);
            for (double unit : new double[] {1e-290, 1e290}) {
                HeavyTail.FittedTail there = (HeavyTail.FittedTail) HeavyTail
                        .of(Arrays.stream(values).map(value -> value * unit).toArray());
                assertThat(there.overLognormal().z()).isCloseTo(here.overLognormal().z(), Offset.offset(1e-8));
                assertThat(there.overExponential().z()).isCloseTo(here.overExponential().z(), Offset.offset(1e-8));
                assertThat(there.fit().exponent()).isCloseTo(here.fit().exponent(), Offset.offset(1e-9));
            }
        });
    }

    @Test
    void likelihoodsAndDistanceAreThoseOfAnIndependentLibrary() {
        Trials.run(30, random -> {
            double[] values = sample(100, random.nextLong(), HeavyTailTest::pareto);
            HeavyTail.FittedTail judged = (HeavyTail.FittedTail) HeavyTail.of(values);
            PowerLaw fit = judged.fit();
            ParetoDistribution pareto = new ParetoDistribution(fit.least(), fit.exponent() - 1);
            RunningVariance logs = RunningVariance.of(Arrays.stream(values).map(Math::log).toArray());
            LogNormalDistribution lognormal = new LogNormalDistribution(logs.mean(), Math.sqrt(logs.variance()));
            double ratio = Arrays.stream(values)
                    .map(value -> pareto.logDensity(value) - lognormal.logDensity(value)).sum();
            assertThat(judged.overLognormal().logLikelihoodRatio()).isCloseTo(ratio, Offset.offset(1e-8));
            assertThat(fit.distance()).isCloseTo(
                    new KolmogorovSmirnovTest().kolmogorovSmirnovStatistic(pareto, values), Offset.offset(1e-12));
            assertThat(PowerLaw.distance(values, fit.least(), fit.exponent())).isCloseTo(fit.distance(),
                    Offset.offset(1e-12));
        });
    }

    @Test
    void theExponentIsTheMostLikely() {
        Trials.run(50, random -> {
            double[] values = sample(50, random.nextLong(), HeavyTailTest::pareto);
            PowerLaw fit = PowerLaw.fit(values, 1);
            double max = logLikelihood(values, fit.exponent());
            assertThat(logLikelihood(values, fit.exponent() + 1e-3)).isLessThan(max);
            assertThat(logLikelihood(values, fit.exponent() - 1e-3)).isLessThan(max);
        });
    }

    private static double logLikelihood(double[] values, double exponent) {
        ParetoDistribution pareto = new ParetoDistribution(1, exponent - 1);
        return Arrays.stream(values).map(pareto::logDensity).sum();
    }

    @Test
    void onlyTheTailIsFitted() {
        PowerLaw fit = PowerLaw.fit(new double[] {-3, 0, 0.5, 2, 2 * Math.E}, 2);
        assertThat(fit.tail()).isEqualTo(2);
        assertThat(fit.exponent()).isCloseTo(3, Offset.offset(1e-12));
        assertThat(fit.standardError()).isCloseTo(2 / Math.sqrt(2), Offset.offset(1e-12));
    }

    @Test
    void theComparisonTurnsWithItsModels() {
        Trials.run(100, random -> {
            double[] left = Trials.numbers(random, 20, -3, 0);
            double[] right = Trials.numbers(random, 20, -3, 0);
            VuongTest there = VuongTest.of(left, right);
            VuongTest back = VuongTest.of(right, left);
            assertThat(back.z()).isCloseTo(-there.z(), Offset.offset(1e-12));
            assertThat(back.p()).isBetween(0.0, 1.0).isCloseTo(there.p(), Offset.offset(1e-12));
        });
        assertThat(VuongTest.of(new double[] {1, 2}, new double[] {1, 2})).isEqualTo(new VuongTest(0, 0, 1));
        assertThat(VuongTest.of(new double[] {3, 3}, new double[] {1, 1}).z()).isEqualTo(VuongTest.MAX_Z);
    }

    @Test
    void refusesWhatHasNoTail() {
        assertThatIllegalArgumentException().isThrownBy(() -> HeavyTail.of(new double[] {1, 0}))
                .withMessageContaining("values[1]").withMessageContaining("Maybe");
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.fit(new double[] {1, 1}, 1))
                .withMessageContaining("least");
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.fit(new double[0], 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.fit(new double[] {1, 2}, 0))
                .withMessageContaining("least");
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.fit(new double[] {1, Double.NaN}, 1))
                .withMessageContaining("values[1]");
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.distance(new double[] {1, 2}, 1, 1))
                .withMessageContaining("exponent");
        assertThatIllegalArgumentException().isThrownBy(() -> PowerLaw.distance(new double[] {1, 2}, 3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> VuongTest.of(new double[0], new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> VuongTest.of(new double[1], new double[2]));
    }

    /** Draws from the Pareto distribution of exponent 2.5 from 1 on. */
    private static double pareto(RandomGenerator random) {
        return Math.exp(random.nextExponential() / 1.5);
    }

    private static double[] sample(int count, long seed, ToDoubleFunction<RandomGenerator> draw) {
        RandomGenerator random = Trials.chance(seed);
        return IntStream.range(0, count).mapToDouble(_ -> draw.applyAsDouble(random)).toArray();
    }
}
