package dev.waggle.math.dynamics.stability;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.stability.DampedResponse.Reason;
import dev.waggle.math.dynamics.stability.DampedResponse.Regime;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class DampedResponseTest {

    @Test
    void recoversBothParametersOfCleanSamples() {
        for (double zeta : new double[] {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.2, 1.5, 2, 3}) {
            for (double equilibrium : new double[] {0, 7}) {
                double[] samples = response(zeta, 2, 0.2, 40, equilibrium);
                for (DampedResponse fit : new DampedResponse[] {
                    PronyFit.of(samples, 0.2), PronyFit.of(samples, 0.2, equilibrium)
                }) {
                    assertThat(fit).isInstanceOfSatisfying(DampedResponse.Fitted.class, it -> {
                        assertThat(it.dampingRatio()).isCloseTo(zeta, within(1e-6));
                        assertThat(it.naturalFrequency()).isCloseTo(2, within(1e-5));
                        assertThat(it.equilibrium()).isCloseTo(equilibrium, within(1e-8));
                        assertThat(it.regime()).isEqualTo(zeta < 1 ? Regime.UNDERDAMPED : Regime.OVERDAMPED);
                        assertThat(it.fit()).isCloseTo(1, within(1e-9));
                    });
                }
            }
        }
    }

    @Test
    void callsTheBorderCritical() {
        assertThat(fitted(PronyFit.of(response(1, 1, 0.5, 30, 0), 0.5, 0)))
                .satisfies(fit -> assertThat(fit.regime()).isEqualTo(Regime.CRITICALLY_DAMPED))
                .satisfies(fit -> assertThat(fit.dampingRatio()).isCloseTo(1, within(1e-5)));
    }

    @Test
    void doesNotDependOnUnitAndOffset() {
        Trials.run(100, random -> {
            double[] samples = response(random.nextDouble(0.05, 0.95), 1, 0.5, 40, 0);
            double factor = Math.exp(random.nextDouble(-20, 20));
            double[] moved = Arrays.stream(samples).map(y -> factor * (y - 3)).toArray();
            DampedResponse.Fitted one = fitted(PronyFit.of(samples, 0.5));
            DampedResponse.Fitted other = fitted(PronyFit.of(moved, 1));
            assertThat(other.dampingRatio()).isCloseTo(one.dampingRatio(), within(1e-8));
            assertThat(other.naturalFrequency()).isCloseTo(one.naturalFrequency() / 2, within(1e-8));
        });
    }

    @Test
    void findsTheDampingInNoise() {
        for (double zeta : new double[] {0.1, 0.2, 0.5}) {
            double[] found = new double[100];
            for (int seed = 0; seed < found.length; seed++) {
                RandomGenerator random = Trials.chance(seed);
                double[] samples = response(zeta, 1, 0.7, 40, 0);
                double[] noisy = Arrays.stream(samples).map(y -> y + 0.01 * random.nextGaussian()).toArray();
                found[seed] = fitted(PronyFit.of(noisy, 0.7, 0)).dampingRatio();
            }
            Arrays.sort(found);
            assertThat(found[50]).isCloseTo(zeta, within(0.1 * zeta));
            assertThat(found[95] - found[5]).isLessThan(0.6 * zeta);
        }
    }

    @Test
    void oneExponentialInNoiseIsNoSecondOrderResponse() {
        int fitted = 0;
        for (int seed = 0; seed < 200; seed++) {
            RandomGenerator random = Trials.chance(seed);
            double[] samples = new double[30];
            Arrays.setAll(samples, k -> Math.pow(0.9, k) + 0.02 * random.nextGaussian());
            fitted += PronyFit.of(samples, 1, 0) instanceof DampedResponse.Fitted ? 1 : 0;
        }
        assertThat(fitted).isLessThan(20);
    }

    @Test
    void noiseIsNoResponse() {
        int fitted = 0;
        for (int seed = 0; seed < 200; seed++) {
            double[] noise = Trials.numbers(Trials.chance(seed), 30, -1, 1);
            fitted += PronyFit.of(noise, 1) instanceof DampedResponse.Fitted ? 1 : 0;
        }
        assertThat(fitted).isZero();
    }

    @Test
    void saysWhyThereIsNoFit() {
        assertThat(reason(new double[] {1, 0.5})).isEqualTo(Reason.TOO_SHORT);
        assertThat(reason(new double[] {})).isEqualTo(Reason.TOO_SHORT);
        assertThat(reason(new double[] {0.3, 0.3, 0.3, 0.3, 0.3, 0.3})).isEqualTo(Reason.NO_MOTION);
        double[] single = new double[12];
        Arrays.setAll(single, k -> Math.pow(0.7, k));
        assertThat(reason(single)).isEqualTo(Reason.ONE_POLE);
        double[] alternating = new double[12];
        Arrays.setAll(alternating, k -> Math.pow(-0.9, k) + Math.pow(0.5, k));
        assertThat(reason(alternating)).isEqualTo(Reason.TOO_FAST);
        double[] saddle = new double[12];
        Arrays.setAll(saddle, k -> Math.pow(1.3, k) + 4 * Math.pow(0.5, k));
        assertThat(PronyFit.of(saddle, 1, 0)).isEqualTo(new DampedResponse.Undetermined(Reason.NO_OSCILLATOR));
        double[] step = new double[20];
        Arrays.fill(step, 10, 20, 1);
        assertThat(PronyFit.of(step, 1)).isInstanceOf(DampedResponse.Undetermined.class);
    }

    @Test
    void anOverdampedResponseIsNotCritical() {
        for (double zeta : new double[] {1.5, 3}) {
            assertThat(fitted(PronyFit.of(response(zeta, 1, 0.5, 30, 0), 0.5)).regime())
                    .isEqualTo(Regime.OVERDAMPED);
        }
    }

    @Test
    void aGrowingOscillationIsNotUnderdamped() {
        DampedResponse.Fitted fit = fitted(PronyFit.of(response(-0.1, 1, 0.5, 40, 0), 0.5, 0));
        assertThat(fit.regime()).isEqualTo(Regime.GROWING);
        assertThat(fit.dampingRatio()).isCloseTo(-0.1, within(1e-6));
        assertThat(fit.settlingTime(0.05)).isEmpty();
    }

    @Test
    void anOscillationWithoutDampingGoesOnForEver() {
        double[] samples = new double[40];
        Arrays.setAll(samples, k -> Math.cos(0.5 * k));
        DampedResponse.Fitted fit = fitted(PronyFit.of(samples, 1));
        assertThat(fit.dampingRatio()).isCloseTo(0, within(1e-10));
        assertThat(fit.regime()).isEqualTo(Regime.UNDERDAMPED);
    }

    @Test
    void theDecrementAgreesWithTheExtremesOfTheResponse() {
        for (double zeta : new double[] {0.05, 0.2, 0.5, 0.9}) {
            double damped = Math.sqrt(1 - zeta * zeta);
            double half = Math.exp(-zeta * Math.PI / damped);
            assertThat(LogarithmicDecrement.overHalfCycle(1, half).dampingRatio()).isCloseTo(zeta, within(1e-12));
            assertThat(LogarithmicDecrement.overCycles(1, half * half, 1).dampingRatio())
                    .isCloseTo(zeta, within(1e-12));
            assertThat(LogarithmicDecrement.overCycles(1, Math.pow(half, 6), 3).perCycle())
                    .isCloseTo(2 * Math.PI * zeta / damped, within(1e-12));
        }
        assertThat(LogarithmicDecrement.overHalfCycle(0.5, 1).dampingRatio()).isNegative();
    }

    @Test
    void settlesWhenTheEnvelopeSays() {
        double zeta = 0.2;
        double time = SettlingTime.ofEnvelope(zeta, 1, 0.05);
        assertThat(Math.exp(-zeta * time) / Math.sqrt(1 - zeta * zeta)).isCloseTo(0.05, within(1e-12));
        assertThat(SettlingTime.ofEnvelope(zeta, 4, 0.05)).isCloseTo(time / 4, within(1e-12));
        assertThat(SettlingTime.ruleOfThumb(0.5, 1, 0.02)).isEqualTo(8);
        double[] samples = response(zeta, 1, 0.1, 600, 0);
        for (int k = (int) Math.ceil(time / 0.1); k < samples.length; k++) {
            assertThat(Math.abs(samples[k])).isLessThan(0.05);
        }
    }

    @Test
    void settlesWhenTheResponseSaysWhereThereIsNoEnvelope() {
        for (double zeta : new double[] {1, 1 + 1e-12, 1.5, 3, 100}) {
            double time = SettlingTime.ofResponse(zeta, 2, 0.05);
            double[] samples = zeta == 100 ? new double[0] : response(zeta, 2, time, 2, 0);
            assertThat(zeta == 100 ? 0.05 : samples[1]).isCloseTo(0.05, within(1e-7));
        }
        assertThat(SettlingTime.ofResponse(1, 1, 0.05)).isCloseTo(4.743864518, within(1e-8));
        DampedResponse.Fitted fit = fitted(PronyFit.of(response(1.5, 1, 0.5, 30, 0), 0.5, 0));
        assertThat(fit.settlingTime(0.05).orElseThrow())
                .isCloseTo(SettlingTime.ofResponse(1.5, 1, 0.05), within(1e-5));
    }

    @Test
    void refusesWhatIsNoResponse() {
        double[] samples = response(0.3, 1, 0.5, 10, 0);
        assertThatThrownBy(() -> PronyFit.of(samples, 0)).hasMessageContaining("step");
        assertThatThrownBy(() -> PronyFit.of(samples, 1, Double.NaN)).hasMessageContaining("equilibrium");
        assertThatThrownBy(() -> PronyFit.of(new double[] {1, Double.NaN}, 1))
                .hasMessageContaining("samples[1]");
        assertThatThrownBy(() -> LogarithmicDecrement.overHalfCycle(0, 1)).hasMessageContaining("first");
        assertThatThrownBy(() -> LogarithmicDecrement.overHalfCycle(1, -0.5)).hasMessageContaining("later");
        assertThatThrownBy(() -> LogarithmicDecrement.overCycles(1, 0.5, 0)).hasMessageContaining("cycles");
        assertThatThrownBy(() -> SettlingTime.ofEnvelope(1, 1, 0.05)).hasMessageContaining("zeta");
        assertThatThrownBy(() -> SettlingTime.ofEnvelope(0, 1, 0.05)).hasMessageContaining("zeta");
        assertThatThrownBy(() -> SettlingTime.ofEnvelope(0.5, 1, 1)).hasMessageContaining("band");
        assertThatThrownBy(() -> SettlingTime.ofEnvelope(0.5, -1, 0.05)).hasMessageContaining("naturalFrequency");
        assertThatThrownBy(() -> SettlingTime.ofResponse(0.5, 1, 0.05)).hasMessageContaining("Maybe");
        assertThatThrownBy(() -> SettlingTime.ruleOfThumb(0, 1, 0.05)).hasMessageContaining("zeta");
    }

    /** Integrates the response numerically from y(0) = 1 above the equilibrium and y'(0) = 0. */
    private static double[] response(double zeta, double frequency, double step, int size, double equilibrium) {
        OrdinaryDifferentialEquation law = new OrdinaryDifferentialEquation() {
            @Override
            public int getDimension() {
                return 2;
            }

            @Override
            public double[] computeDerivatives(double t, double[] y) {
                return new double[] {y[1], -2 * zeta * frequency * y[1] - frequency * frequency * y[0]};
            }
        };
        double[] samples = new double[size];
        double[] state = {1, 0};
        DormandPrince853Integrator integrator = new DormandPrince853Integrator(1e-9, 10, 1e-15, 1e-14);
        for (int k = 0; k < size; k++) {
            samples[k] = equilibrium + state[0];
            state = integrator.integrate(law, new ODEState(0, state), step).getPrimaryState();
        }
        return samples;
    }

    private static DampedResponse.Fitted fitted(DampedResponse response) {
        assertThat(response).isInstanceOf(DampedResponse.Fitted.class);
        return (DampedResponse.Fitted) response;
    }

    private static Reason reason(double[] samples) {
        assertThat(PronyFit.of(samples, 1)).isInstanceOf(DampedResponse.Undetermined.class);
        return ((DampedResponse.Undetermined) PronyFit.of(samples, 1)).reason();
    }
}
