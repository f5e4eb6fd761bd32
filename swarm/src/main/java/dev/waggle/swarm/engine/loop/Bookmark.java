package dev.waggle.swarm.engine.loop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Outcome;
import dev.waggle.swarm.agent.Outcome.Answered;
import dev.waggle.swarm.agent.Outcome.Failed;
import dev.waggle.swarm.runlog.Retrace;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.turn.Call;
import dev.waggle.swarm.engine.turn.Guard;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * A note that a solve is under way, for people and programs that look for what can be resumed: saved after each round,
 * deleted when the solve is over. What a solve is resumed from is its log; the note holds {@code run}, {@code task},
 * {@code round}, {@code entries} of the log and {@code date}. A store that fails or hangs is told of, and the solve goes on.
 */
final class Bookmark {

    private static final System.Logger LOGGER = System.getLogger(Bookmark.class.getName());

    private final SolveContext context;
    private final Guard guard;

    Bookmark(SolveContext context, Guard guard) {
        this.context = context;
        this.guard = guard;
    }

    /** A round is over; one that was over before the solve broke off has its note. */
    void save() {
        if (!context.past().isOver()) {
            return;
        }
        Map<String, JsonValue> state = new LinkedHashMap<>();
        state.put("run", JsonValue.of(context.run()));
        state.put("task", JsonValue.of(context.task().text()));
        state.put("round", JsonValue.of(context.log().round()));
        state.put("entries", JsonValue.of(context.log().journal().entries()));
        state.put("date", JsonValue.of(context.clock().now().toString()));
        store().ifPresent(kept -> done("save", guard.await(
                call(() -> kept.save(context.run(), JsonValue.of(state))), guard.patience(Guard.PATIENCE))));
    }

    /** The solve is over, also where its time was, or it was cancelled. */
    void delete() {
        store().filter(_ -> context.retrace().mode() == Retrace.Mode.LIVE).ifPresent(
                kept -> done("delete", guard.finish(call(() -> kept.delete(context.run())), Guard.PATIENCE)));
    }

    private Optional<CheckpointStore> store() {
        return context.config().ports().persistence().checkpoints();
    }

    private Call<Boolean> call(Runnable code) {
        return Call.start("checkpoint " + context.run(), context.world(), () -> {
            code.run();
            return true;
        });
    }

    private void done(String what, Outcome<Boolean> outcome) {
        switch (outcome) {
            case Answered<Boolean> _ -> {}
            case Failed<Boolean> failed -> {
                LOGGER.log(System.Logger.Level.WARNING,
                        "the checkpoint of " + context.run() + " could not be " + what + "d: " + failed.message());
                context.events().announce(new SwarmEvent.AgentFailed(new AgentFailure(Infrastructure.ORCHESTRATOR,
                        context.log().round(), List.of(), "checkpoint." + what, failed.message())));
            }
        }
    }
}
