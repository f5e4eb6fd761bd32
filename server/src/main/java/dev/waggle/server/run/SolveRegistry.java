package dev.waggle.server.run;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/** The active solves of a server. Each has a thread of its own. May be used by many threads. */
public final class SolveRegistry implements AutoCloseable {

    /** Largest run that is read into memory at once. */
    public static final int MAX_ENTRIES = 2_000_000;

    /** Longest wait for running solves when the server ends. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    /** Longest wait for an equal order that is being started: the preparation of its models takes seconds. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(SolveRegistry.class.getName());

    private final FileJournal log;
    private final RunCatalog catalog;
    private final EventHub hub;
    private final SolveLauncher launcher;
    private final int maxSolves;
    private final World world;
    private final Map<String, ActiveSolve> active = new ConcurrentHashMap<>();
    private final RecentMap<RunLine> failures = new RecentMap<>();
    private final OrderDigestStore orders = new OrderDigestStore();
    /** Runs that are about to start or go on, and the end of that; guarded by this object. */
    private final Map<String, CompletableFuture<Void>> starting = new HashMap<>();
    /** Solves that have ended and are being settled; guarded by this object. */
    private final Set<ActiveSolve> settling = new HashSet<>();
    private final ResultCache results = new ResultCache(ResultCache.MAX_SIGNALS);
    private volatile Runnable afterSolve = () -> {
    };
    private volatile SolveObserver observer = SolveObserver.NONE;
    private boolean closed;

    /**
     * A registry without solves.
     *
     * @param maxSolves the number of solves that may run at once
     */
    public SolveRegistry(FileJournal log, RunCatalog catalog, EventHub hub, SolveLauncher launcher, int maxSolves,
            World world) {
        this.log = log;
        this.catalog = catalog;
        this.hub = hub;
        this.launcher = launcher;
        this.maxSolves = maxSolves;
        this.world = world;
    }

    /**
     * Name of a stream of a run.
     *
     * @param withDeliveries whether it has the deliveries of signals to agents
     */
    public static String topic(String run, boolean withDeliveries) {
        return SolveEventPublisher.topic(run, withDeliveries);
    }

    /**
     * Outcome of an order.
     *
     * @param line the run
     * @param isNew false if the same order had been given before, under the same key
     */
    public record Started(RunLine line, boolean isNew) {}

    /**
     * Starts a solve.
     *
     * @param caller the sender, to which an idempotency key belongs
     * @param key the idempotency key; {@code null} for none
     * @param budget reserves the budget of the run and returns the order with it
     * @param onEnd receives the result; {@code null} for a solve without one
     * @throws ProblemException when it is refused
     */
    public Started start(SolveOrder order, String caller, @Nullable String key, @Nullable String tenant,
            BiFunction<String, SolveOrder, SolveOrder> budget, Consumer<@Nullable SwarmResult> onEnd) {
        String run = key == null ? world.nextId("solve") : OrderDigestStore.run(caller, key);
        Optional<RunLine> known = reserveOnce(run, order);
        if (known.isPresent()) {
            orders.requireSame(known.get(), order);
            return new Started(known.get(), false);
        }
        try {
            PreparedSolve prepared = launcher.prepare(budget.apply(run, order), tenant);
            return new Started(launch(run, prepared, order.question(), taskType(order), tenant, false, onEnd), true);
        } finally {
            release(run);
        }
    }

    /**
     * Solves an order on behalf of a caller that waits. An interrupt of the calling thread cancels the solve.
     *
     * @param spending its share in the limits of the token that ordered it; settled here
     * @param listener receives every event
     * @throws ProblemException when it is refused
     * @throws dev.waggle.server.access.AccessGate.AccessRefusedException when those limits are reached
     * @throws IllegalArgumentException when the order is refused
     */
    public SwarmResult solve(SolveOrder order, SolveSpending spending, Consumer<SwarmEvent> listener) {
        String run = world.nextId("solve");
        reserve(run);
        try {
            PreparedSolve prepared = prepare(run, order, spending);
            ActiveSolve solve = register(run, prepared, order.question(), taskType(order), null);
            SwarmResult result = null;
            try (prepared) {
                result = prepared.run(run, new SolveEventPublisher(run, hub, null, 0, observer).andThen(listener));
                return result;
            } finally {
                end(solve, result, spending::settle);
            }
        } finally {
            release(run);
        }
    }

