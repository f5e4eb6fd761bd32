package dev.waggle.server.api.a2a;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.RunResumption;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.SolveObserver;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Runs of tasks: waits for their ends, cancels them, and goes on with those that a restart interrupted. May be used by
 * many threads.
 */
final class TaskRuns implements SolveObserver, AutoCloseable {

    /** Longest wait for the end of a run that is cancelled. */
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(30);

    /** Pause after which a run that goes on is cancelled again, because an order before its start has no effect. */
    private static final Duration CANCEL_PAUSE = Duration.ofSeconds(1);

    /** Shortest pause before another attempt to go on with a run. */
    private static final Duration RESUME_PAUSE = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(TaskRuns.class.getName());

    private final TaskStore store;
    private final TaskStates states;
    private final SolveRegistry solves;
    private final RunResumption resumption;
    private final Listener listener;
    private final World world;
    private final CompletableFuture<Void> closing = new CompletableFuture<>();
    private final Map<String, Set<EndWaiter>> waiting = new ConcurrentHashMap<>();

    /**
     * Parts of the runs.
     *
     * @param listener receives what happens to tasks
     */
    record Parts(TaskStore store, TaskStates states, SolveRegistry solves, RunResumption resumption,
            Listener listener) {}

    /** A request that waits for a change of a task. */
    private static final class EndWaiter {

        private final CompletableFuture<Void> change = new CompletableFuture<>();
    }

    /** Receiver of what happens to tasks. */
    interface Listener {

        /** Receives an event of the run of a task. */
        void happened(String run, SwarmEvent event);

        /** Receives a task that began or goes on. */
        void begun(TaskRecord task);

        /** Receives a task that has ended or waits. */
        void over(TaskRecord task);
    }

    TaskRuns(Parts parts, World world) {
        this.store = parts.store();
        this.states = parts.states();
        this.solves = parts.solves();
        this.resumption = parts.resumption();
        this.listener = parts.listener();
        this.world = world;
    }

    @Override
    public void begun(String run) {
        store.find(run).ifPresent(task -> {
            if (task.canceledAt() != null) {
                Thread _ = Thread.ofVirtual().name("a2a cancel " + run).start(() -> cancelUntilEnd(task));
            } else {
                listener.begun(task);
            }
        });
    }

    @Override
    public void happened(String run, SwarmEvent event) {
        listener.happened(run, event);
    }

    @Override
    public void ended(String run) {
        // A thread of its own, because that of a cancelled solve is interrupted.
        Thread _ = Thread.ofVirtual().name("a2a over " + run).start(() -> tell(run));
    }

    private void tell(String run) {
        if (closing.isDone()) {
            return;
        }
        store.find(run).filter(TaskRecord::isOpen).ifPresent(task -> {
            if (TaskStates.isOver(states.state(task))) {
                listener.over(task);
            }
        });
        changed(run);
    }

    private void changed(String run) {
        Set<EndWaiter> some = waiting.remove(run);
        if (some != null) {
            some.forEach(one -> one.change.complete(null));
        }
    }

    /** The trace context of a caller, by the headers of its request, for the solves that are started within. */
    TraceSpan callerOf(CallerIdentity caller, Map<String, String> headers) {
        return solves.callerOf(caller, headers);
    }

    /** True if the server ends. */
    boolean isClosing() {
        return closing.isDone();
    }

    /** Ends all waits; goes on with no further run. */
    @Override
    public void close() {
        closing.complete(null);
        List.copyOf(waiting.keySet()).forEach(this::changed);
    }

