package dev.waggle.swarm.evaluation;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.consensus.BallotRule;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;

/** A merge into an empty log that a kill ended midway. */
class CutMergeTest {

    private static final SolveBallots BALLOTS = ballots(BallotRule.EXCLUSIVE, voter("a", Stance.AGREE, "p", 0.9),
            voter("b", Stance.AGREE, "q", 0.7));

    private final ManualWorld world = new ManualWorld(SampleOutcomes.NOON, 1);

    @Test
    void theSameMergeCompletesIt() {
        OutcomeTracker other = OutcomeTracker.inMemory(world);
        var _ = other.tell(answered("r0", "p", BALLOTS));
        var _ = other.tell(answered("r1", "p", BALLOTS));
        var _ = other.replace(answered("r1", "q", BALLOTS));
        OutcomeTracker cut = OutcomeTracker.inMemory(world);
        other.read(OutcomeMark.START, told -> {
            if (told.end().number() <= 2) {
                var _ = cut.tell(told.outcome()); // The kill comes before the replacement is copied.
            }
        });

        var _ = new OutcomeMerge(cut, other).tell(_ -> {});

        assertThat(cut.find("r1")).isEqualTo(other.find("r1"));
    }
}
