package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;

import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** No call outlives its session, whatever comes first. */
@Timeout(60)
class CallRegistryTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final CallRegistry calls = new CallRegistry(World.system(1), open::contains);

    @Test
    void aCallOfASessionThatIsOverIsRefusedAndNotRun() {
        CallRegistry.CallTask<String> work = new CallRegistry.CallTask<>() {
            @Override
            public String run() {
                throw new AssertionError("it must not run");
            }

            @Override
            public String refused(String reason) {
                return reason;
            }
        };

        assertThat(calls.call(new CallId("s", 1), work).block()).isEqualTo(
                "that session is over\nMaybe initialize again.");
        assertThat(calls.running()).isZero();
    }

    @Test
    void theEndOfASessionEndsItsCallsAndNoOthers() throws InterruptedException {
        open.add("a");
        open.add("b");
        var _ = calls.call(new CallId("a", 1), new Waiting()).subscribe();
        var _ = calls.call(new CallId("b", 1), new Waiting()).subscribe();

        open.remove("a");
        calls.cancelSession("a");

        assertThat(calls.awaitIdle(Duration.ofMillis(1))).isFalse();
        calls.cancelSession("b");
        assertThat(calls.awaitIdle(SOON)).isTrue();
    }

    /** A client calls a tool and ends the session on another connection at the same time. */
    @Test
    void aCallThatComesWhileItsSessionEndsDoesNotStay() throws Exception {
        for (int round = 0; round < 500; round++) {
            String session = "session-" + round;
            open.add(session);
            CyclicBarrier both = new CyclicBarrier(2);
            Thread caller = Thread.ofVirtual().start(() -> {
                meet(both);
                var _ = calls.call(new CallId(session, 1), new Waiting()).subscribe();
            });
            meet(both);
            open.remove(session);
            calls.cancelSession(session);
            caller.join();

            assertThat(calls.awaitIdle(SOON)).as("round %s", round).isTrue();
        }
        assertThat(calls.running()).isZero();
    }

    private static void meet(CyclicBarrier both) {
        try {
            int _ = both.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Work that ends when it is taken back only. */
    private static final class Waiting implements CallRegistry.CallTask<Optional<String>> {

        @Override
        public Optional<String> run() throws InterruptedException {
            new CountDownLatch(1).await();
            return Optional.empty();
        }

        @Override
        public Optional<String> refused(String reason) {
            return Optional.of(reason);
        }
    }
}
