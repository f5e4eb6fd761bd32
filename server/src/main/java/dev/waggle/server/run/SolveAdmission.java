package dev.waggle.server.run;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Admission of solves. A run is started once at a time, and a bounded number runs at once.
 *
 * <pre>
 *   reserve -> starting -> register -> active -> beginSettlement -> settling -> endSettlement
 *                       -> release
 * </pre>
 *
 * After {@link #close} no run is admitted and none is settled. May be used by many threads.
 */
final class SolveAdmission {

    /** Longest wait for running solves when the server ends. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    /** Longest wait for an equal order that is being started: the preparation of its models takes seconds. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final int maxSolves;
    private final World world;
    private final Map<String, ActiveSolve> active = new ConcurrentHashMap<>();
    /** Runs that are about to start or go on, and the end of that; guarded by this object. */
    private final Map<String, CompletableFuture<Void>> starting = new HashMap<>();
    /** Solves that have ended and are being settled; guarded by this object. */
    private final Set<ActiveSolve> settling = new HashSet<>();
    private boolean closed;

    SolveAdmission(int maxSolves, World world) {
        this.maxSolves = maxSolves;
        this.world = world;
    }

    /**
     * Reserves a place for a run, until {@link #release}.
     *
     * @throws ProblemException when it runs already, all places are taken, or the server ends
     */
    synchronized void reserve(String run) {
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

    /**
     * Reserves a place for a run, or finds the run. An equal order that is being started is awaited.
     *
     * @param known finds the run
     * @param onReserved notes the order of a new run
     */
    Optional<RunLine> reserveOnce(String run, Supplier<Optional<RunLine>> known, Runnable onReserved) {
        long end = world.nanos() + START_TIMEOUT.toNanos();
        while (true) {
            CompletableFuture<Void> other;
            synchronized (this) {
                other = starting.get(run);
                if (other == null) {
                    Optional<RunLine> found = known.get();
                    if (found.isEmpty()) {
                        reserve(run);
                        onReserved.run();
                    }
                    return found;
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

    private static ProblemException ending() {
        return new ProblemException(
                Problem.of(503, "the server ends\nMaybe try again later.").withHeader("Retry-After", "5"));
    }

    /** Ends the start of a run; one that was registered meanwhile keeps its place. */
    synchronized void release(String run) {
        CompletableFuture<Void> start = starting.remove(run);
        if (start != null) {
            start.complete(null);
        }
    }

    /** Takes the place of a run that begins. */
    void register(ActiveSolve solve) {
        active.put(solve.run(), solve);
    }

    /** The solve of a run that runs here, or null. */
    @Nullable ActiveSolve find(String run) {
        return active.get(run);
    }

    /** The solves that run. */
    Collection<ActiveSolve> all() {
        return active.values();
    }

    /** True if a run runs here, is about to, or is being settled. */
    synchronized boolean isActive(String run) {
        return active.containsKey(run) || starting.containsKey(run)
                || settling.stream().anyMatch(solve -> solve.run().equals(run));
    }

    /**
     * Frees the place of a solve that has ended, and begins its settlement.
     *
     * @return false when the server ends, because an abandoned solve is settled by its resumption
     */
    synchronized boolean beginSettlement(ActiveSolve solve) {
        active.remove(solve.run());
        return !closed && settling.add(solve);
    }

    synchronized void endSettlement(ActiveSolve solve) {
        settling.remove(solve);
        solve.end().complete(null);
    }

    /** Waits until a run that was just suspended has settled its cost, by which its budget is reserved again. */
    void awaitSettlement(String run) {
        List<ActiveSolve> ended;
        synchronized (this) {
            ended = settling.stream().filter(solve -> solve.run().equals(run)).toList();
        }
        awaitEnd(ended);
    }

    /** Acts unless the server ends, so that it does not end meanwhile. */
    synchronized void unlessClosed(Runnable act) {
        if (!closed) {
            act.run();
        }
    }

    /** Admits no further run, and waits until the solves that have ended are settled. */
    void close() {
        List<ActiveSolve> ended;
        synchronized (this) {
            closed = true;
            ended = List.copyOf(settling);
        }
        awaitEnd(ended);
    }

    /** Waits for the ends of the solves that run, within a limit. */
    void awaitEnd() {
        awaitEnd(active.values());
    }

    private void awaitEnd(Collection<ActiveSolve> some) {
        try {
            boolean _ = world.await(CompletableFuture.allOf(some.stream().map(ActiveSolve::end)
                    .toArray(CompletableFuture<?>[]::new)), STOP_TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
