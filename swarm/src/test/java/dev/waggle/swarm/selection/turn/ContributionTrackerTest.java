package dev.waggle.swarm.selection.turn;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.selection.AgentContribution;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContributionTrackerTest {

    private final ContributionTracker tracker = new ContributionTracker();

    @Test
    void f24TwoProposalsAndThreeVotesAndAZeroRow() {
        tracker.join("busy");
        tracker.join("silent");
        tracker.record("busy", SampleSignals.proposes("busy", "p", 0.5));
        tracker.record("busy", SampleSignals.proposes("busy", "q", 0.7));
        for (Stance stance : Stance.values()) {
            tracker.record("busy", SampleSignals.votes("busy", stance, "p", 0.6));
        }

        assertThat(tracker.all().values()).containsExactly(new AgentContribution("busy", 5, 2, 0, 3, 0.6),
                new AgentContribution("silent", 0, 0, 0, 0, 0));
    }

    @Test
    void challengesHaveAColumnAndOtherSignalsOnlyCount() {
        tracker.record("a", SampleSignals.signal("1", "challenge", "a", 0.5));
        tracker.record("a", SampleSignals.signal("2", "discovery", "a", 0.5));
        tracker.record("a", SampleSignals.signal("3", "doubt", "a", 0.5));

        assertThat(tracker.of("a")).isEqualTo(new AgentContribution("a", 3, 0, 1, 0, 0.5));
    }

    @Test
    void aConfidenceThatNobodyStatedIsNoPartOfTheMean() {
        tracker.record("a", SampleSignals.signal("1", "discovery", "a", 0.9));
        tracker.record("a", SampleSignals.unstated(SampleSignals.proposes("a", "p", 0.5)));
        tracker.record("b", SampleSignals.unstated(SampleSignals.proposes("b", "q", 0.5)));

        assertThat(tracker.of("a").avgConfidence()).isEqualTo(0.9);
        assertThat(tracker.of("b")).isEqualTo(new AgentContribution("b", 1, 1, 0, 0, 0.5));
    }

    @Test
    void whoIsNotKnownBroughtNothing() {
        assertThat(tracker.of("nobody")).isEqualTo(new AgentContribution("nobody", 0, 0, 0, 0, 0));
        assertThat(tracker.all()).isEmpty();
    }
}