    /**
     * Waits until a task has ended or waits for its client.
     *
     * @return false if it has not within that time, or the server ends
     */
    boolean awaitOver(TaskRecord task, Duration atMost) throws InterruptedException {
        long end = world.nanos() + atMost.toNanos();
        while (!closing.isDone()) {
            EndWaiter waiter = new EndWaiter();
            waiting.compute(task.id(), (_, known) -> {
                Set<EndWaiter> some = known == null ? ConcurrentHashMap.newKeySet() : known;
                some.add(waiter);
                return some;
            });
            try {
                TaskRecord now = store.find(task.id()).orElse(task);
                if (TaskStates.isOver(states.state(now))) {
                    return true;
                }
                if (!world.awaitUntil(waiter.change, end)) {
                    return false;
                }
            } finally {
                waiting.computeIfPresent(task.id(), (_, some) -> {
                    some.remove(waiter);
                    return some.isEmpty() ? null : some;
                });
            }
        }
        return false;
    }

    /** Tells all that wait for a task that it has ended, without an end of its run. */
    void over(String task) {
        store.find(task).ifPresent(listener::over);
        changed(task);
    }

    /**
     * Cancels a task and waits for its end. A task that waits for a person ends at once, and its run as soon as it goes on.
     *
     * @throws A2aException when it has ended
     */
    void cancel(TaskRecord task) throws InterruptedException {
        A2aTaskState state = states.state(task);
        if (state.isTerminal()) {
            throw notCancelable(state);
        }
        if (states.isEscalated(task)) {
            if (!store.storeIf(TaskRecord::isOpen, new TaskChange.Canceled(task.id(), world.now()))) {
                throw notCancelable(A2aTaskState.COMPLETED);
            }
            over(task.id());
            return;
        }
        if (isAway(task.id(), RunStatus.SUSPENDED, RunStatus.INTERRUPTED)) {
            store.store(new TaskChange.Canceled(task.id(), world.now()));
            over(task.id());
            startResumption(task);
            return;
        }
        cancelUntilEnd(task);
    }

    private static A2aException notCancelable(A2aTaskState state) {
        return new A2aException(A2aErrorCode.TASK_NOT_CANCELABLE, "the task has ended, it is "
                + state.name().toLowerCase(Locale.ROOT));
    }

    /** Cancels until the run has ended, because an order before its start has no effect. */
    private void cancelUntilEnd(TaskRecord task) {
        long end = world.nanos() + CANCEL_TIMEOUT.toNanos();
        try {
            while (!closing.isDone() && world.nanos() < end) {
                try {
                    RunLine _ = solves.cancel(task.id());
                } catch (ProblemException notRunning) {
                    if (!solves.isActive(task.id())) {
                        return;
                    }
                }
                if (task.canceledAt() != null ? world.await(closing, CANCEL_PAUSE) : awaitOver(task, CANCEL_PAUSE)) {
                    return;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Goes on with the tasks that a restart interrupted; each has a thread of its own, so that none delays another. */
    void resumeInterrupted() {
        store.newestFirst().reversed().stream()
                .filter(task -> !states.state(task).isTerminal() && isAway(task.id(), RunStatus.INTERRUPTED))
                .forEach(this::startResumption);
    }

    private void startResumption(TaskRecord task) {
        Thread _ = Thread.ofVirtual().name("a2a resume " + task.id()).start(() -> resume(task.id()));
    }

    /** True if a run does not run here and has one of these states. */
    private boolean isAway(String run, RunStatus... states) {
        return !solves.isActive(run)
                && solves.find(run).filter(line -> List.of(states).contains(line.status())).isPresent();
    }

    private void resume(String run) {
        try {
            while (!closing.isDone() && isAway(run, RunStatus.INTERRUPTED, RunStatus.SUSPENDED)) {
                Optional<Instant> next = resumption.attempt(run);
                if (next.isEmpty() || world.await(closing, pauseUntil(next.get()))) {
                    return;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            if (!closing.isDone()) {
                LOG.log(Level.WARNING, "the task " + run + " could not go on: " + failed.getMessage());
            }
        }
    }

    private Duration pauseUntil(Instant next) {
        Duration rest = Duration.between(world.now(), next);
        return rest.compareTo(RESUME_PAUSE) > 0 ? rest : RESUME_PAUSE;
    }
}
