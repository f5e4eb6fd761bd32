package dev.waggle.swarm.engine.loop;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveTrace;
import dev.waggle.swarm.engine.turn.SolveInboxPool;
import dev.waggle.swarm.engine.turn.SuspendedSolveException;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.metric.MeteredJournal;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.ReplayContext;
import org.jspecify.annotations.Nullable;

/**
 * One solve, from its task to its result.
 *
 * <pre>
 *   open -> [ predict, react, publish, compare, measure, advise, evolve, challenge, remember, settle, decide ] until there
 *   is an ending -> call for missing votes -> close
 * </pre>
 *
 * <p>A person who answers later may suspend it at any turn. Then it has a result for now, its log is not closed, and
 * another one resumes the run.
 *
 * <p>The thread that runs it owns the {@link SolveState}; other threads may only cancel and wait.
 */
public final class Solve implements Runnable {

    private final SwarmConfig config;
    private final SolveInboxPool inboxes;
    private final Task task;
    private final String run;
    private final World world;
    private final Consumer<SwarmEvent> listener;
    private final Supplier<ReplayContext> replay;
    private final TraceSpan caller;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final CompletableFuture<SwarmResult> result = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Thread owner;

    public Solve(SwarmConfig config, Task task, String run, SolveInboxPool inboxes, Consumer<SwarmEvent> listener,
            Supplier<ReplayContext> replay) {
        this.config = config;
        this.task = task;
        this.run = run;
        this.inboxes = inboxes;
        this.listener = listener;
        this.replay = replay;
        world = config.world().fork(run);
        caller = TraceSpan.context(config.services().telemetry().tracer());
    }

    @Override
    public void run() {
        owner = Thread.currentThread();
        try {
            result.complete(deliberate());
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(failure);
        } finally {
            over.countDown();
        }
    }

    private SwarmResult deliberate() {
        ReplayContext own = metered(replay.get());
        TraceSpan root = SolveTrace.open(caller, run, task, config, own);
        try {
            SwarmResult solved = root == TraceSpan.NONE ? deliberate(own) : root.within(() -> deliberate(own));
            SolveTrace.close(root, solved);
            return solved;
        } catch (RuntimeException | Error failure) {
            SolveTrace.close(root, failure);
            throw failure;
        }
    }

    private ReplayContext metered(ReplayContext own) {
        MetricSink metrics = config.services().telemetry().metrics();
        return metrics.equals(MetricSink.NONE) ? own
                : own.withJournal(new MeteredJournal(own.journal(), metrics, config.world()));
    }

    private SwarmResult deliberate(ReplayContext own) {
        try (Journal.Claim _ = own.claim();
                SolveState state = new SolveState(SolveContext.of(run, task, config, world, own, listener), inboxes,
                        cancelled)) {
            return deliberate(state);
        } catch (IllegalArgumentException bad) {
            if (own.log().isExhausted()) {
                throw bad;
            }
            throw DamagedLogException.before(run, own.log().next(), bad);
        }
    }

    private SwarmResult deliberate(SolveState state) {
        try {
            state.open();
            while (!state.hasEnded()) {
                Optional<SolveEnding> reached = endingBeforeNextRound(state);
                if (reached.isPresent()) {
                    state.end(reached.get());
                    continue;
                }
                TraceSpan span = state.trace().beginRound(state.round() + 1);
                if (span == TraceSpan.NONE) {
                    runPhases(state);
                } else {
                    runPhases(state, span);
                }
            }
            state.callMissingVotes();
            return state.conclude();
        } catch (SuspendedSolveException waiting) {
            return state.suspend(waiting.requests());
        }
    }

    private static void runPhases(SolveState state, TraceSpan span) {
        try {
            Object _ = span.within(() -> {
                runPhases(state);
                return span;
            });
        } finally {
            state.trace().endRound(span);
        }
    }

    private static void runPhases(SolveState state) {
        state.beginRound();
        for (RoundPhase phase : RoundPhase.ALL) {
            phase.run(state);
        }
        state.endRound();
    }

    /**
     * Reason against another round; the first that holds is the ending. A failure of every turn in the round takes the
     * place of a limit that is reached as well. So the ending is the same with more rounds, time or signals.
     */
    private Optional<SolveEnding> endingBeforeNextRound(SolveState state) {
        Optional<SolveEnding> stop = state.stopReason();
        if (stop.isPresent()) {
            return Optional.of(stop.get() == LoopStop.TIMEOUT ? state.failureOr(LoopStop.TIMEOUT) : stop.get());
        }
        if (state.isBudgetSpent()) {
            return Optional.of(state.hasPaidCalls() ? state.failureOr(LoopStop.BUDGET) : LoopStop.BUDGET);
        }
        if (state.round() == config.limits().maxRounds()) {
            return Optional.of(state.failureOr(LoopStop.MAX_ROUNDS));
        }
        state.callAgents();
        stop = state.stopReason(); // Again: calling runs code of agents.
        if (stop.isPresent()) {
            return stop;
        }
        if (state.calledAgents().isEmpty()) {
            return Optional.of(state.decideSettled() ? LoopStop.CONSENSUS : state.failureOr(LoopStop.SILENCE));
        }
        return state.isSignalLimitReached() ? Optional.of(state.failureOr(LoopStop.MAX_SIGNALS)) : Optional.empty();
    }

    public String id() {
        return run;
    }

    /** Requests an immediate stop with the current state. */
    public void cancel() {
        cancelled.complete(null);
    }

    /** Runs the action at the end, on the thread of the solve; at once when it has ended. */
    public void whenEnded(Runnable action) {
        var _ = result.whenComplete((done, failed) -> action.run());
    }

    /** True if the calling code runs inside this solve, which cannot wait for its own end. */
    public boolean isOwnThread() {
        return Thread.currentThread().equals(owner);
    }

    /** Waits for the end. An interrupt of the waiting thread cancels the solve and is preserved. */
    public Solve awaitEnd() {
        if (isOwnThread()) {
            throw new IllegalStateException("solve " + run + " cannot wait for its own end"
                    + "\nMaybe a listener waits for the result: it is in solve:complete.");
        }
        boolean interrupted = false;
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException stop) {
                interrupted = true;
                cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    /** Returns the result of an ended solve; throws the failure of a failed one. */
    public SwarmResult result() {
        try {
            return result.join();
        } catch (CompletionException failed) {
            switch (failed.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failed;
            }
        }
    }
}
