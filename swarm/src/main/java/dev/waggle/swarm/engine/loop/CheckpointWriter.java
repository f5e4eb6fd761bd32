package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TimedCall;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.ReplayContext;

/**
 * Checkpoint of a running solve, by which resumable runs are found. It is saved after each round and deleted at the
 * end of the solve. A solve is resumed from its log; the checkpoint holds {@code run}, {@code task}, {@code round},
 * {@code entries} of the log and {@code date}. A store that fails or hangs is reported, and the solve continues.
 */
final class CheckpointWriter {

    private final SolveContext context;
    private final StopGuard guard;

    CheckpointWriter(SolveContext context, StopGuard guard) {
        this.context = context;
        this.guard = guard;
    }

    /** Saves the checkpoint of a completed round, unless the round was completed before the interruption. */
    void save() {
        if (!context.replayLog().isExhausted()) {
            return;
        }
        JsonValue state = new JsonObjectBuilder().with("run", context.run())
                .with("task", context.task().text())
                .with("round", context.log().round())
                .with("entries", context.log().journal().entries())
                .with("date", context.clock().now().toString()).json();
        store().ifPresent(checkpoints -> reportFailure("save", guard.await(
                call(() -> checkpoints.save(context.run(), state)),
                guard.helperTimeout(StopGuard.HELPER_TIMEOUT))));
    }

    /** Deletes the checkpoint of a solve that is over, timed out or cancelled. */
    void delete() {
        store().filter(_ -> context.replayContext().mode() == ReplayContext.ReplayMode.LIVE).ifPresent(
                checkpoints -> reportFailure("delete",
                        guard.awaitShortWork(call(() -> checkpoints.delete(context.run())), StopGuard.HELPER_TIMEOUT)));
    }

    private Optional<CheckpointStore> store() {
        return context.config().services().persistence().checkpoints();
    }

    private TimedCall<Boolean> call(Runnable code) {
        return TimedCall.start("checkpoint " + context.run(), context.world(), () -> {
            code.run();
            return true;
        });
    }

    private void reportFailure(String operation, CallOutcome<Boolean> outcome) {
        switch (outcome) {
            case Answered<Boolean> _ -> {}
            case Failed<Boolean> failed -> {
                System.getLogger(CheckpointWriter.class.getName()).log(System.Logger.Level.WARNING,
                        "the checkpoint of " + context.run() + " could not be " + operation + "d: " + failed.message());
                context.events().dispatch(new SwarmEvent.AgentFailed(new AgentFailure(InfrastructureNames.ORCHESTRATOR,
                        context.log().round(), List.of(), "checkpoint." + operation, failed.message())));
            }
        }
    }
}
