package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.TurnCountingAgent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Solves that a timeout, their caller or their swarm stops: they end at once, and publish nothing afterwards. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class StoppedSolvesTest {

    private static final Limits SHORT = Limits.defaults().withTimeout(Duration.ofMillis(50));

    /** Number of closings, enough that a close meets every moment of an opening. */
    private static final int CLOSINGS = 3000;

    private final SolveTestBed table = new SolveTestBed();
    private final CountDownLatch thinking = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    @DisplayName("F6 an agent that hangs and ignores interrupts costs its turn and no more than the time")
    void anAgentThatHangsAndIgnoresInterruptsCostsItsTurnAndNoMoreThanTheTime() {
        CountDownLatch reacted = new CountDownLatch(1);
        ScriptedAgent quick = ScriptedAgent.agent("quick").says(1, ScriptedAgent.finds("x"));
        ScriptedAgent stuck = ScriptedAgent.agent("a stuck one").does(1, this::hang);
        try (Swarm swarm = new Swarm(table.config(quick, stuck).withLimits(SHORT).withEventListener(event -> {
            if (event instanceof SwarmEvent.AgentReacted) {
                reacted.countDown();
            }
        }))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(reacted);
            SolveTestBed.waitStubbornly(thinking);
            table.runOut(SHORT);
            SwarmResult result = solving.join();

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery", "agent:error");
            assertThat(result.failures()).singleElement().returns("a stuck one", AgentFailure::agentId)
                    .returns("agent.a stuck one.react", AgentFailure::context);
            assertThat(result.timing().roundsUsed()).isEqualTo(1);
        } finally {
            released.countDown();
        }
    }

    @Test
    void aListenerThatInterruptsTheSolveCancelsIt() {
        SwarmResult result = SolveTestBed
                .solve(table.config(ScriptedAgent.agent("a").does(1, this::hang)).withEventListener(event -> {
                    if (event instanceof SwarmEvent.RoundStarted) {
                        Thread.currentThread().interrupt();
                    }
                }));
        released.countDown();

        assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
    }

    @Test
    void aListenerMayCloseTheSwarmBeforeTheFirstRound() {
        AtomicReference<Swarm> own = new AtomicReference<>();
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"));
        try (Swarm swarm = new Swarm(table.config(agent).withEventListener(event -> {
            if (event instanceof SwarmEvent.SolveStarted) {
                own.get().close();
            }
        }))) {
            own.set(swarm);
            SwarmResult result = swarm.solve(SolveTestBed.TASK);

            assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(result.timing().roundsUsed()).isZero();
            assertThat(result.answer()).isEqualTo(SwarmResult.NO_CONSENSUS);
            assertThat(SolveTestBed.types(result)).containsExactly("task:new");
            assertThat(result.consensus().reasoning()).isNotBlank();
            assertThat(agent.turns()).isEmpty();
        }
    }

    @Test
    @DisplayName("F5 F6 no round begins when the time is up after asking")
    void noRoundBeginsWhenTheTimeIsUpAfterAsking() {
        TurnCountingAgent asked = new TurnCountingAgent(round -> {
            table.world.advance(Duration.ofSeconds(1));
            return true;
        });
        SwarmResult result = SolveTestBed.solve(table.config(asked.agent()).withLimits(SHORT));

        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
        assertThat(result.timing().roundsUsed()).isZero();
        assertThat(asked.turns()).isEmpty();
    }

    @Test
    void noRoundBeginsWhenTheSolveIsCancelledWhileAsking() {
        AtomicReference<Thread> caller = new AtomicReference<>();
        TurnCountingAgent asked = new TurnCountingAgent(round -> {
            caller.get().interrupt();
            new CountDownLatch(1).await();
            return true;
        });
        try (Swarm swarm = new Swarm(table.config(asked.agent()))) {
            CompletableFuture<SwarmResult> result = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().unstarted(() -> result.complete(swarm.solve(SolveTestBed.TASK)));
            caller.set(thread);
            thread.start();

            assertThat(result.join().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(result.join().timing().roundsUsed()).isZero();
            assertThat(asked.turns()).isEmpty();
            assertThat(result.join().failures()).singleElement()
                    .returns("agent.asked.wantsTurn", AgentFailure::context)
                    .returns("cancelled", AgentFailure::message);
            assertThat(SolveTestBed.types(result.join())).containsExactly("task:new", "agent:error");
        }
    }

    @Test
    @DisplayName("F6 nobody begins to think when the time is up as the round begins")
    void nobodyBeginsToThinkWhenTheTimeIsUpAsTheRoundBegins() {
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("too late"));
        SwarmResult result = SolveTestBed.solve(table.config(agent).withLimits(SHORT).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundStarted) {
                table.world.advance(SHORT.timeout());
            }
        }));

        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
        assertThat(agent.turns()).isEmpty();
        assertThat(result.failures()).isEmpty();
    }

    @Test
    @DisplayName("F19 closing while a solve opens neither hangs nor loses it")
    void closingWhileASolveOpensNeitherHangsNorLosesIt() throws Exception {
        for (int i = 0; i < CLOSINGS; i++) {
            Swarm swarm = new Swarm(table.config(ScriptedAgent.agent("a").listening()));
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<@Nullable SwarmResult> solving = new CompletableFuture<>();
            Thread.ofPlatform().start(() -> {
                try {
                    together.await();
                    solving.complete(swarm.solve(SolveTestBed.TASK));
                } catch (IllegalStateException refused) {
                    solving.complete(null);
                } catch (Exception failed) {
                    solving.completeExceptionally(failed);
                }
            });
            together.await();
            swarm.close();
            solving.get();
        }
    }

    @Test
    @DisplayName("F19 closing cancels promptly and nothing is published afterwards")
    void closingCancelsPromptlyAndNothingIsPublishedAfterwards() {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        ScriptedAgent stuck = ScriptedAgent.agent("stuck").does(1, turn -> {
            hang(turn);
            answered.complete(null);
            return List.of(ScriptedAgent.finds("too late"));
        });
        Swarm swarm = new Swarm(table.config(stuck, ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("in time"))));
        CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
        SolveTestBed.waitStubbornly(thinking);
        swarm.close();
        int published = table.story().size();
        int logged = table.logged().size();
        released.countDown();
        answered.join();

        assertThat(solving.join().ending()).isEqualTo(LoopStop.CANCELLED);
        assertThat(table.story()).hasSize(published).endsWith("solve:complete");
        assertThat(table.logged()).hasSize(logged);
        assertThat(SolveTestBed.types(solving.join())).doesNotContain("too late");
        assertThatIllegalStateException().isThrownBy(() -> swarm.solve(SolveTestBed.TASK))
                .withMessageContaining("closed");
        swarm.close();
    }

    @Test
    @DisplayName("F19 closing interrupts the thinking")
    void closingInterruptsTheThinking() {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            thinking.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException cancelled) {
                interrupted.complete(true);
            }
            return List.of();
        });
        Swarm swarm = new Swarm(table.config(agent));
        CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
        SolveTestBed.waitStubbornly(thinking);
        swarm.close();

        assertThat(interrupted.join()).isTrue();
        assertThat(solving.join().failures()).singleElement().returns("cancelled", AgentFailure::message);
    }

    @Test
    void aCallerThatIsInterruptedGetsACancelledResultAndStaysInterrupted() throws Exception {
        CompletableFuture<SwarmResult> result = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.agent("a").does(1, this::hang)))) {
            Thread caller = Thread.ofVirtual().start(() -> {
                result.complete(swarm.solve(SolveTestBed.TASK));
                flag.complete(Thread.currentThread().isInterrupted());
            });
            SolveTestBed.waitStubbornly(thinking);
            caller.interrupt();

            assertThat(result.get().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(flag.get()).isTrue();
        } finally {
            released.countDown();
        }
    }

    @Test
    void aTimeoutThatNoClockCanHoldIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.defaults().withTimeout(Duration.ofSeconds(Long.MAX_VALUE)))
                .withMessageContaining("timeout");
        assertThat(SolveTestBed.solve(table.config(ScriptedAgent.team())
                .withLimits(Limits.defaults().withTimeout(Duration.ofDays(36_500)))).answer()).isEqualTo("do p1");
    }

    @Test // every Ending
    void everyEndingCanBeReached() {
        ScriptedAgent chatty = ScriptedAgent.agent("chatty").unasked();
        for (int round = 1; round <= 20; round++) {
            chatty.says(round, ScriptedAgent.finds("round " + round));
        }
        assertThat(SolveTestBed.solve(table.config(ScriptedAgent.team())).ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(table.solve(chatty).ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(SolveTestBed.solve(table.config(chatty).withLimits(Limits.defaults().withMaxSignals(3))).ending())
                .isEqualTo(LoopStop.MAX_SIGNALS);
        assertThat(table.solve(ScriptedAgent.agent("silent")).ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(SolveTestBed.solve(table.config(ScriptedAgent.agent("slow").does(1, turn -> {
            table.world.advance(Duration.ofSeconds(1));
            return List.of(ScriptedAgent.finds("late"));
        })).withLimits(SHORT)).ending()).isEqualTo(LoopStop.TIMEOUT);
        AtomicReference<Swarm> own = new AtomicReference<>();
        try (Swarm swarm = new Swarm(table.config(chatty).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundEnded) {
                own.get().close();
            }
        }))) {
            own.set(swarm);
            assertThat(swarm.solve(SolveTestBed.TASK).ending()).isEqualTo(LoopStop.CANCELLED);
        }
    }

    @Test
    void aLimitThatEndsTheSolveDoesNotHideTheDecision() {
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "p1"), ScriptedAgent.finds("more"),
                        ScriptedAgent.finds("one too many")))
                .withLimits(Limits.defaults().withMaxSignals(5)));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "proposal", "vote", "vote", "discovery",
                "consensus:reached");
    }

    private List<Draft> hang(Turn turn) {
        thinking.countDown();
        SolveTestBed.waitStubbornly(released);
        return List.of();
    }
}
