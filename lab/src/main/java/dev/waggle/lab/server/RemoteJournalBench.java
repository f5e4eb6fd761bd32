package dev.waggle.lab.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.lab.journal.SampleEvents;
import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.folder.FolderApi;
import dev.waggle.server.folder.FolderOwnership;
import dev.waggle.server.folder.SharedFolder;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Benchmark of an append through the socket of a folder that a server owns, beside an append by its owner.
 *
 * <p>{@code append} is one writer. {@code appendByMany} is a batch of 64 entries, each by a virtual thread.
 * {@code read} reads 64 entries. The figures are per entry. The server is in the same process, so processor time is
 * that of both sides.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RemoteJournalBench {

    private static final int BATCH = 64;

    @Benchmark
    public LogEntry append(OpenFolder folder) {
        return folder.append();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public List<LogEntry> appendByMany(OpenFolder folder) throws InterruptedException, ExecutionException {
        List<LogEntry> entries = new ArrayList<>();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<LogEntry>> running = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                running.add(writers.submit(folder::append));
            }
            for (Future<LogEntry> each : running) {
                entries.add(each.get());
            }
        }
        return entries;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public List<LogEntry> read(OpenFolder folder) {
        return folder.read();
    }

    /** Ways to the log. */
    public enum Way {
        /** The process owns the folder. */
        OWNER,
        /** A server owns it. */
        SOCKET
    }

    /** Promises of {@code append}. */
    public enum Promise {

        /** Synced by the operating system when it likes. */
        NEVER(Durability.never()),

        /** On the disk when the append returns. */
        EACH(Durability.everyAppend());

        private final Durability durability;

        Promise(Durability durability) {
            this.durability = durability;
        }
    }

    /** A folder with a server, and one way to its log. */
    @State(Scope.Benchmark)
    public static class OpenFolder {

        @Param
        public Way way = Way.OWNER;

        @Param
        public Promise promise = Promise.NEVER;

        private final World world = World.system();
        private final SampleEvents events = new SampleEvents(world, 1_024);
        private final AtomicLong turn = new AtomicLong();
        private @Nullable TemporaryFolder folder;
        private @Nullable SignalService owner;
        private @Nullable FolderOwnership ownership;
        private @Nullable ServerListener listener;
        private @Nullable SignalBroker broker;

        @Setup(Level.Iteration)
        public void open() throws IOException {
            TemporaryFolder made = TemporaryFolder.create();
            folder = made;
            SignalServiceConfig config = SignalServiceConfig.defaults().withLog(JournalConfig.defaults()
                    .withDurability(promise.durability));
            SignalService own = SignalService.open(made.path(), config, world);
            owner = own;
            FolderOwnership files = FolderOwnership.prepare(made.path(), FolderOwnership.Transport.SOCKET);
            ownership = files;
            ServerListener listening = ServerListener.open(ServerListener.Place.local().withOwners(files.address()),
                    new FolderApi(own, world).operations(), (head, _) -> {
                        if (head.isOwnersSocket() || files.secret().test(head)) {
                            return AccessGate.Admission.of(CallerIdentity.owner());
                        }
                        throw new AccessGate.AccessRefusedException(401, "no secret", Map.of());
                    }, new RequestCounter(), Optional.empty(), world);
            listener = listening;
            files.publish(listening.port());
            broker = way == Way.OWNER ? own : SharedFolder.open(made.path(), config, world);
            for (int i = 0; i < BATCH; i++) {
                var _ = append();
            }
        }

        @TearDown(Level.Iteration)
        public void close() throws IOException {
            try (TemporaryFolder _ = folder; SignalService _ = owner; ServerListener _ = listener;
                    FolderOwnership _ = ownership; SignalBroker _ = broker) {
                broker = null;
            }
        }

        LogEntry append() {
            long number = turn.incrementAndGet();
            return opened().log().append(events.get(number), events.emission(number), events.time());
        }

        List<LogEntry> read() {
            return opened().log().read(1, BATCH);
        }

        private SignalBroker opened() {
            SignalBroker open = broker;
            if (open == null) {
                throw new IllegalStateException("no folder is open");
            }
            return open;
        }
    }
}
