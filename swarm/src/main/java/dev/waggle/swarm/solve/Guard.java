package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.solve.Call.Outcome;

/**
 * What stops a solve at any moment, even within a round, and how its thread waits for others without missing that.
 * Owned by the thread of the solve; only {@code cancelled} is shared.
 */
final class Guard {

    private final World world;
    private final SolveClock clock;
    private final CompletableFuture<Void> cancelled;
    private final Purse purse;
    private final Wire wire;
    private final Announcer events;

    Guard(World world, SolveClock clock, CompletableFuture<Void> cancelled, Purse purse, Wire wire, Announcer events) {
        this.world = world;
        this.clock = clock;
        this.cancelled = cancelled;
        this.purse = purse;
        this.wire = wire;
        this.events = events;
    }

    /** What stops a solve at any moment. */
    Optional<Ending> stop() {
        if (cancelled.isDone()) {
            return Optional.of(Ending.CANCELLED);
        }
        return clock.left().isZero() ? Optional.of(Ending.TIMEOUT) : Optional.empty();
    }

    /** Whether no further call of a model will be paid. */
    boolean isSpent() {
        return purse.isSpent();
    }

    Duration timeLeft() {
        return clock.left();
    }

    /** Waits for code of others no longer than the solve may last, and tells onlookers what harnesses tell meanwhile. */
    <T> Outcome<T> await(Call<T> call) {
        return await(call, clock.left());
    }

    /** The same, and no longer than that. */
    <T> Outcome<T> await(Call<T> call, Duration atMost) {
        Deadline end = Deadline.in(atMost, world);
        while (call.waits(world, shorter(clock.left(), end.remaining()), cancelled, wire.arrival())
                && stop().isEmpty() && !end.isOver()) {
            listen();
        }
        listen();
        return call.outcome(cancelled);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Tells onlookers what harnesses have told since. */
    void listen() {
        wire.take().forEach(told -> events.announce(new SwarmEvent.HarnessTold(told.agentId(), told.signal())));
    }
}
