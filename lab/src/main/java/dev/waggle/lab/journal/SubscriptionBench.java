package dev.waggle.lab.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark of a signal while many agents wait for others. One thread publishes signals of 64 types, none of which
 * any subscription matches; nothing is synced. A new folder for every trial.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SubscriptionBench {

    private static final int TYPES = 64;
    private static final int AGENTS = 100;

    @Benchmark
    public GeneratedSignal generate(OpenService service) {
        return service.generate();
    }

    /** Signals with so many subscriptions to something else. */
    @State(Scope.Thread)
    public static class OpenService {

        @Param({"0", "1000", "10000"})
        public int subscriptions;

        private final JsonValue data = JsonValue.of("x".repeat(100));
        private @Nullable TemporaryFolder folder;
        private @Nullable SignalService signals;
        private long turn;

        @Setup(Level.Trial)
        public void open() throws IOException {
            TemporaryFolder made = TemporaryFolder.create();
            folder = made;
            SignalService opened = SignalService.open(made.path(),
                    SignalServiceConfig.defaults()
                            .withLog(JournalConfig.defaults().withDurability(Durability.never())),
                    World.system(1));
            for (int i = 0; i < subscriptions; i++) {
                opened.inboxes().subscribe(SubscriptionRequest.of("agent" + i % AGENTS, "deploy:" + i + ":*"));
            }
            signals = opened;
        }

        @TearDown(Level.Trial)
        public void close() throws IOException {
            try (TemporaryFolder _ = folder; SignalService _ = signals) {
                signals = null;
            }
        }

        GeneratedSignal generate() {
            SignalService open = signals;
            if (open == null) {
                throw new IllegalStateException("nothing is open");
            }
            return open.generate("build:step" + turn++ % TYPES, null, data);
        }
    }
}
