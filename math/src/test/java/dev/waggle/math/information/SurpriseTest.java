package dev.waggle.math.information;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.Trials;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class SurpriseTest {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void whatThePriorExcludedIsInfinitelySurprisingAndNotWithoutSurprise() {
        assertThat(BayesianSurprise.bits(new double[] {1, 0}, new double[] {0, 1})).isEqualTo(INFINITY);
        assertThat(BayesianSurprise.bits(new double[] {0, 0}, new double[] {0, 1})).isEqualTo(INFINITY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BayesianSurprise.bits(new double[] {1, 1}, new double[] {0, 0}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BayesianSurprise.bits(new double[] {1}, new double[] {1, 1}));
    }

    @Test
    void isExpectedToBeTheMutualInformationOfObservationAndHypothesis() {
        Trials.run(200, random -> {
            double[] prior = Trials.distribution(random, 4);
            double[][] joint = new double[4][];
            for (int h = 0; h < 4; h++) {
                double[] likelihood = Trials.distribution(random, 3);
                double share = prior[h];
                joint[h] = Arrays.stream(likelihood).map(p -> p * share).toArray();
            }
            double expected = 0;
            for (int v = 0; v < 3; v++) {
                double[] posterior = {joint[0][v], joint[1][v], joint[2][v], joint[3][v]};
                double evidence = Arrays.stream(posterior).sum();
                expected += evidence > 0 ? evidence * BayesianSurprise.bits(prior, posterior) : 0;
            }
            assertThat(expected).isCloseTo(MutualInformation.of(joint).bits(), offset(1e-13));
        });
    }

    @Test
    void ofBetaBeliefsMatchesReferenceFiguresOf40Digits() {
        assertThat(BayesianSurprise.betaNats(1e-6, 1e-6, 1 + 1e-6, 1e-6)).isCloseTo(0.6931455356294847, offset(1e-9));
        assertThat(BayesianSurprise.betaNats(0.5, 0.5, 3.5, 0.5)).isCloseTo(0.704267726446009, offset(1e-13));
        assertThat(BayesianSurprise.betaNats(10, 20, 13, 21)).isCloseTo(0.16848755009661578, offset(1e-13));
        assertThat(BayesianSurprise.betaNats(1e4, 2e4, 1e4 + 1, 2e4)).isCloseTo(3.3332592592593416e-5, offset(3e-11));
        assertThat(BayesianSurprise.betaNats(1e6, 1e6, 1e6 + 5, 1e6)).isCloseTo(6.249973437602083e-6, offset(3e-9));
        assertThat(BayesianSurprise.betaNats(1e8, 3e7, 1e8, 3.1e7)).isCloseTo(12478.772485496691, offset(1e-6));
    }

    @Test
    void ofBetaBeliefsMatchesQuadrature() {
        GaussIntegratorFactory rules = new GaussIntegratorFactory();
        Trials.run(30, random -> {
            double[] parameters = Trials.numbers(random, 4, 3, 12);
            BetaDistribution prior = new BetaDistribution(parameters[0], parameters[1]);
            BetaDistribution posterior = new BetaDistribution(parameters[2], parameters[3]);
            double nats = rules.legendre(60, 0, 1).integrate(x -> posterior.density(x)
                    * (posterior.logDensity(x) - prior.logDensity(x)));
            assertThat(BayesianSurprise.betaNats(parameters[0], parameters[1], parameters[2], parameters[3]))
                    .isCloseTo(nats, offset(1e-7));
        });
    }

    @Test
    void ofGaussianBeliefsMatchesQuadrature() {
        GaussIntegratorFactory rules = new GaussIntegratorFactory();
        Trials.run(30, random -> {
            NormalDistribution prior = new NormalDistribution(random.nextDouble(-2, 2), random.nextDouble(0.5, 2));
            NormalDistribution posterior = new NormalDistribution(random.nextDouble(-2, 2), random.nextDouble(0.5, 2));
            double mean = posterior.getMean();
            double reach = 9 * posterior.getStandardDeviation();
            double nats = rules.legendre(60, mean - reach, mean + reach).integrate(x -> posterior.density(x)
                    * (posterior.logDensity(x) - prior.logDensity(x)));
            assertThat(BayesianSurprise.gaussianNats(prior.getMean(), prior.getStandardDeviation(), mean,
                    posterior.getStandardDeviation())).isCloseTo(nats, offset(1e-9));
        });
    }

    @Test
    void ofGaussianBeliefsVanishesSmoothlyAndBearsExtremes() {
        assertThat(BayesianSurprise.gaussianNats(3, 2, 3, 2)).isZero();
        assertThat(BayesianSurprise.gaussianNats(0, 1, 0, 1 + 1e-9)).isCloseTo(1e-18, offset(1e-24));
        assertThat(BayesianSurprise.gaussianNats(0, 1e-300, 1e300, 1)).isEqualTo(INFINITY);
        assertThat(BayesianSurprise.gaussianNats(0, 1e300, 0, 1e-300))
                .isCloseTo(600 * Math.log(10) - 0.5, offset(1e-9));
    }

    @Test
    void refusesParametersOutsideTheirDomain() {
        for (double bad : new double[] {0, -1, Double.NaN, INFINITY, 2 * BayesianSurprise.MAX_BETA_PARAMETER}) {
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.betaNats(bad, 1, 1, 1))
                    .withMessageContaining("priorAlpha");
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.betaNats(1, bad, 1, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.betaNats(1, 1, bad, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.betaNats(1, 1, 1, bad));
        }
        for (double bad : new double[] {0, -1, Double.NaN, INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.gaussianNats(0, bad, 0, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.gaussianNats(0, 1, 0, bad));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.gaussianNats(Double.NaN, 1, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.gaussianNats(0, 1, INFINITY, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.attention(Double.NaN, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.attention(-1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> BayesianSurprise.attention(1, INFINITY));
    }

    @Test
    void attentionIsOneForNothingLearnedAndBoundedForAnything() {
        assertThat(BayesianSurprise.attention(0, 2)).isEqualTo(1);
        assertThat(BayesianSurprise.attention(0.1473931188332412, 2)).isCloseTo(1.2927, offset(1e-4));
        assertThat(BayesianSurprise.attention(INFINITY, BayesianSurprise.ATTENTION_GAIN)).isEqualTo(3);
    }

    @Test
    void aRoundIsReadableAfterItIsClosed() {
        SurpriseRound round = SurpriseRound.of(new int[] {4, 2, 4}, new double[] {0.1, 0.4, 0.5});
        assertThat(round.mean()).isCloseTo(1 / 3.0, offset(1e-15));
        assertThat(round.mostInformative()).isEqualTo(2);
        assertThat(round.leastInformative()).isEqualTo(4);
        assertThat(round.measurements()).isEqualTo(3);
    }

    @Test
    void sourcesThatTieAreNamedInTheOrderInWhichTheyWereMet() {
        SurpriseRound round = SurpriseRound.of(new int[] {5, 1}, new double[] {0.3, 0.8 - 0.5});
        assertThat(round.mostInformative()).isEqualTo(5);
        assertThat(round.leastInformative()).isEqualTo(5);
    }

    @Test
    void anInfiniteSurpriseIsTheMostInformative() {
        SurpriseRound round = SurpriseRound.of(new int[] {0, 1, 2, 1}, new double[] {3, INFINITY, 1, 0});
        assertThat(round.mean()).isEqualTo(INFINITY);
        assertThat(round.mostInformative()).isEqualTo(1);
        assertThat(round.leastInformative()).isEqualTo(2);
        assertThat(SurpriseRound.of(new int[] {0, 1}, new double[] {INFINITY, INFINITY}).leastInformative()).isZero();
    }

    @Test
    void aRoundNeedsMeasurements() {
        assertThatIllegalArgumentException().isThrownBy(() -> SurpriseRound.of(new int[0], new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> SurpriseRound.of(new int[1], new double[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> SurpriseRound.of(new int[] {-1}, new double[1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SurpriseRound.of(new int[1], new double[] {Double.NaN}));
    }

    @Test
    void roundsWithNothingMeasuredAreNoCollapse() {
        SurpriseHistory history = SurpriseHistory.none();
        for (int i = 0; i < 4; i++) {
            history = history.after(0.01).afterUnmeasured();
        }
        assertThat(history.collapsed(5, 0.05)).isFalse();
        history = history.after(0.01);
        assertThat(history.collapsed(5, 0.05)).isTrue();
        assertThat(history.afterUnmeasured().collapsed(5, 0.05)).isTrue();
        assertThat(history.after(0.05).collapsed(5, 0.05)).as("exactly the threshold is not below it").isFalse();
        assertThat(history.after(INFINITY).collapsed(5, 0.05)).isFalse();
        assertThat(history.rounds()).isEqualTo(9);
    }

    @Test
    void trendIsTheSlopeOverTheLastMeasuredRounds() {
        SurpriseHistory history = SurpriseHistory.none().after(9).after(1).afterUnmeasured().after(0.5);
        assertThat(history.trend(2).orElseThrow()).isCloseTo(-0.25, offset(1e-15));
        assertThat(history.after(INFINITY).trend(5)).isEmpty();
        assertThat(SurpriseHistory.none().after(1).trend(5)).isEmpty();
        SimpleRegression line = new SimpleRegression();
        line.addData(new double[][] {{0, 9}, {1, 1}, {3, 0.5}});
        assertThat(history.trend(5).orElseThrow()).isCloseTo(line.getSlope(), offset(1e-13));
    }

    @Test
    void remembersABoundedNumberOfRounds() {
        SurpriseHistory history = SurpriseHistory.none();
        assertThat(history.mean()).isEmpty();
        assertThat(history.latest()).isEmpty();
        for (int i = 0; i < 1000; i++) {
            history = history.after(i);
        }
        assertThat(history.measured()).hasSize(SurpriseHistory.KEPT);
        assertThat(history.latest()).hasValue(999);
        assertThat(history.trend(SurpriseHistory.KEPT).orElseThrow()).isCloseTo(1, offset(1e-12));
        assertThat(history.mean().orElseThrow()).isCloseTo(999 - 31.5, offset(1e-9));
    }

    @Test
    void historyRefusesWhatNoRoundCanBe() {
        SurpriseHistory none = SurpriseHistory.none();
        assertThatIllegalArgumentException().isThrownBy(() -> none.after(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> none.after(-0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> none.trend(1));
        assertThatIllegalArgumentException().isThrownBy(() -> none.collapsed(SurpriseHistory.KEPT + 1, 0.05));
        assertThatIllegalArgumentException().isThrownBy(() -> none.collapsed(5, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SurpriseHistory(List.of(new SurpriseHistory.RoundSurprise(3, 1)), 3));
    }
}
