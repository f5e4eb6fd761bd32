package dev.waggle.server.run;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/** The solves of a server: those that run, and all runs of its log. May be used by many threads. */
public final class SolveRegistry implements AutoCloseable {

    /** Largest run that is read into memory at once. */
    public static final int MAX_ENTRIES = SolveIndex.MAX_ENTRIES;

    private final FileJournal log;
    private final SolveLauncher launcher;
    private final World world;
    private final OrderDigestStore orders = new OrderDigestStore();
    private final SolveAdmission admission;
    private final SolveIndex runs;
    private final SolveExecutor executor;

    /**
     * A registry without solves.
     *
     * @param maxSolves the number of solves that may run at once
     */
    public SolveRegistry(FileJournal log, RunCatalog catalog, EventHub hub, SolveLauncher launcher, int maxSolves,
            World world) {
        this.log = log;
        this.launcher = launcher;
        this.world = world;
        admission = new SolveAdmission(maxSolves, world);
        runs = new SolveIndex(log, catalog, launcher, admission);
        executor = new SolveExecutor(log, hub, admission, runs);
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
        Optional<RunLine> known = admission.reserveOnce(run, () -> find(run), () -> orders.put(run, order));
        if (known.isPresent()) {
            orders.requireSame(known.get(), order);
            return new Started(known.get(), false);
        }
        try {
            PreparedSolve prepared = launcher.prepare(budget.apply(run, order), tenant);
            ActiveSolve solve = ActiveSolve.of(begun(run, order, tenant), prepared);
            executor.launch(solve, false, onEnd);
            return new Started(solve.line(), true);
        } finally {
            admission.release(run);
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
        admission.reserve(run);
        try {
            PreparedSolve prepared = prepare(run, order, spending);
            return executor.run(ActiveSolve.of(begun(run, order, null), prepared), listener, spending);
        } finally {
            admission.release(run);
        }
    }

    private RunLine begun(String run, SolveOrder order, @Nullable String tenant) {
        return begun(run, order.question(), order.taskType() == null ? Task.GENERAL : order.taskType(), tenant);
    }

    private RunLine begun(String run, String question, String taskType, @Nullable String tenant) {
        return new RunLine(run, RunStatus.RUNNING, question, taskType, world.now(), null, tenant);
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
        admission.awaitSettlement(run);
        RunLine line = require(run);
        if (line.status() == RunStatus.FINISHED || line.status() == RunStatus.RUNNING) {
            throw ProblemException.of(409, "the run " + run + " is " + line.status().name().toLowerCase(Locale.ROOT)
                    + "\nMaybe read it: GET /v1/solves/" + run + '.');
        }
        admission.reserve(run);
        try {
            requireUnclaimed(run);
            spending.occupy(run);
            List<LogEntry> entries = entries(run);
            PreparedSolve prepared = affordable(launcher.prepareResume(run, entries), run, entries, spending);
            runs.removeFailure(run);
            ActiveSolve solve = ActiveSolve.of(begun(run, line.question(), line.taskType(), line.tenant()), prepared);
            executor.launch(solve, true, spending::settle);
            return solve.line();
        } catch (RuntimeException | Error refused) {
            spending.settle(null);
            throw refused;
        } finally {
            admission.release(run);
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
        ActiveSolve solve = admission.find(run);
        RunLine line = require(run);
        if (solve == null || line.status() == RunStatus.FINISHED) {
            throw ProblemException.of(409, "the run " + run + " does not run here, it is "
                    + line.status().name().toLowerCase(Locale.ROOT));
        }
        executor.cancel(solve);
        return solve.line();
    }

    /** A run by its id. */
    public Optional<RunLine> find(String run) {
        return runs.find(run);
    }

    /**
     * A run by its id.
     *
     * @throws ProblemException when there is none
     */
    public RunLine require(String run) {
        return runs.require(run);
    }

    /**
     * A run by its id, for a caller that sees only some.
     *
     * @throws ProblemException when there is none that it sees
     */
    public RunLine requireVisible(String run, CallerIdentity caller) {
        return runs.requireVisible(run, caller);
    }

    /** The state of a line of the catalog, which does not know what runs here. */
    public RunLine current(RunLine line) {
        return find(line.run()).orElse(line);
    }

    /** Runs that are not in the log yet, or failed before they were. */
    public Collection<RunLine> unlogged() {
        return runs.unlogged();
    }

    /** True if it runs here, or is about to. */
    public boolean isActive(String run) {
        return admission.isActive(run);
    }

    /** Lets that observe all solves from now on, in place of the observer before. */
    public void observe(SolveObserver next) {
        executor.observe(next);
    }

    /** Run of the order of that caller under that idempotency key. */
    public static String runOf(String caller, String key) {
        return OrderDigestStore.run(caller, key);
    }

    /** Calls that after each solve that has ended, failed or been suspended; on the thread of the solve. */
    void afterSolve(Runnable observer) {
        executor.afterSolve(observer);
    }

    /** Number of solves that run. */
    public int running() {
        return admission.all().size();
    }

    /**
     * All entries of a run.
     *
     * @throws ProblemException when it is too large
     */
    public List<LogEntry> entries(String run) {
        return runs.entries(run);
    }

    /** The result of a finished run. */
    public SwarmResult result(String run) {
        return runs.result(run);
    }

    /**
     * Starts no further solve and leaves the running ones as they are in the log, so that they can be resumed. For that
     * the log is closed first, and then what they hold is freed. Solves that have ended are settled before.
     */
    @Override
    public void close() {
        admission.close();
        log.close();
        for (ActiveSolve solve : admission.all()) {
            solve.prepared().cancel();
        }
        admission.awaitEnd();
    }

    /**
     * The trace context of the sender of a request, for the solves that are started within. They join the trace of a
     * sender with the right to administer. They only link to that of another, which would else choose the trace of the
     * solve and whether it is sampled.
     *
     * @param headers the headers of the trace context; empty for none
     */
    public TraceSpan callerOf(CallerIdentity caller, Map<String, String> headers) {
        if (headers.isEmpty()) {
            return TraceSpan.NONE;
        }
        return caller.has(AccessScope.ADMIN)
                ? TraceSpan.incoming(launcher.tracer(), headers)
                : TraceSpan.linked(launcher.tracer(), headers);
    }

    /** States that a run could not be started again; its stream ends. It can be resumed nevertheless. */
    void failUnstarted(RunLine line, Throwable failed) {
        executor.failUnstarted(line, failed);
    }
}
