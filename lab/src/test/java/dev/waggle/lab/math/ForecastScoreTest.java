package dev.waggle.lab.math;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ForecastScoreTest {

    @Test
    void scoresOneQuestionByItsDefinitions() {
        ForecastScore score = new ForecastScore();
        score.add(new double[] {0.7, 0.2, 0.1}, 1);
        assertThat(score.accuracy()).isZero();
        assertThat(score.confidence()).isEqualTo(0.7);
        assertThat(score.difference()).isEqualTo(0.7);
        assertThat(score.brier()).isCloseTo(0.49 + 0.64 + 0.01, within(1e-12));
        assertThat(score.logLoss()).isCloseTo(-Math.log(0.2), within(1e-12));
        assertThat(score.calibrationError()).isCloseTo(0.7, within(1e-12));
        assertThat(score.certain()).isZero();
    }

    @Test
    void aTieSharesTheCredit() {
        ForecastScore score = new ForecastScore();
        score.add(new double[] {0.4, 0.4, 0.2}, 0);
        assertThat(score.accuracy()).isEqualTo(0.5);
    }

    @Test
    void twoScoresTogetherAreTheScoreOfAllQuestions() {
        ForecastScore all = new ForecastScore();
        ForecastScore even = new ForecastScore();
        ForecastScore odd = new ForecastScore();
        for (int question = 0; question < 40; question++) {
            double[] probabilities = {question / 40.0, 1 - question / 40.0};
            int truth = question % 3 == 0 ? 1 : 0;
            all.add(probabilities, truth);
            (question % 2 == 0 ? even : odd).add(probabilities, truth);
        }
        even.addAll(odd);
        assertThat(even.questions()).isEqualTo(40);
        assertThat(even.cells()).isEqualTo(all.cells());
        assertThat(even.calibrationError()).isCloseTo(all.calibrationError(), within(1e-12));
    }

    @Test
    void oppositeErrorsOfTwoRegimesCancelOnlyWhenPooled() {
        ForecastScore sure = new ForecastScore();
        ForecastScore doubtful = new ForecastScore();
        for (int question = 0; question < 10; question++) {
            sure.add(new double[] {0.7, 0.3}, question < 4 ? 0 : 1);
            doubtful.add(new double[] {0.7, 0.3}, 0);
        }
        assertThat(sure.calibrationError()).isCloseTo(0.3, within(1e-9));
        assertThat(doubtful.calibrationError()).isCloseTo(0.3, within(1e-9));
        sure.addAll(doubtful);
        assertThat(sure.calibrationError()).isCloseTo(0, within(1e-9));
    }
}
