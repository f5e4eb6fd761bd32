package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Calls of a remote agent that are interrupted or late. */
class RemoteAgentCancelTest extends RemoteAgentBed {

    @ParameterizedTest
    @EnumSource(A2aVersion.class)
    void anInterruptCancelsTheTaskOfTheAgent(A2aVersion version) throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        FakeAgent agent = agent(version, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                reply.event(artifact("one", "begin", false));
                working.countDown();
                reply.hang();
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        });
        Harness harness = harness(agent, Map.of());
        CountDownLatch heard = new CountDownLatch(1);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                HarnessOutput _ = harness.run(input("Go"), context(World.system(1), signal -> {
                    if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                        heard.countDown();
                    }
                }));
            } catch (Throwable stopped) {
                ended.complete(stopped);
            }
        });
        assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();

        caller.interrupt();

        assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(agent.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
    }

    @Test
    void aDeadlineAndASilenceEndTheCallAndTheTask() throws Exception {
        for (Duration deadline : List.of(Duration.ofMinutes(1), Duration.ofDays(1))) {
            FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
                if (request instanceof A2aRequest.SendMessage) {
                    reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                    reply.event(artifact("one", "begin", false));
                    reply.hang();
                } else {
                    reply.task(task(A2aTaskState.CANCELED));
                }
            });
            ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
            CountDownLatch heard = new CountDownLatch(1);
            Harness harness = harness(agent, Map.of());
            CompletableFuture<HarnessOutput> call = new CompletableFuture<>();
            Thread _ = Thread.ofVirtual().start(() -> {
                try {
                    call.complete(harness.run(input("Go"), context(world, signal -> {
                        if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                            heard.countDown();
                        }
                    }).within(deadline)));
                } catch (Throwable failed) {
                    call.completeExceptionally(failed);
                }
            });
            assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();

            world.advance(RemoteAgentCall.SILENCE.plusSeconds(1));

            ExecutionException ended = catchThrowableOfType(ExecutionException.class,
                    () -> call.get(20, TimeUnit.SECONDS));
            assertThat(ended.getCause()).isInstanceOfSatisfying(HarnessException.class,
                    failed -> assertThat(failed.failure().kind())
                            .isEqualTo(deadline.toDays() > 0 ? Kind.FAILED : Kind.DEADLINE));
            assertThat(agent.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
        }
    }
}
