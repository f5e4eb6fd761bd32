package dev.waggle.server.run;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Execution of admitted solves, from their registration to their settlement. Each has a thread of its own, or that of
 * its caller. May be used by many threads.
 */
final class SolveExecutor {

    private static final System.Logger LOG = System.getLogger(SolveExecutor.class.getName());

    private final FileJournal log;
    private final EventHub hub;
    private final SolveAdmission admission;
    private final SolveIndex runs;
    private volatile Runnable afterSolve = () -> {
    };
    private volatile SolveObserver observer = SolveObserver.NONE;

    SolveExecutor(FileJournal log, EventHub hub, SolveAdmission admission, SolveIndex runs) {
        this.log = log;
        this.hub = hub;
        this.admission = admission;
        this.runs = runs;
    }

    void observe(SolveObserver next) {
        observer = next;
    }

    void afterSolve(Runnable next) {
        afterSolve = next;
    }

    /** Runs a solve on a thread of its own. */
    void launch(ActiveSolve solve, boolean isResumed, Consumer<@Nullable SwarmResult> onEnd) {
        register(solve);
        SolveEventPublisher live = new SolveEventPublisher(solve.run(), hub, isResumed ? log : null,
                log.lastSequence(), observer);
        Thread.ofVirtual().name("serve " + solve.run())
                .start(TraceSpan.current().wrap(() -> run(solve, live, onEnd)));
    }

    /** Runs a solve on this thread and returns its result; a failure is thrown. */
    SwarmResult run(ActiveSolve solve, Consumer<SwarmEvent> listener, SolveSpending spending) {
        register(solve);
        SwarmResult result = null;
        try (PreparedSolve prepared = solve.prepared()) {
            result = prepared.run(solve.run(),
                    new SolveEventPublisher(solve.run(), hub, null, 0, observer).andThen(listener));
            return result;
        } finally {
            end(solve, result, spending::settle);
        }
    }

    private void register(ActiveSolve solve) {
        admission.register(solve);
        try {
            observer.begun(solve.run());
        } catch (RuntimeException | Error failed) {
            try (PreparedSolve _ = solve.prepared()) {
                boolean _ = admission.beginSettlement(solve);
                admission.endSettlement(solve);
            }
            throw failed;
        }
    }

    private void run(ActiveSolve solve, SolveEventPublisher live, Consumer<@Nullable SwarmResult> onEnd) {
        SwarmResult result = null;
        try (PreparedSolve prepared = solve.prepared()) {
            result = prepared.run(solve.run(), live);
        } catch (RuntimeException | Error failed) {
            fail(solve.line(), failed);
        } finally {
            end(solve, result, onEnd);
        }
    }

    private void end(ActiveSolve solve, @Nullable SwarmResult result, Consumer<@Nullable SwarmResult> onEnd) {
        try {
            if (admission.beginSettlement(solve)) {
                if (result != null) {
                    runs.putResult(solve.run(), result);
                }
                onEnd.accept(result);
            }
        } finally {
            admission.endSettlement(solve);
            afterSolve.run(); // The place of the solve is free by now.
            observer.ended(solve.run());
        }
    }

    /** Cancels a solve on a thread of its own. */
    void cancel(ActiveSolve solve) {
        Thread.ofVirtual().name("cancel " + solve.run()).start(solve.prepared()::cancel);
    }

    /** States that a run could not go on; its stream ends. It can be resumed nevertheless. */
    void fail(RunLine line, Throwable failed) {
        admission.unlessClosed(() -> { // Else the log is closed below it; the run can be resumed.
            LOG.log(Level.WARNING, "the solve " + line.run() + " failed", failed);
            String reason = String.valueOf(failed.getMessage());
            runs.putFailure(line, reason);
            for (boolean withDeliveries : new boolean[] {false, true}) {
                hub.live(SolveEventPublisher.topic(line.run(), withDeliveries),
                        () -> FeedMessage.last("failed", JsonText.write(
                                new JsonObjectBuilder().with("run", line.run()).with("reason", reason).json())));
            }
        });
    }

    /** The same for a run that was not started again, so that its end is nowhere else. */
    void failUnstarted(RunLine line, Throwable failed) {
        fail(line, failed);
        observer.ended(line.run());
    }
}
