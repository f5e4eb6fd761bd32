package dev.waggle.math.inference;

import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class FreeEnergyTest {

    @Test
    void itIsTheSurpriseExactlyWhenTheBeliefIsThePosterior() {
        Trials.run(200, random -> {
            int states = random.nextInt(1, 7);
            double[] prior = Trials.distribution(random, states);
            double[] likelihood = Trials.numbers(random, states, 0.01, 1);
            double[] posterior = Posterior.probabilities(prior, likelihood);
            FreeEnergy.Variational energy = FreeEnergy.variational(prior, likelihood, posterior);
            double evidence = 0;
            for (int i = 0; i < states; i++) {
                evidence += prior[i] * likelihood[i];
            }
            assertThat(energy.freeEnergy()).isCloseTo(-Math.log(evidence), within(1e-12));
            assertThat(energy.logEvidence()).isCloseTo(Math.log(evidence), within(1e-12));
            assertThat(energy.gap()).isCloseTo(0, within(1e-12)).isNotNegative();
        });
    }

    @Test
    void everyOtherBeliefPaysItsDivergenceFromThePosterior() {
        Trials.run(200, random -> {
            int states = random.nextInt(1, 7);
            double[] prior = Trials.numbers(random, states, 0.1, 1);
            prior = Posterior.of(prior).probabilities();
            double[] likelihood = Trials.numbers(random, states, 0.01, 1);
            double[] belief = Trials.distribution(random, states);
            double[] posterior = Posterior.probabilities(prior, likelihood);
            double divergence = 0;
            for (int i = 0; i < states; i++) {
                divergence += belief[i] == 0 ? 0 : belief[i] * Math.log(belief[i] / posterior[i]);
            }
            FreeEnergy.Variational energy = FreeEnergy.variational(prior, likelihood, belief);
            assertThat(energy.gap()).isCloseTo(divergence, within(1e-12)).isNotNegative();
            assertThat(energy.freeEnergy() + energy.logEvidence()).isCloseTo(energy.gap(), within(1e-12));
            assertThat(energy.freeEnergy()).isEqualTo(energy.complexity() - energy.accuracy());
        });
    }

    @Test
    void freeEnergiesOfExactBeliefsAddUpOverASequence() {
        Trials.run(100, random -> {
            double[] first = Trials.distribution(random, 4);
            double[] belief = first;
            double[] product = {1, 1, 1, 1};
            double sum = 0;
            for (int round = 0; round < 10; round++) {
                double[] likelihood = Trials.numbers(random, 4, 0.05, 1);
                double[] prior = belief;
                belief = Posterior.probabilities(prior, likelihood);
                sum += FreeEnergy.variational(prior, likelihood, belief).freeEnergy();
                for (int i = 0; i < 4; i++) {
                    product[i] *= likelihood[i];
                }
            }
            assertThat(sum).isCloseTo(-FreeEnergy.variational(first, product, belief).logEvidence(), within(1e-10));
        });
    }

    @Test
    void convergenceOnTheEvidenceLowersItAndIsNotTakenForDivergence() {
        // Each step from the uniform belief to the posterior, however certain that is, costs less than the one before.
        double[] prior = {1 / 3.0, 1 / 3.0, 1 - 2 / 3.0};
        double[] likelihood = {0.99, 0.001, 0.001};
        double[] posterior = Posterior.probabilities(prior, likelihood);
        double last = Double.POSITIVE_INFINITY;
        for (int step = 0; step <= 10; step++) {
            double[] belief = new double[3];
            for (int i = 0; i < 3; i++) {
                belief[i] = prior[i] + step / 10.0 * (posterior[i] - prior[i]);
            }
            double energy = FreeEnergy.variational(prior, likelihood, belief).freeEnergy();
            assertThat(energy).isLessThan(last);
            last = energy;
        }
    }

    @Test
    void bothPartsAreInNats() {
        FreeEnergy.ScoredEnergy certain = FreeEnergy.scored(new double[] {1, 0}, new double[] {0.5, 0.5}, 0.5);
        assertThat(certain.complexity()).isCloseTo(Math.log(2), within(1e-15));
        assertThat(certain.accuracy()).isCloseTo(-Math.log(2), within(1e-15));
        assertThat(certain.freeEnergy()).isCloseTo(Math.log(4), within(1e-15));
    }

    @Test
    void theScoreFormIsTheVariationalOneWhenTheScoreIsTheMeanLogLikelihood() {
        Trials.run(100, random -> {
            double[] prior = Posterior.of(Trials.numbers(random, 3, 0.1, 1)).probabilities();
            double[] likelihood = Trials.numbers(random, 3, 0.1, 1);
            double[] belief = Trials.distribution(random, 3);
            FreeEnergy.Variational energy = FreeEnergy.variational(prior, likelihood, belief);
            FreeEnergy.ScoredEnergy scored = FreeEnergy.scored(belief, prior, Math.exp(energy.accuracy()));
            assertThat(scored.freeEnergy()).isCloseTo(energy.freeEnergy(), within(1e-12));
        });
    }

    @Test
    void whatIsRuledOutCostsInfinitelyAndIsNotSmoothed() {
        double[] half = {0.5, 0.5};
        FreeEnergy.Variational byPrior = FreeEnergy.variational(new double[] {1, 0}, half, half);
        assertThat(byPrior.complexity()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(byPrior.freeEnergy()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(byPrior.gap()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(byPrior.accuracy()).isCloseTo(Math.log(0.5), within(1e-15));
        FreeEnergy.Variational byData = FreeEnergy.variational(half, new double[] {1, 0}, half);
        assertThat(byData.complexity()).isZero();
        assertThat(byData.accuracy()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(byData.gap()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(byData.logEvidence()).isCloseTo(Math.log(0.5), within(1e-15));
        assertThat(FreeEnergy.scored(half, half, 0).freeEnergy()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(FreeEnergy.expected(new double[][] {{1, 0}, {0, 1}}, half, new double[] {1, 0}).risk())
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void tinyEvidenceIsStillEvidence() {
        double[] half = {0.5, 0.5};
        FreeEnergy.Variational energy = FreeEnergy.variational(half, new double[] {1e-300, 1e-320}, half);
        assertThat(energy.logEvidence()).isCloseTo(Math.log(0.5e-300), within(1e-9));
        assertThat(energy.gap()).isFinite().isPositive();
    }

    @Test
    void expectedFreeEnergyIsRiskAndAmbiguityOrValueAndGain() {
        Trials.run(200, random -> {
            int states = random.nextInt(1, 5);
            int outcomes = random.nextInt(1, 5);
            double[] belief = Trials.distribution(random, states);
            double[] preferences = Posterior.of(Trials.numbers(random, outcomes, 0.1, 1)).probabilities();
            double[][] model = new double[outcomes][states];
            for (int s = 0; s < states; s++) {
                double[] column = Trials.distribution(random, outcomes);
                for (int o = 0; o < outcomes; o++) {
                    model[o][s] = column[o];
                }
            }
            FreeEnergy.Expected energy = FreeEnergy.expected(model, belief, preferences);
            double[] expected = FreeEnergy.outcomes(model, belief);
            double gain = 0; // Mutual information as the expected divergence of the posterior from the belief.
            double value = 0;
            for (int o = 0; o < outcomes; o++) {
                value += expected[o] * Math.log(preferences[o]);
                for (int s = 0; s < states; s++) {
                    double joint = belief[s] * model[o][s];
                    gain += joint == 0 ? 0 : joint * Math.log(model[o][s] / expected[o]);
                }
            }
            assertThat(energy.informationGain()).isCloseTo(gain, within(1e-12)).isNotNegative();
            assertThat(energy.freeEnergy()).isCloseTo(energy.risk() + energy.ambiguity(), within(1e-14));
            assertThat(energy.freeEnergy()).isCloseTo(-value - gain, within(1e-12));
            assertThat(energy.risk()).isNotNegative();
            assertThat(energy.ambiguity()).isNotNegative();
        });
    }

    @Test
    void refusesWhatIsOutsideOfTheDomain() {
        double[] half = {0.5, 0.5};
        double[][] model = {{1, 0}, {0, 1}};
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> FreeEnergy.variational(new double[0], new double[0], new double[0]),
                () -> FreeEnergy.variational(half, new double[] {1}, half),
                () -> FreeEnergy.variational(half, half, new double[] {1}),
                () -> FreeEnergy.variational(half, new double[] {0, 0}, half),
                () -> FreeEnergy.variational(new double[] {1, 0}, new double[] {0, 1}, half),
                () -> FreeEnergy.variational(half, new double[] {0.5, 1.5}, half),
                () -> FreeEnergy.variational(half, half, new double[] {0.5, Double.NaN}),
                () -> FreeEnergy.variational(half, half, new double[] {0.5, 0.4}),
                () -> FreeEnergy.variational(half, half, new double[] {-0.5, 1.5}),
                () -> FreeEnergy.scored(half, new double[] {1}, 0.5), () -> FreeEnergy.scored(half, half, 1.1),
                () -> FreeEnergy.scored(half, half, Double.NaN),
                () -> FreeEnergy.expected(new double[0][], half, half),
                () -> FreeEnergy.expected(new double[][] {{1, 0}, {0}}, half, half),
                () -> FreeEnergy.expected(new double[][] {{1, 0}, {0, 0.5}}, half, half),
                () -> FreeEnergy.expected(model, new double[] {1}, half),
                () -> FreeEnergy.outcomes(model, new double[] {1}),
                () -> FreeEnergy.outcomes(new double[0][], half),
                () -> FreeEnergy.expected(model, half, new double[] {1}));
        calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("must"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FreeEnergy.expected(new double[][] {{0.9, 0.1}, {0.2, 0.8}}, half, half))
                .withMessageContaining("Maybe rows and columns are swapped");
    }
}
