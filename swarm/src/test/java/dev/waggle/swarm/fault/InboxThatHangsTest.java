package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Inboxes and hooks that hang: they cost their timeout, never the solve, and no item is lost. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class InboxThatHangsTest extends MailedSolves {

    private static final String GIVEN_UP = "no answer before the time was up";

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean hung = new AtomicBoolean();

    /** Call in which an inbox hangs the first time. */
    enum Place {
        OPENING, CALLING, DRAINING, ACKNOWLEDGING
    }

    @ParameterizedTest
    @EnumSource
    void anInboxThatHangsIsOneFailureInTheLogAndTheSolveGoesOn(Place place) throws Exception {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"));
        ScriptedAgent other = ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("y"));
        try (Swarm swarm = new Swarm(config(agent, other).withInboxes(
                id -> id.equals("a") ? hanging(place, id) : post.inboxOf(id)))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            table.world.advanceWhenWaiting(1, StopGuard.HELPER_TIMEOUT);

            SwarmResult result = solving.get();
            assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
            assertThat(result.failures()).singleElement().returns("agent.a.inbox", AgentFailure::context)
                    .returns(GIVEN_UP, AgentFailure::message);
            assertThat(SolveTestBed.types(result)).containsOnlyOnce("agent:error");
            assertThat(result.timing().total()).isEqualTo(StopGuard.HELPER_TIMEOUT);
            assertThat(swarm.replay(result.solveId()).divergence()).isEmpty();
        } finally {
            released.countDown();
        }
    }

    @Test
    void whatAnInboxBringsTooLateComesInTheNextSolve() throws Exception {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();
        CountDownLatch late = new CountDownLatch(1);
        try (Swarm swarm = new Swarm(config(agent).withInboxes(id -> hanging(Place.DRAINING, id, late)))) {
            CompletableFuture<SwarmResult> without = SolveTestBed.solving(swarm);
            asked.await();
            table.world.advanceWhenWaiting(1, StopGuard.HELPER_TIMEOUT);
            assertThat(without.get().failures()).hasSize(1);

            SwarmResult still = swarm.solve(SolveTestBed.TASK);
            assertThat(still.failures()).singleElement().satisfies(
                    failure -> assertThat(failure.message()).contains("still at an earlier call"));
            assertThat(agent.turns()).isEmpty();

            released.countDown();
            late.await();
            while (agent.turns().isEmpty()) {
                swarm.solve(SolveTestBed.TASK);
            }
        }
        assertThat(agent.turns()).singleElement()
                .satisfies(turn -> assertThat(turn.mail().delivered()).hasSize(1));
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void anInboxThatHangsWhenTheTimeIsUpHoldsUpTheEndForAMoment() throws Exception {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Limits limits = Limits.defaults();
        CountDownLatch thinking = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            thinking.countDown();
            SolveTestBed.waitStubbornly(released);
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(agent).withLimits(limits)
                .withInboxes(id -> hanging(Place.ACKNOWLEDGING, id)))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            thinking.await();
            table.runOut(limits);
            asked.await();
            // The second move of the clock in runOut may have ended that moment already.
            table.world.advanceWhenWaitingUnless(solving, Duration.ofSeconds(1));

            assertThat(solving.get().ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(solving.get().failures()).extracting(AgentFailure::context)
                    .containsExactly("agent.a.react", "agent.a.inbox");
        } finally {
            released.countDown();
        }
    }

    @Test
    void aHookOfEscalationsThatHangsIsToldOfAndNotCalledAgain() throws Exception {
        Draft help = Draft.of(new Payload.Escalate("help", "it is dark"), 0.5);
        ScriptedAgent agent = ScriptedAgent.agent("a").unasked().says(1, help).says(2, help.withId("again"));
        SwarmConfig config = config(agent);
        try (Swarm swarm = new Swarm(config.withEscalationHook(signal -> {
            asked.countDown();
            SolveTestBed.waitStubbornly(released);
            throw new IllegalStateException("unreachable");
        }))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            table.world.advanceWhenWaiting(1, StopGuard.HELPER_TIMEOUT);

            SwarmResult result = solving.get();
            assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
            assertThat(result.timing().total()).isEqualTo(StopGuard.HELPER_TIMEOUT);
            assertThat(SolveTestBed.types(result)).containsSubsequence("escalate", "escalate");
            assertThat(table.events(SwarmEvent.AgentFailed.class)).singleElement().extracting(
                    SwarmEvent.AgentFailed::failure).returns("escalation", AgentFailure::context)
                    .returns(GIVEN_UP, AgentFailure::message);
        } finally {
            released.countDown();
        }
    }

    private Inbox hanging(Place place, String id) {
        return hanging(place, id, new CountDownLatch(1));
    }

    private Inbox hanging(Place place, String id, CountDownLatch late) {
        hangsIn(Place.OPENING, place);
        Inbox inbox = post.inboxOf(id);
        return new Inbox() {
            @Override
            public List<InboxItem> drain(int limit) {
                hangsIn(Place.DRAINING, place);
                late.countDown();
                return inbox.drain(limit);
            }

            @Override
            public void acknowledge(long sequence) {
                hangsIn(Place.ACKNOWLEDGING, place);
                inbox.acknowledge(sequence);
            }

            @Override
            public void recordAttempts(List<InboxItem> items, String reason) {
                hangsIn(Place.ACKNOWLEDGING, place);
            }

            @Override
            public boolean needsReaction() {
                hangsIn(Place.CALLING, place);
                return inbox.needsReaction();
            }
        };
    }

    private void hangsIn(Place here, Place place) {
        if (here == place && hung.compareAndSet(false, true)) {
            asked.countDown();
            SolveTestBed.waitStubbornly(released);
        }
    }
}
