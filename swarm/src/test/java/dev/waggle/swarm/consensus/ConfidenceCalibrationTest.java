package dev.waggle.swarm.consensus;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConfidenceEstimate.Basis;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ConfidenceCalibrationTest {

    private static final ConfidenceModel ASSUMED = ConfidenceModel.alone();

    @Test
    void withoutOutcomesItIsTheAssumption() {
        ConfidenceCalibration calibration = new ConfidenceCalibration(ASSUMED);
        calibration.learn(tally(0, 0), null);

        assertThat(calibration.outcomes()).isZero();
        assertThat(calibration.model()).isSameAs(ASSUMED);
        assertThat(calibration.model().estimate(tally(2, 1), "p0").basis()).isEqualTo(Basis.ASSUMED);
    }

    @Test
    void outcomesMoveTheEstimateAndNarrowItsInterval() {
        ConfidenceCalibration calibration = new ConfidenceCalibration(ASSUMED);
        ConfidenceEstimate before = ASSUMED.estimate(tally(2, 1), "p0");
        double width = before.high() - before.low();
        for (int outcome = 1; outcome <= 50; outcome++) {
            calibration.learn(tally(3, 0), outcome % 2 == 0 ? "p0" : null);
            ConfidenceEstimate now = calibration.model().estimate(tally(2, 1), "p0");

            assertThat(now.basis()).isEqualTo(Basis.CALIBRATED);
            assertThat(now.outcomes()).isEqualTo(outcome);
        }
        ConfidenceEstimate after = calibration.model().estimate(tally(2, 1), "p0");
        assertThat(after.probability()).isLessThan(before.probability());
        assertThat(after.high() - after.low()).isLessThan(width / 2);
        assertThat(after.inWords()).endsWith("calibrated on 50 outcomes");
        ConfidenceCalibration next = new ConfidenceCalibration(calibration.model());
        assertThat(next.outcomes()).isEqualTo(next.model().outcomes()).isEqualTo(50);
        next.learn(tally(3, 0), "p0");
        assertThat(next.outcomes()).isEqualTo(next.model().outcomes()).isEqualTo(51);
        assertThat(calibration.model().withAnswers(4).withDependence(0.2).outcomes()).isEqualTo(50);
    }

    @Test
    void itsPriorIsTheIntervalOfTheAssumption() {
        ConfidenceCalibration calibration = new ConfidenceCalibration(ASSUMED);
        calibration.learn(tally(1, 1), "p0"); // An even vote says nothing about the gain.

        assertThat(calibration.model().voters().gain()).isCloseTo(ASSUMED.voters().gain(), within(0.05));
        assertThat(calibration.model().weakestGain()).isCloseTo(ASSUMED.weakestGain(), within(0.2));
        assertThat(calibration.model().strongestGain()).isCloseTo(ASSUMED.strongestGain(), within(0.3));
    }

    @Test
    void anUnknownProposalIsRefused() {
        ConfidenceCalibration calibration = new ConfidenceCalibration(ASSUMED);

        assertThatIllegalArgumentException().isThrownBy(() -> calibration.learn(tally(2, 1), "p7"))
                .withMessageContaining("none of the 2 proposals is \"p7\"");
        assertThat(calibration.outcomes()).isZero();
    }

    private static VoteTally tally(int first, int second) {
        List<Proposal> proposals = IntStream.range(0, 2)
                .mapToObj(i -> new Proposal("p" + i, "answer " + i, "", "", "", 1, Instant.EPOCH)).toList();
        List<VoteRecord> votes = IntStream.range(0, first + second).mapToObj(i -> new VoteRecord("v" + i,
                new Payload.Vote(i < first ? "p0" : "p1", Stance.AGREE, null, 1), Instant.EPOCH, null, "")).toList();
        return VoteTally.of(proposals, votes, BallotRule.EXCLUSIVE, 10);
    }
}
