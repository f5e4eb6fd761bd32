package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.fact.Past;
import dev.waggle.swarm.fact.Retrace;
import dev.waggle.swarm.fact.RunJournal;
import dev.waggle.swarm.fact.SolveClock;

/**
 * A note that a solve is under way, for people and programs that look for what can be resumed: saved after each round,
 * deleted when the solve is over. What a solve is resumed from is its log; the note holds {@code run}, {@code task},
 * {@code round}, {@code entries} of the log and {@code date}. A store that fails or hangs is told of, and the solve goes on.
 */
final class Bookmark {

    private static final System.Logger LOGGER = System.getLogger(Bookmark.class.getName());

    private final Optional<CheckpointStore> store;
    private final String run;
    private final Task task;
    private final World world;
    private final Guard guard;
    private final SolveClock clock;
    private final RunJournal journal;
    private final Past past;
    private final boolean isLive;
    private final Announcer events;

    private int round;

    Bookmark(Optional<CheckpointStore> store, String run, Task task, World world, Guard guard, SolveClock clock,
            RunJournal journal, Retrace retrace, Announcer events) {
        this.store = store;
        this.run = run;
        this.task = task;
        this.world = world;
        this.guard = guard;
        this.clock = clock;
        this.journal = journal;
        past = retrace.past();
        isLive = retrace.mode() == Retrace.Mode.LIVE;
        this.events = events;
    }

    /** A round is over; one that was over before the solve broke off has its note. */
    void save(int ofRound) {
        round = ofRound;
        if (!past.isOver()) {
            return;
        }
        Map<String, JsonValue> state = new LinkedHashMap<>();
        state.put("run", JsonValue.of(run));
        state.put("task", JsonValue.of(task.text()));
        state.put("round", JsonValue.of(ofRound));
        state.put("entries", JsonValue.of(journal.entries()));
        state.put("date", JsonValue.of(clock.now().toString()));
        store.ifPresent(kept -> done("save",
                guard.await(call(() -> kept.save(run, JsonValue.of(state))), guard.patience(Guard.PATIENCE))));
    }

    /** The solve is over, also where its time was, or it was cancelled. */
    void delete() {
        store.filter(_ -> isLive)
                .ifPresent(kept -> done("delete", guard.finish(call(() -> kept.delete(run)), Guard.PATIENCE)));
    }

    private Call<Boolean> call(Runnable code) {
        return Call.start("checkpoint " + run, world, () -> {
            code.run();
            return true;
        });
    }

    private void done(String what, Outcome<Boolean> outcome) {
        switch (outcome) {
            case Answered<Boolean> _ -> {}
            case Failed<Boolean> failed -> {
                LOGGER.log(System.Logger.Level.WARNING,
                        "the checkpoint of " + run + " could not be " + what + "d: " + failed.message());
                events.announce(new SwarmEvent.AgentFailed(new AgentFailure(Infrastructure.ORCHESTRATOR, round,
                        List.of(), "checkpoint." + what, failed.message())));
            }
        }
    }
}
