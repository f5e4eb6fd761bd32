package dev.waggle.lab.soak;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusCounts;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.world.World;

/**
 * Soak test of publishers and readers on one bus. No signal may be lost, doubled or out of order, for any subscriber,
 * in the journal or in any snapshot of the history. Stops at the first violation.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.soak.BusSoak [seconds, default 60]
 * </pre>
 */
public final class BusSoak {

    /** The bus sweeps too, beside the readers. */
    private static final Duration SWEEP_EVERY = Duration.ofMillis(100);

    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    /** So many looks at the progress without any mean that the threads block each other. */
    private static final int STUCK_AFTER = 6;

    private final SoakPlan plan;
    private final World world;
    private final Consumer<String> out;

    private final SoakVerdict verdict = new SoakVerdict();
    private final SoakScript script;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private final List<SoakListener> listeners;
    private final OrderJournal ledger;
    private final SignalBus bus;
    private volatile boolean isOver;

    BusSoak(SoakPlan plan, World world, Consumer<String> out) {
        this.plan = plan;
        this.world = world;
        this.out = out;
        script = new SoakScript(plan);
        listeners = List.of(
                new SoakListener("listener to all", Set.copyOf(SignalType.SWARM), script, verdict),
                new SoakListener("listener to discoveries", Set.of(SignalType.DISCOVERY), script, verdict),
                new SoakListener("listener to doubts and proposals", Set.of(SignalType.DOUBT, SignalType.PROPOSAL),
                        script,
                        verdict));
        ledger = new OrderJournal(script, listeners, verdict);
        BusConfig config = BusConfig.defaults().withMaxHistorySize(plan.history()).withDefaultTtl(Duration.ofDays(1))
                .withSweepInterval(SWEEP_EVERY);
        bus = new SignalBus(world, config, ledger, new Counter());
        listeners.forEach(listener -> bus.subscribe(listener.name(), listener.types(), listener));
    }

    /** Exit code 0 when every promise was kept, 1 when one was broken, 2 for an argument that is no number of seconds. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String... args) throws InterruptedException {
        String seconds = args.length == 0 ? "60" : args[0];
        if (args.length > 1 || !seconds.matches("[1-9][0-9]{0,5}")) {
            System.err.println("usage: Soak [seconds], from 1 to 999999; got " + String.join(" ", args));
            System.exit(2);
        }
        SoakPlan plan = SoakPlan.lasting(Duration.ofSeconds(Long.parseLong(seconds)));
        Optional<String> violation = new BusSoak(plan, World.system(), System.out::println).run();
        System.exit(violation.isPresent() ? 1 : 0);
    }

    /** The first violation, if any. Once only. */
    Optional<String> run() throws InterruptedException {
        long start = world.nanos();
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("soak-", 0).factory());
        try {
            CompletableFuture<?> publishing = all(threads, plan.publishers(), this::publish);
            CompletableFuture<?> reading = all(threads, plan.readers(), index -> read(index, publishing));
            watch(publishing, start);
            isOver = true;
            if (verdict.isClean()) {
                CompletableFuture<?> all = CompletableFuture.allOf(publishing, reading);
                if (world.await(all, PROGRESS_EVERY.multipliedBy(STUCK_AFTER))) {
                    finish();
                } else {
                    verdict.fail("the threads do not come to an end");
                }
            }
        } finally {
            threads.shutdownNow();
            bus.close();
        }
        Optional<String> violation = verdict.violation();
        out.accept("soak " + violation.map(what -> "FAILED: " + what).orElse("passed") + ", " + progress(start));
        return violation;
    }

    private static CompletableFuture<?> all(ExecutorService threads, int count, Consumer<Integer> work) {
        return CompletableFuture.allOf(IntStream.range(0, count)
                .mapToObj(index -> CompletableFuture.runAsync(() -> work.accept(index), threads))
                .toArray(CompletableFuture[]::new));
    }

    private void publish(int index) {
        try {
            new SoakPublisher(index, script, world, bus, verdict).publish(plan.signalsEach(), this::goesOn);
        } catch (RuntimeException | Error failure) {
            verdict.fail(script.name(index) + ": " + failure);
        }
    }

    private void read(int index, CompletableFuture<?> publishing) {
        String name = "reader-" + index;
        try {
            SnapshotChecker reader = new SnapshotChecker(name, world, bus, ledger, script, verdict);
            while (verdict.isClean() && !publishing.isDone()) {
                reader.look();
                snapshots.incrementAndGet();
            }
        } catch (RuntimeException | Error failure) {
            verdict.fail(name + ": " + failure);
        }
    }

    private boolean goesOn() {
        return !isOver && verdict.isClean();
    }

    /** Until all is published, the time is over or something is wrong. */
    private void watch(CompletableFuture<?> publishing, long start) throws InterruptedException {
        long end = plan.atMost().toNanos();
        long before = 0;
        int idle = 0;
        while (goesOn()) {
            long left = end - (world.nanos() - start);
            if (left <= 0) {
                return;
            }
            Duration span = Duration.ofNanos(Math.min(left, PROGRESS_EVERY.toNanos()));
            if (world.await(publishing, span)) {
                return;
            }
            out.accept("soak " + progress(start));
            long now = delivered.get();
            idle = now == before ? idle + 1 : 0;
            before = now;
            if (idle == STUCK_AFTER) {
                verdict.fail("nothing was delivered any more after " + now + " signals");
            }
        }
    }

    /** All threads are done, so nothing more is published. */
    private void finish() throws InterruptedException {
        bus.awaitDelivery();
        listeners.forEach(SoakListener::finish);
        if (delivered.get() != ledger.size()) {
            verdict.fail(delivered.get() + " signals were delivered of " + ledger.size() + " in the journal");
        }
        BusCounts counts = bus.counts();
        if (counts.published() != ledger.size()
                || bus.historySize() != counts.published() - counts.evicted() - counts.swept()) {
            verdict.fail("the journal has " + ledger.size() + " signals and the history " + bus.historySize() + ", but "
                    + counts);
        }
    }

    private String progress(long start) {
        return String.format(Locale.ROOT, "%,d s, %,d signals, %,d queries", (world.nanos() - start) / 1_000_000_000,
                delivered.get(), snapshots.get());
    }

    /** The bus tells of one signal at a time. */
    private final class Counter implements BusObserver {

        @Override
        public void emitted(Signal signal) {
            delivered.lazySet(delivered.getPlain() + 1);
        }

        @Override
        public void failed(Throwable error, String context) {
            verdict.fail(context + ": " + error);
        }
    }
}
