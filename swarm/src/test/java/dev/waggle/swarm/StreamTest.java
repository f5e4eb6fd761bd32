package dev.waggle.swarm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class StreamTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test // consensus:reached is in the log between consensus:check and round:end
    @DisplayName("G1 the team of f1 streams exactly its milestones")
    void theTeamOfF1StreamsExactlyItsMilestones() {
        assertThat(streamed(table.config(ScriptedAgent.team())).stream().map(SolveTestBed::told)).containsExactly(
                "solve:start",
                "signal:emitted(task:new)", //
                "round:start 1", "agent:reacted(proposer)", "signal:emitted(proposal)", "math:round-analysis 1",
                "round:end 1", //
                "round:start 2", "agent:reacted(voter 1)", "agent:reacted(voter 2)", "signal:emitted(vote)",
                "signal:emitted(vote)", "math:round-analysis 2", "consensus:check(decided)",
                "signal:emitted(consensus:reached)",
                "round:end 2", "solve:complete");
    }

    @Test
    @DisplayName("G1 an agent is heard of before a slower one is ready")
    void anAgentIsHeardOfBeforeASlowerOneIsReady() throws Exception {
        CountDownLatch firstWasSeen = new CountDownLatch(1);
        ScriptedAgent quick = ScriptedAgent.agent("quick").says(1, ScriptedAgent.finds("x"));
        ScriptedAgent slow = ScriptedAgent.agent("slow").does(1, turn -> {
            firstWasSeen.await();
            return List.of();
        });
        try (Swarm swarm = new Swarm(table.config(quick, slow)); SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            for (SwarmEvent.Milestone event : stream) {
                if (SolveTestBed.told(event).equals("agent:reacted(quick)")) {
                    firstWasSeen.countDown();
                }
            }
            assertThat(stream.result().ending()).isEqualTo(LoopStop.SILENCE);
        }
    }

    @Test
    void aSolveThatNeverCouldDecideIsCheckedOnceAtTheEnd() {
        assertThat(streamed(table.config(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")))).stream()
                .map(SolveTestBed::told)).endsWith("round:end 1", "consensus:check(undecided)", "solve:complete");
    }

    @Test
    @DisplayName("G8 whoever leaves early cancels the solve")
    void whoeverLeavesEarlyCancelsTheSolve() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch thinking = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            thinking.countDown();
            never.await();
            return List.of();
        });
        try (Swarm swarm = new Swarm(table.config(agent))) {
            SwarmStream stream = swarm.stream(SolveTestBed.TASK);
            assertThat(stream.iterator().next().type()).isEqualTo("solve:start");
            SolveTestBed.waitStubbornly(thinking);
            stream.close();

            assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(agent.turns()).hasSize(1);
            assertThat(table.story()).endsWith("round:end 1", "consensus:failed", "solve:complete");
        }
    }

    @Test
    @DisplayName("G9 a reader that comes late misses nothing")
    void aReaderThatComesLateMissesNothing() {
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.team()));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            SwarmResult result = stream.result();
            List<SwarmEvent> late = new ArrayList<>();
            stream.forEach(late::add);

            assertThat(late).hasSize(17).last().isEqualTo(new SwarmEvent.SolveCompleted(result));
        }
    }

    @Test
    @DisplayName("G10 solving and streaming give equal results")
    void solvingAndStreamingGiveEqualResults() {
        SolveTestBed other = new SolveTestBed();
        SwarmResult solved = SolveTestBed.solve(table.config(ScriptedAgent.team()));
        try (Swarm swarm = new Swarm(other.config(ScriptedAgent.team()));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            assertThat(stream.result()).isEqualTo(solved);
        }
        assertThat(other.events).isEqualTo(table.events);
        assertThat(other.logged()).isEqualTo(table.logged());
    }

    @Test
    void theStreamMissesNothingWhenAListenerThrows() {
        SwarmConfig grumpy = table.config(ScriptedAgent.team()).withEventListener(event -> {
            throw new IllegalStateException("I do not want to know of " + event.type());
        });

        assertThat(streamed(grumpy)).hasSize(17);
    }

    @Test
    void aFailedStreamHasEndedForWhoeverAsksAgain() {
        SwarmConfig broken = SwarmConfig.of(ScriptedAgent.team()).withJournal(new RefusingJournal(signal -> {
            throw new UncheckedIOException(new IOException("disk full"));
        }));
        try (Swarm swarm = new Swarm(broken); SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            Iterator<SwarmEvent.Milestone> iterator = stream.iterator();

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(iterator::hasNext);
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void aStreamIsIteratedOnce() {
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.team()));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            Iterator<SwarmEvent.Milestone> first = stream.iterator();
            first.forEachRemaining(event -> {
            });
            assertThat(first.hasNext()).isFalse();
            assertThatIllegalStateException().isThrownBy(stream::iterator);
        }
    }

    @Test
    void aReaderThatIsInterruptedCancelsTheSolve() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch thinking = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            thinking.countDown();
            never.await();
            return List.of();
        });
        try (Swarm swarm = new Swarm(table.config(agent))) {
            for (boolean iterating : new boolean[] {true, false}) {
                SwarmStream stream = swarm.stream(SolveTestBed.TASK);
                CompletableFuture<Boolean> flag = new CompletableFuture<>();
                Thread reader = Thread.ofVirtual().start(() -> {
                    if (iterating) {
                        stream.forEach(event -> {
                        });
                    }
                    assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
                    flag.complete(Thread.currentThread().isInterrupted());
                });
                thinking.await();
                reader.interrupt();

                assertThat(flag.get()).isTrue();
                assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
            }
        }
    }

    @Test
    void aDecisionIsInTheStreamBeforeItsRoundEnds() {
        List<SwarmEvent.Milestone> events = streamed(table.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "p1"))));

        assertThat(events.stream().map(SolveTestBed::told)).containsSubsequence("consensus:check(decided)",
                "signal:emitted(consensus:reached)", "round:end 2", "solve:complete");
    }

    private static List<SwarmEvent.Milestone> streamed(SwarmConfig config) {
        List<SwarmEvent.Milestone> events = new ArrayList<>();
        try (Swarm swarm = new Swarm(config); SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            stream.forEach(events::add);
        }
        return events;
    }
}