    private PreparedSolve prepare(String run, SolveOrder order, SolveSpending spending) {
        try {
            return launcher.prepare(spending.reserve(run, order), null);
        } catch (RuntimeException | Error refused) {
            spending.settle(null);
            throw refused;
        }
    }

    /**
     * Continues a run that has no end and does not run here.
     *
     * @param spending its share in the limits of the token that ordered it; settled here
     * @throws ProblemException when there is none, or it cannot be continued
     * @throws dev.waggle.server.access.AccessGate.AccessRefusedException when those limits are reached
     */
    public RunLine resume(String run, SolveSpending spending) {
        awaitSettlement(run);
        RunLine line = require(run);
        if (line.status() == RunStatus.FINISHED || line.status() == RunStatus.RUNNING) {
            throw ProblemException.of(409, "the run " + run + " is " + line.status().name().toLowerCase(Locale.ROOT)
                    + "\nMaybe read it: GET /v1/solves/" + run + '.');
        }
        reserve(run);
        try {
            requireUnclaimed(run);
            spending.occupy(run);
            List<LogEntry> entries = entries(run);
            PreparedSolve prepared = affordable(launcher.prepareResume(run, entries), run, entries, spending);
            failures.remove(run);
            return launch(run, prepared, line.question(), line.taskType(), line.tenant(), true, spending::settle);
        } catch (RuntimeException | Error refused) {
            spending.settle(null);
            throw refused;
        } finally {
            release(run);
        }
    }

    /** Refuses a run that a command on this folder solves. */
    private void requireUnclaimed(String run) {
        try (Journal.Claim _ = log.claim(run)) {
            return;
        } catch (IllegalStateException held) {
            throw ProblemException.of(409, String.valueOf(held.getMessage()));
        }
    }

    /** Waits until a run that was just suspended has settled its cost, by which its budget is reserved again. */
    private void awaitSettlement(String run) {
        List<ActiveSolve> ended;
        synchronized (this) {
            ended = settling.stream().filter(solve -> solve.line().run().equals(run)).toList();
        }
        awaitEnd(ended);
    }

    /** Reserves the budget last: a refused preparation leaves the reservation of a killed server as it is. */
    private static PreparedSolve affordable(PreparedSolve prepared, String run, List<LogEntry> entries,
            SolveSpending spending) {
        try {
            spending.reserveRest(run, entries.getFirst());
            return prepared;
        } catch (RuntimeException | Error refused) {
            try (prepared) {
                throw refused;
            }
        }
    }

    /**
     * Cancels a running solve; its end is in the log soon.
     *
     * @throws ProblemException when it does not run here
     */
    public RunLine cancel(String run) {
        ActiveSolve solve = active.get(run);
        RunLine line = require(run);
        if (solve == null || line.status() == RunStatus.FINISHED) {
            throw ProblemException.of(409, "the run " + run + " does not run here, it is "
                    + line.status().name().toLowerCase(Locale.ROOT));
        }
        Thread.ofVirtual().name("cancel " + run).start(solve.prepared()::cancel);
        return solve.line();
    }

    /** A run by its id. */
    public Optional<RunLine> find(String run) {
        ActiveSolve solve = active.get(run);
        Optional<RunLine> logged = catalog.find(run);
        if (solve != null) {
            // A solve whose end is in the log may still be busy with its memory.
            return Optional.of(logged.map(line -> line.status() == RunStatus.FINISHED ? line
                    : line.with(RunStatus.RUNNING, null)).orElse(solve.line()));
        }
        RunLine failed = failures.get(run);
        return failed == null ? logged
                : Optional.of(logged.filter(line -> line.status() == RunStatus.FINISHED)
                        .or(() -> logged.map(line -> line.with(failed.status(), failed.failure()))).orElse(failed));
    }

    /**
     * A run by its id.
     *
     * @throws ProblemException when there is none
     */
    public RunLine require(String run) {
        return find(run).orElseThrow(() -> unknown(run));
    }

    private static ProblemException unknown(String run) {
        return ProblemException.of(404, "there is no run " + quoted(run) + "\nMaybe list them: GET /v1/solves.");
    }

