package dev.waggle.swarm.solve;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Task;

/**
 * One solve, from its task to its result.
 *
 * <pre>
 *   open -> [ react, publish, decide ] until there is an ending -> close
 * </pre>
 *
 * <p>The thread that runs it owns the {@link Floor}; other threads may only cancel and wait.
 */
final class Solve implements Runnable {

    /** The steps of a round, in order. */
    private static final List<Phase> PHASES = List.of(new React(), new Publish(), new Decide());

    private final SwarmConfig config;
    private final Task task;
    private final String run;
    private final World world;
    private final Consumer<SwarmEvent> onlooker;
    private final Consumer<Solve> onEnd;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final CompletableFuture<SwarmResult> result = new CompletableFuture<>();

    Solve(SwarmConfig config, Task task, String run, World world, Consumer<SwarmEvent> onlooker,
            Consumer<Solve> onEnd) {
        this.config = config;
        this.task = task;
        this.run = run;
        this.world = world;
        this.onlooker = onlooker;
        this.onEnd = onEnd;
    }

    @Override
    public void run() {
        try {
            result.complete(deliberate());
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(failure);
        } finally {
            onEnd.accept(this);
        }
    }

    private SwarmResult deliberate() {
        try (Floor floor = new Floor(config, task, run, world, onlooker, cancelled)) {
            floor.open();
            while (!floor.hasEnded()) {
                Optional<Ending> reached = endingBeforeNextRound(floor);
                if (reached.isPresent()) {
                    floor.end(reached.get());
                } else {
                    floor.beginRound();
                    PHASES.forEach(phase -> phase.run(floor));
                    floor.endRound();
                }
            }
            return floor.conclude();
        }
    }

    /** What stands against another round; the first that holds is the ending. */
    private Optional<Ending> endingBeforeNextRound(Floor floor) {
        if (cancelled.isDone()) {
            return Optional.of(Ending.CANCELLED);
        }
        if (floor.round() == config.limits().maxRounds()) {
            return Optional.of(Ending.MAX_ROUNDS);
        }
        if (floor.isSilent()) {
            return Optional.of(Ending.SILENCE);
        }
        if (floor.signalsLeft() == 0) {
            return Optional.of(Ending.MAX_SIGNALS);
        }
        return floor.isOutOfTime() ? Optional.of(Ending.TIMEOUT) : Optional.empty();
    }

    String id() {
        return run;
    }

    /** Asks the solve to stop at once with what it has. */
    void cancel() {
        cancelled.complete(null);
    }

    /** Runs the action at the end, on the thread of the solve; at once when that is over. */
    void whenEnded(Runnable action) {
        var _ = result.whenComplete((done, failed) -> action.run());
    }

    Solve awaitEnd() {
        result.exceptionally(failed -> null).join();
        return this;
    }

    /** The result; throws what made the solve fail. */
    SwarmResult result() {
        try {
            return result.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
