package dev.waggle.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;

/** A world in which every wait passes at once and is recorded. */
public final class PassingWorld extends ForwardingWorld {

    private final ManualWorld clock;
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    public PassingWorld() {
        this(new ManualWorld(Instant.parse("2026-11-29T02:00:00Z"), 7));
    }

    private PassingWorld(ManualWorld clock) {
        super(clock);
        this.clock = clock;
    }

    /** The waits so far. */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    @Override
    public boolean awaitUntil(CompletableFuture<?> future, long moment) {
        Duration wait = Duration.ofNanos(moment - clock.nanos());
        if (!future.isDone()) {
            waits.add(wait);
            clock.advance(wait);
        }
        return future.isDone();
    }
}