    /**
     * A run by its id, for a caller that sees only some.
     *
     * @throws ProblemException when there is none that it sees
     */
    public RunLine requireVisible(String run, CallerIdentity caller) {
        return find(run).filter(line -> RunTenant.isVisible(caller, line.tenant())).orElseThrow(() -> unknown(run));
    }

    /** The state of a line of the catalog, which does not know what runs here. */
    public RunLine current(RunLine line) {
        return find(line.run()).orElse(line);
    }

    /** Runs that are not in the log yet, or failed before they were. */
    public Collection<RunLine> unlogged() {
        Map<String, RunLine> lines = new HashMap<>();
        failures.values().forEach(line -> lines.put(line.run(), line));
        active.values().forEach(solve -> lines.put(solve.line().run(), solve.line()));
        return lines.values().stream().filter(line -> catalog.find(line.run()).isEmpty()).toList();
    }

    /** True if it runs here, or is about to. */
    public synchronized boolean isActive(String run) {
        return active.containsKey(run) || starting.containsKey(run)
                || settling.stream().anyMatch(solve -> solve.line().run().equals(run));
    }

    /** Lets that observe all solves from now on, in place of the observer before. */
    public void observe(SolveObserver next) {
        observer = next;
    }

    /** Run of the order of that caller under that idempotency key. */
    public static String runOf(String caller, String key) {
        return OrderDigestStore.run(caller, key);
    }

    /** Calls that after each solve that has ended, failed or been suspended; on the thread of the solve. */
    void afterSolve(Runnable observer) {
        afterSolve = observer;
    }

    /** Number of solves that run. */
    public int running() {
        return active.size();
    }

