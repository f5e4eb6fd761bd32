package dev.waggle.swarm.scenario;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;

/** Late votes count: the votes are evaluated again as long as a signal arrives that can change their result. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class LateVotesTest {

    private final SolveTestBed table = new SolveTestBed();

    @ParameterizedTest(name = "{0} rounds")
    @ValueSource(ints = {2, 3})
    void aThirdProposalThatAllVoteForInADebateIsDecided(int rounds) {
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(rounds), inDebate("C"));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do C");
        assertThat(result.agreement()).isEqualTo(1);
        assertThat(SolveTestBed.types(result)).containsOnlyOnce("consensus:reached");
        assertRecorded(result);
    }

    @Test
    void theAlternativeOfAChallengeThatAllVoteForInADebateIsDecided() {
        Participant newest = turn -> List.of(ScriptedAgent.votes(Stance.AGREE, proposals(turn).getLast()));
        Participant challenge = turn -> List.of(Draft.of(new Payload.Challenge(
                turn.debate().orElseThrow().proposalA().id(), "both are wrong", "do neither"), 0.9));
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(2),
                author("a", "A").debates(2, newest), author("b", "B").debates(2, newest),
                agent("c").debates(1, challenge).debates(2, newest), agent("d").debates(2, newest));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do neither");
        assertRecorded(result);
    }

    @Test
    void votesOfADebateThatALimitCutCount() {
        SwarmResult result = table.solve(Limits.defaults().withMaxSignals(13), inDebate("C"));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
        assertThat(result.answer()).isEqualTo("do C");
        assertRecorded(result);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "C"})
    void votesOfADebateThatIsCancelledCountAndNobodyIsAskedAnyMore(String winner) {
        Draft vote = ScriptedAgent.votes(Stance.AGREE, winner);
        ScriptedAgent listener = agent("d").debating(1, vote);
        AtomicReference<Swarm> own = new AtomicReference<>();
        Consumer<SwarmEvent> canceller = event -> {
            if (event instanceof SwarmEvent.DebateRoundEnded) {
                own.get().close();
            }
        };
        try (Swarm swarm = new Swarm(table.config(author("a", "A"), author("b", "B"), author("e", "C", 0.5),
                agent("c").debating(1, vote), listener).withSynthesizer((material, context) -> "written")
                .withEventListener(canceller))) {
            own.set(swarm);
            SwarmResult result = swarm.solve(SolveTestBed.TASK);

            assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.answer()).as("nobody writes one").isEqualTo("do " + winner);
            assertThat(result.coordination().debateResults()).singleElement().returns(1, DebateResult::roundsUsed);
            assertThat(listener.turns()).hasSize(3); // Two rounds and one of the debate.
            assertThat(result.signalLog().getLast().type()).isEqualTo(SignalType.CONSENSUS_REACHED);
            assertRecorded(result);
        }
    }

    @Test
    void whatIsSaidAfterALookThatFoundTooFewVotesIsInTheRecord() {
        ScriptedAgent late = agent("c").unasked().says(2, ScriptedAgent.finds("first"))
                .says(3, ScriptedAgent.votes(Stance.AGREE, "A"));
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(3), author("a", "A"), author("b", "B"), late);

        assertThat(result.coordination().debateResults()).hasSize(1);
        assertThat(result.consensus().decided()).isFalse();
        assertRecorded(result);
        assertThat(result.consensus().votingRecord()).hasSize(1);
    }

    @Test
    void whatWasReadAlreadyIsNotReadAgain() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), agent("c"));

        assertThat(result.coordination().debateResults()).hasSize(1);
        assertThat(table.events(SwarmEvent.ConsensusChecked.class)).hasSize(1);
    }

    /** Two rivals, a third proposal in the debate on them, and votes of all agents for the third. */
    private static Agent[] inDebate(String third) {
        Draft vote = ScriptedAgent.votes(Stance.AGREE, third);
        return new Agent[] {author("a", "A").debating(2, vote), author("b", "B").debating(2, vote),
            agent("c").debating(1, ScriptedAgent.proposes(third)).debating(2, vote), agent("d").debating(2, vote)};
    }

    private static List<String> proposals(Turn turn) {
        return turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .map(signal -> ((Payload.Proposal) signal.payload()).proposalId()).toList();
    }

    private static void assertRecorded(SwarmResult result) {
        assertThat(result.consensus().votingRecord()).as("D16")
                .hasSameSizeAs(SolveTestBed.said(result, SignalType.VOTE));
    }
}
