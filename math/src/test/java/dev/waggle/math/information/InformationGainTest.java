package dev.waggle.math.information;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class InformationGainTest {

    private static final double[] OPEN = {1, 1, 1, 1};
    private static final double[] HALF = {1, 1, 0, 0};
    private static final double[] SETTLED = {1, 0, 0, 0};

    @Test
    void risingUncertaintyIsALoss() {
        InformationGain course = InformationGain.start(SETTLED).next(HALF);
        assertThat(course.gain()).hasValue(-1);
        assertThat(course.average()).hasValue(-1);
    }

    @Test
    void noNumberOfRoundsReachesATargetWhileUncertaintyRises() {
        assertThat(InformationGain.start(SETTLED).next(HALF).stepsTo(0.5)).isEmpty();
        assertThat(InformationGain.start(HALF).next(HALF).stepsTo(0.5)).isEmpty();
        assertThat(InformationGain.start(HALF).stepsTo(0.5)).isEmpty();
    }

    @Test
    void countsTheStepsThatAreLeftAndNotOneMoreForRounding() {
        InformationGain course = InformationGain.start(OPEN).next(HALF);
        assertThat(course.stepsTo(0)).hasValue(1);
        assertThat(course.stepsTo(0.5)).hasValue(1);
        assertThat(course.stepsTo(1)).hasValue(0);
        assertThat(new InformationGain(1, 0.8, 0.7, 3).stepsTo(0.5)).hasValue(2);
        assertThat(new InformationGain(1, 0.8, 0.7, 3).stepsTo(0.45)).hasValue(3);
    }

    @Test
    void beforeTheFirstStepThereIsNoGain() {
        InformationGain course = InformationGain.start(OPEN);
        assertThat(course.gain()).isEmpty();
        assertThat(course.average()).isEmpty();
    }

    @Test
    void noMassIsRefusedSinceItIsNotCertainty() {
        assertThatIllegalArgumentException().isThrownBy(() -> InformationGain.start(new double[] {0, 0}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InformationGain.start(OPEN).next(new double[] {Double.NaN}));
        assertThatIllegalArgumentException().isThrownBy(() -> InformationGain.of(new double[0][]));
        assertThatIllegalArgumentException().isThrownBy(() -> InformationGain.start(OPEN).stepsTo(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new InformationGain(-1, 0, 0, 0));
    }

    @Test
    void gainsOfAllStepsAddUp() {
        Trials.run(200, random -> {
            double[][] path = new double[2 + random.nextInt(6)][];
            for (int t = 0; t < path.length; t++) {
                path[t] = Trials.distribution(random, 1 + random.nextInt(6));
            }
            double sum = 0;
            InformationGain course = InformationGain.start(path[0]);
            for (int t = 1; t < path.length; t++) {
                course = course.next(path[t]);
                sum += course.gain().orElseThrow();
            }
            assertThat(course).isEqualTo(InformationGain.of(path));
            assertThat(course.average().orElseThrow()).isCloseTo(sum / (path.length - 1), offset(1e-13));
        });
    }
}
