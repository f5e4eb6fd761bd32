package dev.waggle.lab.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;

/**
 * Measurement of durable appends a second. Writers are virtual threads that append one event behind the other to one
 * journal. The alternatives are a bare file, a table of SQLite and a tree of H2's MVStore. All share the disk and the
 * run, with one writer each. The bare file is measured before and after; ratios are to the mean of both.
 *
 * <pre>
 *   java -Djava.io.tmpdir=(the disk) -cp 'lab/target/dist/lib/*' dev.waggle.lab.journal.CommitStudy [seconds each, default 5]
 * </pre>
 */
public final class CommitStudy {

    private static final int[] WRITERS = {1, 16, 64, 256, 1_024};
    private static final int SIGNALS = 4_096;
    private static final int BATCH = 100;

    /** So much of the time that is measured goes by before, unmeasured. */
    private static final double WARM_UP = 0.2;

    private final World world;
    private final long span;
    private final Consumer<String> out;
    private final SampleEvents events;

    private CommitStudy(World world, long seconds, Consumer<String> out) {
        this.world = world;
        this.span = TimeUnit.SECONDS.toNanos(seconds);
        this.out = out;
        this.events = new SampleEvents(world, SIGNALS);
    }

    /** Exit code 2 for an argument that is no number of seconds. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String... args) throws Exception {
        String seconds = args.length == 0 ? "5" : args[0];
        if (args.length > 1 || !seconds.matches("[1-9][0-9]{0,3}")) {
            System.err.println("usage: CommitStudy [seconds each], from 1 to 9999; got " + String.join(" ", args));
            System.exit(2);
        }
        new CommitStudy(World.system(), Long.parseLong(seconds), System.out::println).run();
    }

    private void run() throws Exception {
        List<AppendMeasurement> rows = new ArrayList<>();
        rows.add(keep(store("bare write + fdatasync", 1, BareFile::new)));
        for (int writers : WRITERS) {
            rows.add(keep(journal(writers)));
        }
        rows.add(keep(store("SQLite WAL full, each", 1, CommitStudy::sqlite)));
        rows.add(keep(store("SQLite WAL full, 100 at a time", BATCH, CommitStudy::sqlite)));
        rows.add(keep(store("MVStore commit + sync, each", 1, MvTree::new)));
        rows.add(keep(store("bare write + fdatasync, again", 1, BareFile::new)));
        double bare = (rows.getFirst().perSecond() + rows.getLast().perSecond()) / 2;
        out.accept("");
        out.accept(AppendMeasurement.head());
        rows.forEach(row -> out.accept(row.row(bare)));
    }

    private AppendMeasurement keep(AppendMeasurement row) {
        out.accept(row.label() + ": " + row.events() + " events");
        return row;
    }

    private AppendMeasurement journal(int writers) throws Exception {
        JournalConfig config = JournalConfig.defaults().withDurability(Durability.everyAppend());
        AtomicLong turn = new AtomicLong();
        AtomicLong acknowledged = new AtomicLong();
        try (TemporaryFolder folder = TemporaryFolder.create();
                FileJournal journal = FileJournal.open(folder.path(), config, world)) {
            AppendMeasurement row = measure("journal, writers: " + writers, writers, 1, () -> {
                long number = turn.incrementAndGet();
                journal.append(events.get(number), events.emission(number), events.time());
                acknowledged.incrementAndGet();
            });
            if (journal.lastSequence() != acknowledged.get()) {
                throw new IllegalStateException("acknowledged " + acknowledged + " events, the journal has "
                        + journal.lastSequence());
            }
            return row;
        }
    }

    private AppendMeasurement store(String label, int batch, Opening opening) throws Exception {
        List<byte[]> lines = new ArrayList<>();
        for (int i = 1; i <= SIGNALS; i++) {
            lines.add(events.line(i));
        }
        AtomicLong turn = new AtomicLong();
        try (TemporaryFolder folder = TemporaryFolder.create();
                LineStore store = opening.open(folder.path().resolve("lines"))) {
            return measure(label, 1, batch, () -> {
                for (int i = 0; i < batch; i++) {
                    store.append(lines.get((int) (turn.incrementAndGet() % SIGNALS)));
                }
                store.commit();
            });
        }
    }

    private static LineStore sqlite(Path path) throws SQLException {
        return new SqliteTable(path, SqliteTable.Synchronous.FULL);
    }

    private AppendMeasurement measure(String label, int writers, int eventsPerWait, Act act) throws Exception {
        repeat(writers, (long) (span * WARM_UP), act);
        long start = world.nanos();
        List<AppendMeasurement.Waits> waits = repeat(writers, span, act);
        return AppendMeasurement.of(label, world.nanos() - start, waits, eventsPerWait);
    }

    /** Each writer goes on until the time is over, and ends what it has begun. */
    private List<AppendMeasurement.Waits> repeat(int writers, long nanos, Act act)
            throws InterruptedException, ExecutionException {
        long start = world.nanos();
        Callable<AppendMeasurement.Waits> writer = () -> {
            AppendMeasurement.Waits waits = new AppendMeasurement.Waits();
            for (long before = world.nanos(); before - start < nanos;) {
                act.once();
                long after = world.nanos();
                waits.add(after - before);
                before = after;
            }
            return waits;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<AppendMeasurement.Waits>> running = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                running.add(threads.submit(writer));
            }
            List<AppendMeasurement.Waits> all = new ArrayList<>();
            for (Future<AppendMeasurement.Waits> each : running) {
                all.add(each.get());
            }
            return all;
        }
    }

    /** Makes a store of that path. */
    private interface Opening {
        LineStore open(Path path) throws IOException, SQLException;
    }

    /** One acknowledged append, or a batch of them. */
    private interface Act {
        void once() throws IOException, SQLException;
    }
}