    /**
     * All entries of a run.
     *
     * @throws ProblemException when it is too large
     */
    public List<LogEntry> entries(String run) {
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(run).withFirst(MAX_ENTRIES + 1));
        if (entries.size() > MAX_ENTRIES) {
            throw ProblemException.of(413, "the run " + run + " has more than " + MAX_ENTRIES + " entries");
        }
        return entries;
    }

    /** The result of a finished run. */
    public SwarmResult result(String run) {
        return results.find(run).orElseGet(() -> {
            SwarmResult result = launcher.result(run, entries(run));
            results.add(run, result);
            return result;
        });
    }

    /**
     * Starts no further solve and leaves the running ones as they are in the log, so that they can be resumed. For that
     * the log is closed first, and then what they hold is freed. Solves that have ended are settled before.
     */
    @Override
    public void close() {
        List<ActiveSolve> ended;
        synchronized (this) {
            closed = true;
            ended = List.copyOf(settling);
        }
        awaitEnd(ended);
        log.close();
        for (ActiveSolve solve : active.values()) {
            solve.prepared().cancel();
        }
        awaitEnd(active.values());
    }

    /** The context of the caller of a request, which becomes the parent of the traces of solves started within. */
    public TraceSpan callerOf(Map<String, String> headers) {
        return headers.isEmpty() ? TraceSpan.NONE : TraceSpan.incoming(launcher.tracer(), headers);
    }

    private void awaitEnd(Collection<ActiveSolve> some) {
        try {
            boolean _ = world.await(CompletableFuture.allOf(some.stream().map(ActiveSolve::end)
                    .toArray(CompletableFuture<?>[]::new)), STOP_TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A solve that runs here. */
    private record ActiveSolve(RunLine line, PreparedSolve prepared, CompletableFuture<Void> end) {}

    private RunLine launch(String run, PreparedSolve prepared, String question, String taskType,
            @Nullable String tenant, boolean isResumed, Consumer<@Nullable SwarmResult> onEnd) {
        ActiveSolve solve = register(run, prepared, question, taskType, tenant);
        SolveEventPublisher live = new SolveEventPublisher(run, hub, isResumed ? log : null, log.lastSequence(),
                observer);
        Thread.ofVirtual().name("serve " + run)
                .start(TraceSpan.current().wrap(() -> run(solve, live, onEnd)));
        return solve.line();
    }

    private ActiveSolve register(String run, PreparedSolve prepared, String question, String taskType,
            @Nullable String tenant) {
        RunLine line = new RunLine(run, RunStatus.RUNNING, question, taskType, world.now(), null, tenant);
        ActiveSolve solve = new ActiveSolve(line, prepared, new CompletableFuture<>());
        active.put(run, solve);
        observer.begun(run);
        return solve;
    }

    private static String taskType(SolveOrder order) {
        return order.taskType() == null ? Task.GENERAL : order.taskType();
    }

    private void run(ActiveSolve solve, SolveEventPublisher live, Consumer<@Nullable SwarmResult> onEnd) {
        String run = solve.line().run();
        SwarmResult result = null;
        try (PreparedSolve prepared = solve.prepared()) {
            result = prepared.run(run, live);
        } catch (RuntimeException | Error failed) {
            fail(solve.line(), failed);
        } finally {
            end(solve, result, onEnd);
        }
    }

    private void end(ActiveSolve solve, @Nullable SwarmResult result, Consumer<@Nullable SwarmResult> onEnd) {
        try {
            if (isSettled(solve)) {
                onEnd.accept(result);
            }
        } finally {
            endSettlement(solve);
            afterSolve.run(); // The place of the solve is free by now.
            observer.ended(solve.line().run());
        }
    }

    /** Ends a solve; false when the server ends, because an abandoned solve is settled by its resumption. */
    private synchronized boolean isSettled(ActiveSolve solve) {
        active.remove(solve.line().run());
        return !closed && settling.add(solve);
    }

    private synchronized void endSettlement(ActiveSolve solve) {
        settling.remove(solve);
        solve.end().complete(null);
    }

    /** States that a run could not go on; its stream ends. It can be resumed nevertheless. */
    synchronized void fail(RunLine line, Throwable failed) {
        if (closed) {
            return; // The log is closed below it; the run can be resumed.
        }
        LOG.log(Level.WARNING, "the solve " + line.run() + " failed", failed);
        String reason = String.valueOf(failed.getMessage());
        failures.put(line.run(), line.with(RunStatus.FAILED, reason));
        for (boolean withDeliveries : new boolean[] {false, true}) {
            hub.live(topic(line.run(), withDeliveries), () -> FeedMessage.last("failed", JsonText.write(
                    new JsonObjectBuilder().with("run", line.run()).with("reason", reason).json())));
        }
    }

    /** The same for a run that was not started again, so that its end is nowhere else. */
    void failUnstarted(RunLine line, Throwable failed) {
        fail(line, failed);
        observer.ended(line.run());
    }

    private synchronized void reserve(String run) {
        if (closed) {
            throw ending();
        }
        if (isActive(run)) {
            throw ProblemException.of(409, "the run " + run + " is running already");
        }
        if (active.size() + starting.size() >= maxSolves) {
            throw new ProblemException(
                    Problem.of(429, maxSolves + " solves are running, which is the most\nMaybe wait for one to end.")
                            .withHeader("Retry-After", "10"));
        }
        starting.put(run, new CompletableFuture<>());
    }

    /** Reserves a place for a run, or finds the run. An equal order that is being started is awaited. */
    private Optional<RunLine> reserveOnce(String run, SolveOrder order) {
        long end = world.nanos() + START_TIMEOUT.toNanos();
        while (true) {
            CompletableFuture<Void> other;
            synchronized (this) {
                other = starting.get(run);
                if (other == null) {
                    Optional<RunLine> known = find(run);
                    if (known.isEmpty()) {
                        reserve(run);
                        orders.put(run, order);
                    }
                    return known;
                }
            }
            awaitStart(run, other, end);
        }
    }

    private void awaitStart(String run, CompletableFuture<Void> other, long end) {
        try {
            if (!world.awaitUntil(other, end)) {
                throw ProblemException.of(409, "the run " + run + " is still being started\nMaybe send the order again"
                        + " under its key.");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw ending();
        }
    }

    private synchronized void release(String run) {
        CompletableFuture<Void> start = starting.remove(run);
        if (start != null) {
            start.complete(null);
        }
    }

    private static ProblemException ending() {
        return new ProblemException(
                Problem.of(503, "the server ends\nMaybe try again later.").withHeader("Retry-After", "5"));
    }

    private static String quoted(String run) {
        return '"' + (run.length() > Checkpoint.MAX_ID ? run.substring(0, Checkpoint.MAX_ID) : run) + '"';
    }
}
