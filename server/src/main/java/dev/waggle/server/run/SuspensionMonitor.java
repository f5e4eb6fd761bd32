package dev.waggle.server.run;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;

/**
 * Resumes suspended runs. A run goes on when each of its open requests has an answer or has passed its deadline. Before
 * that, its wave of turns could not be complete.
 *
 * <pre>
 *   no run waits            -> sleep until a solve ends
 *   else                    -> sleep until an answer comes here, the next deadline, or one second
 *   size of a file grew     -> look for the answers, which another process may have stored
 *   all requests have ended -> resume, once for the same set of requests
 * </pre>
 *
 * <p>One virtual thread for all runs. {@link RunResumption} has the rules for a run that cannot go on now. One that has
 * failed can be resumed by a caller.
 */
public final class SuspensionMonitor implements AutoCloseable {

    /** Longest time after which an answer of another process is noticed. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** Sleep of a server without suspended runs, which the end of a solve interrupts. */
    private static final Duration IDLE = Duration.ofDays(1);

    /** Longest wait for the current look when the server ends. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(SuspensionMonitor.class.getName());

    private final SolveRegistry solves;
    private final RunCatalog catalog;
    private final FileSeatAnswers answers;
    private final RunResumption resumption;
    private final World world;
    private final AtomicReference<CompletableFuture<Void>> change = new AtomicReference<>(new CompletableFuture<>());
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean isClosed;
    /** Owned by the thread of the monitor. */
    private final Map<String, WaitingRun> waiting = new HashMap<>();

    private SuspensionMonitor(SolveRegistry solves, RunCatalog catalog, FileSeatAnswers answers,
            RunResumption resumption, World world) {
        this.solves = solves;
        this.catalog = catalog;
        this.answers = answers;
        this.resumption = resumption;
        this.world = world;
    }

    /**
     * Watches the suspended runs of that catalog from now on.
     *
     * @param limits the limits of the tokens that ordered them
     */
    public static SuspensionMonitor open(SolveRegistry solves, RunCatalog catalog, FileSeatAnswers answers,
            AccessLimiter limits, World world) {
        SuspensionMonitor monitor = new SuspensionMonitor(solves, catalog, answers,
                new RunResumption(solves, catalog, limits, world), world);
        solves.afterSolve(monitor::wake);
        Thread _ = Thread.ofVirtual().name("waggle seats").start(monitor::watch);
        return monitor;
    }

    /** Looks at once, because an answer has come or a run was suspended. */
    public void wake() {
        change.get().complete(null);
    }

    /** Resumes no further run. */
    @Override
    public void close() {
        isClosed = true;
        wake();
        try {
            boolean _ = world.await(end, STOP_TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** State of a suspended run. */
    private static final class WaitingRun {

        private final Set<SeatTurn> answered = new HashSet<>();
        private long size;
        private Set<SeatTurn> resumedFor = Set.of();
        private Instant notBefore = Instant.MIN;
    }

    private void watch() {
        try {
            while (!isClosed) {
                long begin = world.nanos(); // Before the look, so that what happens meanwhile is not slept over.
                CompletableFuture<Void> next = new CompletableFuture<>();
                change.set(next);
                Duration pause = look();
                if (!isClosed) {
                    boolean _ = world.awaitUntil(next, begin + pause.toNanos());
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            end.complete(null);
        }
    }

    /** Resumes what can go on; the time until the next look. */
    private Duration look() {
        try {
            Map<String, List<OpenSeat>> open = catalog.openSeats().stream()
                    .collect(Collectors.groupingBy(seat -> seat.turn().run()));
            waiting.keySet().retainAll(open.keySet());
            Instant now = world.now();
            List<Duration> pauses = new ArrayList<>(List.of(open.isEmpty() ? IDLE : PAUSE));
            open.forEach((run, seats) -> {
                if (!solves.isActive(run)) {
                    look(run, seats, now);
                }
                seats.stream().map(seat -> Duration.between(now, seat.deadline())).filter(Duration::isPositive)
                        .forEach(pauses::add);
            });
            return pauses.stream().min(Duration::compareTo).orElse(PAUSE);
        } catch (RuntimeException failed) {
            if (!isClosed) {
                LOG.log(Level.ERROR, "the suspended runs could not be looked at", failed);
            }
            return PAUSE;
        }
    }

    private void look(String run, List<OpenSeat> seats, Instant now) {
        WaitingRun known = waiting.computeIfAbsent(run, _ -> new WaitingRun());
        Set<SeatTurn> turns = seats.stream().map(OpenSeat::turn).collect(Collectors.toSet());
        if (turns.equals(known.resumedFor) || now.isBefore(known.notBefore)) {
            return;
        }
        long size = answers.size(run);
        if (size != known.size) {
            seats.stream().map(OpenSeat::turn).filter(turn -> answers.find(turn).isPresent())
                    .forEach(known.answered::add);
            known.size = size;
        }
        boolean isReady = seats.stream()
                .allMatch(seat -> known.answered.contains(seat.turn()) || !now.isBefore(seat.deadline()));
        if (isReady) {
            resume(run, known, turns);
        }
    }

    private void resume(String run, WaitingRun known, Set<SeatTurn> turns) {
        resumption.attempt(run).ifPresentOrElse(next -> known.notBefore = next, () -> known.resumedFor = turns);
    }
}
