package dev.waggle.cli.command.solve;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.journal.JsonText;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Solve at reading pace. After each statement of an agent it waits 1 to 3 seconds, by the length of the statement.
 *
 * @param solve the solve
 * @param known the ids of the signals that were in the log before; it does not wait after them
 * @param world the clock
 * @param stopped done once the solve is cancelled, which ends a wait
 */
record PacedSolve(PreparedSolve solve, Set<String> known, World world, CompletableFuture<Void> stopped)
        implements
        PreparedSolve {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(3);
    /** A statement of 150 characters, JSON included, has almost two seconds. */
    private static final Duration EACH_CHARACTER = Duration.ofMillis(12);

    PacedSolve(PreparedSolve solve, Set<String> known, World world) {
        this(solve, Set.copyOf(known), world, new CompletableFuture<>());
    }

    @Override
    public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
        return solve.run(run, event -> {
            listener.accept(event);
            if (event instanceof SwarmEvent.SignalEmitted(Signal signal) && signal.source() instanceof Source.Agent
                    && !known.contains(signal.id())) {
                pause(signal);
            }
        });
    }

    private void pause(Signal statement) {
        try {
            boolean _ = world.await(stopped, pauseAfter(statement));
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    /** The pause after a statement. */
    static Duration pauseAfter(Signal statement) {
        JsonValue data = SignalCodec.encode(statement).fields().get("data");
        Duration reading = EACH_CHARACTER.multipliedBy(data == null ? 0 : JsonText.write(data).length());
        return reading.compareTo(SHORTEST) < 0 ? SHORTEST : reading.compareTo(LONGEST) > 0 ? LONGEST : reading;
    }

    @Override
    public void cancel() {
        boolean _ = stopped.complete(null);
        solve.cancel();
    }

    @Override
    public void close() {
        solve.close();
    }
}
