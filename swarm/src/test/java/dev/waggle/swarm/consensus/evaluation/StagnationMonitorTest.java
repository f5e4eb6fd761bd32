package dev.waggle.swarm.consensus.evaluation;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.Ballot;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.RoundVotes;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.Stagnation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StagnationMonitorTest {

    private final StagnationMonitor monitor = new StagnationMonitor();

    @Test
    void threeRoundsWithoutAChangeAreStalled() {
        assertThat(observed(votes("A", 0.5), votes("A", 0.5), votes("A", 0.5))).isEmpty();
        assertThat(monitor.observe(votes("A", 0.5))).contains(Stagnation.STALLED);
    }

    @Test
    void aTieStallsToo() {
        RoundVotes tie = new RoundVotes(Optional.empty(), 0, Map.of(new Ballot("a", "A"), Stance.DISAGREE), 2);

        assertThat(observed(tie, tie, tie, tie)).contains(Stagnation.STALLED);
    }

    @Test
    void withoutVotesNothingStandsStill() {
        RoundVotes silent = new RoundVotes(Optional.empty(), 0, Map.of(), 2);

        assertThat(observed(silent, silent, silent, silent, silent, silent)).isEmpty();
    }

    @Test
    void aConfidenceThatCreepsOnMoves() {
        for (int round = 0; round < 10; round++) {
            assertThat(monitor.observe(votes("A", 0.5 + 0.02 * round))).as("round %d", round).isEmpty();
        }
    }

    @Test
    void aNewProposalBeginsAnew() {
        RoundVotes more = new RoundVotes(Optional.of("A"), 0.5, votes("A", 0.5).stances(), 3);

        assertThat(observed(votes("A", 0.5), votes("A", 0.5), votes("A", 0.5), more, more, more)).isEmpty();
        assertThat(monitor.observe(more)).contains(Stagnation.STALLED);
    }

    @Test
    void anOpenRoundBeginsAnew() {
        assertThat(observed(votes("A", 0.5), votes("A", 0.5), votes("A", 0.5))).isEmpty();
        monitor.observeOpen(votes("A", 0.5));

        assertThat(observed(votes("A", 0.5), votes("A", 0.5))).isEmpty();
        assertThat(monitor.observe(votes("A", 0.5))).contains(Stagnation.STALLED);
    }

    @Test
    void threeChangesOfTheLeadBetweenTwoAreAnOscillation() {
        assertThat(observed(votes("A", 0.5), votes("B", 0.5), votes("A", 0.5))).isEmpty();
        assertThat(monitor.observe(votes("B", 0.5))).contains(Stagnation.OSCILLATING);
    }

    @Test
    void aLeadThatGoesRoundAmongThreeIsNone() {
        assertThat(observed(votes("A", 0.5), votes("B", 0.5), votes("C", 0.5), votes("A", 0.5), votes("B", 0.5),
                votes("C", 0.5), votes("A", 0.5))).isEmpty();
    }

    @Test
    void aLeadThatHoldsForTwoRoundsIsNone() {
        assertThat(observed(votes("A", 0.5), votes("A", 0.5), votes("B", 0.5), votes("B", 0.5), votes("A", 0.5),
                votes("A", 0.5), votes("B", 0.5))).isEmpty();
    }

    private Optional<Stagnation> observed(RoundVotes... rounds) {
        Optional<Stagnation> last = Optional.empty();
        for (RoundVotes round : List.of(rounds)) {
            last = monitor.observe(round);
        }
        return last;
    }

    /** One agent, which agrees with the leader alone. */
    private static RoundVotes votes(String leader, double confidence) {
        return new RoundVotes(Optional.of(leader), confidence, Map.of(new Ballot("a", leader), Stance.AGREE), 2);
    }
}
