package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class GainCalibrationTest {

    private static final VoterModel ASSUMED = new VoterModel(3.24, 0.58);
    private static final double SPREAD = 0.26;
    private static final int ANSWERS = 4;

    /** Votes on a question and the right answer, drawn from the model itself. */
    private record Case(AnswerPosterior votes, int right) {}

    @ParameterizedTest
    @CsvSource({"1.2, 11", "2.4, 12", "3.24, 13", "5, 14", "8, 15"})
    void itFindsTheGainThatMadeTheOutcomes(double gain, long seed) {
        GainCalibration calibration = new GainCalibration(ASSUMED, SPREAD);
        cases(new VoterModel(gain, ASSUMED.dependence()), 4_000, seed).forEach(one -> learn(calibration, one));

        double deviation = (Math.log(gain) - Math.log(calibration.gain(0)))
                / (Math.log(calibration.gain(1)) - Math.log(calibration.gain(0)));
        assertThat(calibration.gain(0)).isCloseTo(gain, within(0.1 * gain));
        assertThat(deviation).isBetween(-4.0, 4.0);
        assertThat(calibration.outcomes()).isEqualTo(4_000);
        assertThat(calibration.model().dependence()).isEqualTo(ASSUMED.dependence());
    }

    @Test
    void aRightSupporterRaisesTheGainAndAWrongOneLowersIt() {
        for (int voters = 1; voters <= 20; voters++) {
            GainCalibration right = new GainCalibration(ASSUMED, SPREAD);
            right.learn(unanimous(voters), 3, OptionalInt.of(0));
            GainCalibration wrong = new GainCalibration(ASSUMED, SPREAD);
            wrong.learn(unanimous(voters), 3, OptionalInt.empty());

            assertThat(right.gain(0)).isGreaterThan(ASSUMED.gain());
            assertThat(wrong.gain(0)).isLessThan(ASSUMED.gain());
        }
    }

    @Test
    void theRangeShrinksWithEveryOutcomeAndNeverWidens() {
        GainCalibration calibration = new GainCalibration(ASSUMED, SPREAD);
        double range = range(calibration);
        for (Case one : cases(ASSUMED, 500, 21)) {
            learn(calibration, one);
            assertThat(range(calibration)).isLessThanOrEqualTo(range);
            range = range(calibration);
        }
        assertThat(range).isLessThan(0.3 * SPREAD);
    }

    @Test
    void questionsThatSayNothingTeachNothing() {
        GainCalibration calibration = new GainCalibration(ASSUMED, SPREAD);
        calibration.learn(new AnswerPosterior(3), 1, OptionalInt.of(1));
        assertThat(calibration.outcomes()).isZero();

        AnswerPosterior even = new AnswerPosterior(2);
        even.cast(AnswerBallot.of(0, 1));
        even.cast(AnswerBallot.of(1, 1));
        calibration.learn(even, 0, OptionalInt.of(1));
        assertThat(calibration.outcomes()).isEqualTo(1);
        assertThat(calibration.gain(0)).isCloseTo(ASSUMED.gain(), within(1e-12));
    }

    @Test
    void theOrderOfOutcomesHardlyMatters() {
        List<Case> cases = new ArrayList<>(cases(new VoterModel(2, ASSUMED.dependence()), 300, 31));
        GainCalibration first = new GainCalibration(ASSUMED, SPREAD);
        cases.forEach(one -> learn(first, one));
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(cases, new Random(seed));
            GainCalibration other = new GainCalibration(ASSUMED, SPREAD);
            cases.forEach(one -> learn(other, one));

            assertThat(other.gain(0)).isCloseTo(first.gain(0), within(0.05 * first.gain(0)));
        }
    }

    @Test
    void endlessSurprisesStayFinite() {
        GainCalibration wrong = new GainCalibration(new VoterModel(1e6, 0), 50);
        GainCalibration right = new GainCalibration(new VoterModel(1e-6, 1), 50);
        for (int i = 0; i < 10_000; i++) {
            wrong.learn(unanimous(30), 1, OptionalInt.empty());
            right.learn(unanimous(30), 1, OptionalInt.of(0));
        }
        assertThat(wrong.gain(0)).isFinite().isPositive().isLessThan(1);
        assertThat(right.gain(0)).isFinite().isPositive();
    }

    @Test
    void badInputIsRefused() {
        GainCalibration calibration = new GainCalibration(ASSUMED, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> new GainCalibration(ASSUMED, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new GainCalibration(ASSUMED, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calibration.learn(unanimous(1), 0, OptionalInt.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> calibration.learn(unanimous(1), 0, OptionalInt.of(1)));
        calibration.learn(unanimous(1), 1, OptionalInt.empty());
        assertThat(calibration.gain(0)).isCloseTo(ASSUMED.gain(), within(1e-12));
    }

    private static void learn(GainCalibration calibration, Case one) {
        calibration.learn(one.votes(), 0, OptionalInt.of(one.right()));
    }

    private static double range(GainCalibration calibration) {
        return Math.log(calibration.gain(1)) - Math.log(calibration.gain(0));
    }

    private static AnswerPosterior unanimous(int voters) {
        AnswerPosterior votes = new AnswerPosterior(1);
        for (int i = 0; i < voters; i++) {
            votes.cast(AnswerBallot.of(0, 1));
        }
        return votes;
    }

    private static List<Case> cases(VoterModel model, int count, long seed) {
        Random random = new Random(seed);
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AnswerPosterior votes = new AnswerPosterior(ANSWERS);
            int voters = 1 + random.nextInt(9);
            for (int voter = 0; voter < voters; voter++) {
                votes.cast(AnswerBallot.of(random.nextInt(ANSWERS), 0.5 + random.nextDouble() / 2));
            }
            double[] probabilities = votes.probabilities(model, 0);
            double draw = random.nextDouble();
            int right = 0;
            while (right < ANSWERS - 1 && draw >= probabilities[right]) {
                draw -= probabilities[right];
                right++;
            }
            cases.add(new Case(votes, right));
        }
        return cases;
    }
}
