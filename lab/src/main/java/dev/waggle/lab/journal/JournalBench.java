package dev.waggle.lab.journal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
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
 * Benchmark of an append that does not wait for the disk, beside a bare write of the same bytes.
 *
 * <p>{@code journal} is given a signal. {@code store} is given the line, so it pays for no encoding. It is a bare
 * file, a SQLite table (write-ahead log, synchronous normal, one transaction each) or a tree of H2's MVStore. {@code
 * encode} is the encoding alone, which no store pays for. One thread; a new folder for every iteration.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JournalBench {

    @Benchmark
    public LogEntry journal(Written written) {
        return written.append();
    }

    @Benchmark
    public void store(Stored stored) throws IOException, SQLException {
        stored.append();
    }

    @Benchmark
    public byte[] encode(Spoken spoken) {
        spoken.turn++;
        return spoken.events.line(spoken.turn);
    }

    /** Promises of {@code append} that do not wait. */
    public enum Promise {

        /** Synced by the operating system when it likes. */
        NEVER(Durability.never()),

        /** Synced ten times a second. */
        EVERY_100_MS(Durability.every(Duration.ofMillis(100)));

        private final Durability durability;

        Promise(Durability durability) {
            this.durability = durability;
        }
    }

    /** Targets of the lines. */
    public enum Rival {
        BARE_FILE, SQLITE_WAL, MV_STORE
    }

    /** Signals to say. */
    @State(Scope.Thread)
    public static class Spoken {

        static final int SIGNALS = 1_024;

        final SampleEvents events = new SampleEvents(World.system(1), SIGNALS);
        long turn;
    }

    /** A journal. */
    @State(Scope.Thread)
    public static class Written {

        @Param
        public Promise promise = Promise.NEVER;

        private final World world = World.system(1);
        private final SampleEvents events = new SampleEvents(world, Spoken.SIGNALS);
        private @Nullable TemporaryFolder folder;
        private @Nullable FileJournal journal;
        private long turn;

        @Setup(Level.Iteration)
        public void open() throws IOException {
            TemporaryFolder made = TemporaryFolder.create();
            folder = made;
            journal = FileJournal.open(made.path(), JournalConfig.defaults().withDurability(promise.durability), world);
        }

        @TearDown(Level.Iteration)
        public void close() throws IOException {
            try (TemporaryFolder _ = folder; FileJournal _ = journal) {
                journal = null;
            }
        }

        LogEntry append() {
            FileJournal open = journal;
            if (open == null) {
                throw new IllegalStateException("no journal is open");
            }
            turn++;
            return open.append(events.get(turn), events.emission(turn), events.time());
        }
    }

    /** A rival. */
    @State(Scope.Thread)
    public static class Stored {

        @Param
        public Rival rival = Rival.BARE_FILE;

        private final List<byte[]> lines = new ArrayList<>();
        private @Nullable TemporaryFolder folder;
        private @Nullable LineStore store;
        private int turn;

        @Setup
        public void write() {
            SampleEvents events = new SampleEvents(World.system(1), Spoken.SIGNALS);
            for (int i = 1; i <= Spoken.SIGNALS; i++) {
                lines.add(events.line(i));
            }
        }

        @Setup(Level.Iteration)
        public void open() throws IOException, SQLException {
            TemporaryFolder made = TemporaryFolder.create();
            folder = made;
            store = switch (rival) {
                case BARE_FILE -> new BareFile(made.path().resolve("lines"));
                case SQLITE_WAL -> new SqliteTable(made.path().resolve("lines"), SqliteTable.Synchronous.NORMAL);
                case MV_STORE -> new MvTree(made.path().resolve("lines"));
            };
        }

        @TearDown(Level.Iteration)
        public void close() throws IOException, SQLException {
            try (TemporaryFolder _ = folder; LineStore _ = store) {
                store = null;
            }
        }

        void append() throws IOException, SQLException {
            LineStore open = store;
            if (open == null) {
                throw new IllegalStateException("no store is open");
            }
            turn++;
            open.append(lines.get(turn % lines.size()));
            if (open instanceof SqliteTable) {
                open.commit();
            }
        }
    }
}
