package dev.waggle.swarm.selection;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class CalibrationTrackerTest {

    private final CalibrationTracker tracker = new CalibrationTracker();

    @Test
    void aRunTeachesOnceAlsoAcrossAProcess() {
        List<ClaimOutcome> outcomes = List.of(new ClaimOutcome("a", 0.9, true));
        CalibrationTracker first = new CalibrationTracker();
        first.learn("run-1", outcomes);
        CalibrationSnapshot kept = first.snapshot();

        CalibrationTracker next = new CalibrationTracker(kept);
        next.learn("run-1", outcomes);
        assertThat(next.snapshot()).isEqualTo(kept);
        next.learn("run-2", outcomes);

        assertThat(next.snapshot().of("a").sampleCount()).isEqualTo(2);
        assertThat(next.snapshot().runs()).containsExactly("run-1", "run-2");
    }

    @Test
    void theNewestRunsAreRemembered() {
        CalibrationTracker tracker = new CalibrationTracker(new CalibrationSnapshot(Map.of())); // No run recorded yet.
        for (int run = 0; run <= CalibrationSnapshot.MAX_RUNS; run++) {
            tracker.learn("run-" + run, List.of(new ClaimOutcome("a", 0.9, true)));
        }

        assertThat(tracker.snapshot().runs()).hasSize(CalibrationSnapshot.MAX_RUNS).doesNotContain("run-0")
                .last().isEqualTo("run-" + CalibrationSnapshot.MAX_RUNS);
    }

    @Test
    void j18NinetyPercentSureAndRightHalfTheTimeIsWorthAboutAHalf() {
        for (int i = 0; i < 10; i++) {
            tracker.outcome("bold", 0.9, i % 2 == 0);
        }

        assertThat(tracker.snapshot().of("bold").adjust(0.9)).isCloseTo(0.5, within(1e-12));
        assertThat(tracker.snapshot().of("stranger").adjust(0.9)).isEqualTo(0.9);
    }

    @Test
    void fourClaimsAreTooFewAndFiveAreEnough() {
        IntStream.range(0, 4).forEach(_ -> tracker.outcome("a", 0.8, false));
        assertThat(tracker.snapshot().of("a").adjust(0.8)).isEqualTo(0.8);

        tracker.outcome("a", 0.8, false);
        assertThat(tracker.snapshot().of("a").adjust(0.8)).isCloseTo(0.8 * 0.3, within(1e-12));
    }

    @Test
    void confidenceIsNeverTakenAwayNorMadeCertain() {
        for (int i = 0; i < 100; i++) {
            tracker.outcome("wrong", 1, false);
            tracker.outcome("shy", 0.2, true);
            tracker.outcome("unsure", 0, true);
        }
        CalibrationSnapshot known = tracker.snapshot();

        assertThat(known.of("wrong").adjust(0.1)).isEqualTo(0.05);
        assertThat(known.of("shy").adjust(0.9)).isEqualTo(0.99);
        assertThat(known.of("shy").adjustmentFactor()).isEqualTo(1.5);
        assertThat(known.of("unsure").adjustmentFactor()).isEqualTo(1);
        assertThat(known.of("wrong").overconfidenceRatio()).isEqualTo(1);
        assertThat(known.of("shy").overconfidenceRatio()).isZero();
        assertThat(known.of("shy").calibrationError()).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void nothingKnownMeasuresNothing() {
        assertThat(AgentCalibration.NONE.calibrationError()).isZero();
        assertThat(AgentCalibration.NONE.overconfidenceRatio()).isZero();
        assertThat(AgentCalibration.NONE.adjustmentFactor()).isEqualTo(1);
        assertThat(AgentCalibration.NONE.sampleCount()).isZero();
    }

    @Test
    void f18ASnapshotDoesNotSeeWhatIsLearnedLater() {
        CalibrationSnapshot before = tracker.snapshot();
        IntStream.range(0, 20).forEach(_ -> tracker.outcome("a", 0.9, false));

        assertThat(before.of("a").adjust(0.9)).isEqualTo(0.9);
        assertThat(tracker.snapshot().of("a").adjust(0.9)).isLessThan(0.9);
    }

    @Test
    void anotherTrackerGoesOnWithWhatWasKept() {
        IntStream.range(0, 7).forEach(i -> tracker.outcome("a", 0.1 * i, i > 3));
        CalibrationTracker restarted = new CalibrationTracker(tracker.snapshot());
        tracker.outcome("a", 1, true);
        restarted.outcome("a", 1, true);

        assertThat(restarted.snapshot()).isEqualTo(tracker.snapshot());
    }

    @Test
    void anAgentTakesAsMuchRoomAfterAMillionClaimsAsAfterOne() {
        List<ClaimOutcome> many = Collections.nCopies(1_000, new ClaimOutcome("a", 0.95, true));
        IntStream.range(0, 10).forEach(_ -> tracker.learn(many));

        assertThat(tracker.snapshot().of("a").bins()).hasSize(10);
        assertThat(tracker.snapshot().of("a").sampleCount()).isEqualTo(10_000);
        assertThat(tracker.snapshot().of("a").calibrationError()).isCloseTo(0.05, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.NEGATIVE_INFINITY})
    void refusesConfidencesOutsideTheirRange(double bad) {
        assertThatThrownBy(() -> tracker.outcome("a", bad, true)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("agent a").hasMessageContaining(String.valueOf(bad));
        assertThat(tracker.snapshot()).isEqualTo(CalibrationSnapshot.NONE);
    }

    @Test
    void refusesWhatCannotHaveBeenLearned() {
        assertThatThrownBy(() -> tracker.outcome(" ", 0.5, true)).hasMessageContaining("id of an agent");
        assertThatThrownBy(() -> new AgentCalibration(List.of(), 0)).hasMessageContaining("10 bins, got 0");
        assertThatThrownBy(() -> new AgentCalibration(AgentCalibration.NONE.bins(), 1)).hasMessageContaining(
                "got 1");
        assertThatThrownBy(() -> new AgentCalibration.ConfidenceBin(1, 0.5, 2)).hasMessageContaining("got 2 and 0.5");
        assertThatThrownBy(() -> new AgentCalibration.ConfidenceBin(1, Double.NaN, 1)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new AgentCalibration.ConfidenceBin(-1, 0, 0)).hasMessageContaining("-1 claims");
    }

    @Test
    void agentsStandInTheOrderOfTheirIds() {
        tracker.outcome("b", 0.5, true);
        tracker.outcome("a", 0.5, true);

        assertThat(tracker.snapshot().agents().keySet()).containsExactly("a", "b");
        assertThat(new CalibrationSnapshot(Map.of()).agents()).isEmpty();
    }
}
