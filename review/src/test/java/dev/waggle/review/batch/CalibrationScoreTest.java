package dev.waggle.review.batch;

import dev.waggle.review.batch.CalibrationScore.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class CalibrationScoreTest {

    private final CalibrationScore calibration = new CalibrationScore();

    @Test
    void hasNoValueWithoutACase() {
        Scores scores = calibration.scores();

        assertThat(scores.accuracy()).isEmpty();
        assertThat(scores.brier()).isEmpty();
        assertThat(scores.calibrationError()).isEmpty();
    }

    @Test
    void isPerfectWhenCertaintyIsRight() {
        calibration.add(1, true);
        calibration.add(0, false);

        assertThat(calibration.scores().brier()).hasValue(0);
        assertThat(calibration.scores().calibrationError()).hasValue(0);
    }

    @Test
    void errorsOfOppositeSignInOneBinCancel() {
        calibration.add(0.75, true);
        calibration.add(0.75, true);
        calibration.add(0.75, true);
        calibration.add(0.75, false);

        assertThat(calibration.scores().calibrationError()).hasValue(0);
        assertThat(calibration.scores().brier()).hasValue((3 * 0.0625 + 0.5625) / 4);
    }

    @Test
    void errorsOfTwoBinsDoNot() {
        calibration.add(0.5, true);
        calibration.add(0.75, false);

        assertThat(calibration.scores().calibrationError().orElseThrow()).isEqualTo((0.5 + 0.75) / 2, within(1e-15));
        assertThat(calibration.scores().accuracy()).hasValue(0.5);
    }

    @Test
    void oneBelongsToTheLastBin() {
        calibration.add(1, false);
        calibration.add(0.9, true);

        assertThat(calibration.scores().calibrationError().orElseThrow()).isEqualTo(0.9 / 2, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -0.1, 1.1})
    void refusesWhatIsNoConfidence(double stated) {
        assertThatIllegalArgumentException().isThrownBy(() -> calibration.add(stated, true))
                .withMessageContaining("" + stated);
    }
}
