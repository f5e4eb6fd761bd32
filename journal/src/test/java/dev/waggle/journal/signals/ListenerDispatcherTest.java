package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Delivery to listeners: complete, once and in order, when all threads that generated have returned. */
class ListenerDispatcherTest {

    private static final int THREADS = 8;
    private static final int EACH = 3;
    private static final int ROUNDS = 300;

    private final ListenerDispatcher announcer = new ListenerDispatcher(FailureHandler.LOGGING);

    /** The dispatching thread stops because another one waits; the entry that this one waits for has been delivered. */
    @Test
    void whoWaitedForWhatIsToldTakesOverTheRest() throws InterruptedException {
        List<Long> told = new ArrayList<>();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        var _ = announcer.add(entry -> {
            told.add(entry.sequence());
            if (entry.sequence() == 1) {
                Thread waits = Thread.ofPlatform().start(() -> announcer.dispatch(1));
                waiter.set(waits);
                while (waits.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                append(2);
                announcer.dispatch(2);
            }
        });
        append(1);
        announcer.dispatch(1);
        waiter.get().join();

        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void whatAListenerGeneratesIsToldWhenAllHaveReturned(@TempDir Path folder) throws Exception {
        try (RestartableService service = new RestartableService(folder);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<LogEntry> told = new ArrayList<>();
            var _ = service.signals.onGenerated(entry -> {
                told.add(entry);
                if (entry.signal().type().text().equals("said")) {
                    service.signals.generate("answered");
                }
            });
            Callable<Integer> saying = () -> {
                for (int i = 0; i < EACH; i++) {
                    service.signals.generate("said");
                }
                return EACH;
            };
            for (int round = 1; round <= ROUNDS; round++) {
                for (Future<Integer> done : threads.invokeAll(Collections.nCopies(THREADS, saying))) {
                    done.get();
                }
                assertThat(told).as("round %d", round).hasSize(2 * EACH * THREADS * round);
            }
            assertThat(told).isEqualTo(service.signals.log().read(1, Integer.MAX_VALUE));
        }
    }

    private void append(long sequence) {
        Signal signal = new Signal("s" + sequence, SignalType.custom("a"), new Source.System(), Instant.EPOCH,
                Payload.Open.text("x"), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
        announcer.expect(signal.id());
        announcer.appended(List.of(new LogEntry(sequence, Instant.EPOCH, Emission.by("host"), signal)));
    }
}
