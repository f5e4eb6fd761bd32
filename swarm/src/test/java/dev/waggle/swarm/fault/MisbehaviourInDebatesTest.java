package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.DebateProbabilities;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Debates that limits end, and agents that misbehave in them. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class MisbehaviourInDebatesTest {

    private static final Draft AGREES_WITH_A = ScriptedAgent.votes(Stance.AGREE, "A");

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("E9 a timeout stops a debate")
    void e9ATimeoutStopsADebate() {
        CountDownLatch thinking = new CountDownLatch(1);
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(10));
        try (Swarm swarm = new Swarm(table.config(author("a", "A"), author("b", "B"),
                agent("c").debates(1, turn -> {
                    thinking.countDown();
                    new CountDownLatch(1).await();
                    return List.of();
                }), agent("d").debating(1, AGREES_WITH_A)).withLimits(limits))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(thinking);
            table.runOut(limits);
            SwarmResult result = solving.join();

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(result.coordination().debateResults()).singleElement().extracting(DebateResult::resolved)
                    .isEqualTo(false);
            assertThat(table.milestones()).containsSubsequence("debate:round 1", "debate:end(unresolved)",
                    "round:end 2",
                    "solve:complete");
            assertThat(table.events(SwarmEvent.ConsensusFailed.class).getLast().reason())
                    .isEqualTo(ConsensusFailure.TIMEOUT);
        }
    }

    @Test
    @DisplayName("E9 cancelling stops a debate")
    void e9CancellingStopsADebate() {
        CountDownLatch thinking = new CountDownLatch(1);
        try (Swarm swarm = new Swarm(table.config(author("a", "A"), author("b", "B"), agent("c").debates(1, turn -> {
            thinking.countDown();
            new CountDownLatch(1).await();
            return List.of();
        })))) {
            SwarmStream stream = swarm.stream(SolveTestBed.TASK);
            SolveTestBed.waitStubbornly(thinking);
            stream.close();

            assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(stream.result().coordination().debateResults()).singleElement()
                    .extracting(DebateResult::roundsUsed)
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("E9 the limit of signals holds in a debate")
    void e9TheLimitOfSignalsHoldsInADebate() {
        for (int limit = 4; limit <= 17; limit++) {
            SwarmResult result = new SolveTestBed().solve(Limits.defaults().withMaxSignals(limit), author("a", "A"),
                    author("b", "B"), agent("c").debating(1, chat(3)).debating(2, chat(3)).debating(3, chat(3)));

            assertThat(result.signalLog()).as("limit %d", limit).hasSizeLessThanOrEqualTo(limit);
            assertThat(result.coordination().debateResults()).as("limit %d", limit)
                    .allSatisfy(debate -> assertThat(debate.resolved()).isFalse());
            if (limit == 7) { // Task, two proposals and their conflict, two challenges, and one of three findings.
                assertThat(result.ending()).as("limit %d", limit).isEqualTo(LoopStop.MAX_SIGNALS);
                assertThat(result.coordination().debateResults()).singleElement().extracting(DebateResult::roundsUsed)
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void oneVoiceIsOneVoiceHoweverOftenItVotes() {
        List<Draft> hundred = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hundred.add(AGREES_WITH_A);
        }
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"),
                agent("c").debates(1, turn -> hundred));

        assertThat(table.events(SwarmEvent.DebateRoundEnded.class).getFirst().posteriors().get("A"))
                .isCloseTo(DebateProbabilities.ofVotes(1), within(1e-12));
        assertThat(result.coordination().debateResults().getFirst().resolved()).isFalse();
    }

    @Test
    void whoeverThrowsInADebateIsNotedAndTheOthersGoOn() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), agent("c").debates(1, turn -> {
            throw new IllegalStateException("I do not argue");
        }), agent("d").debating(1, AGREES_WITH_A), agent("e").debating(1, AGREES_WITH_A));

        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.agentId()).isEqualTo("c");
            assertThat(failure.message()).isEqualTo("I do not argue");
        });
        assertThat(result.coordination().debateResults().getFirst().winningProposalId()).isEqualTo("A");
    }

    @Test
    void aFloodInADebateIsCutToItsShare() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), agent("c").debates(1, turn -> {
            List<Draft> flood = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                flood.add(ScriptedAgent.finds("this"));
            }
            return flood;
        }));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.coordination().debateResults()).singleElement().satisfies(debate -> {
            assertThat(debate.resolved()).isFalse();
            assertThat(debate.roundsUsed()).isEqualTo(3);
            assertThat(debate.signals()).hasSize(6 + (200 - 4 - 2) / 3); // Challenges, and the share of the rest.
        });
    }

    private static Draft[] chat(int findings) {
        Draft[] chat = new Draft[findings];
        Arrays.setAll(chat, i -> ScriptedAgent.finds("finding " + i));
        return chat;
    }
}
