package dev.waggle.lab.trace;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.world.World;
import io.opentelemetry.sdk.common.Clock;

/**
 * Clock of spans that reads the clock of a world.
 *
 * @param world the world of the traced solve
 * @param start its date when its stopwatch was at 0
 */
record SimulatedClock(World world, Instant start) implements Clock {

    @Override
    public long now() {
        return TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano() + world.nanos();
    }

    @Override
    public long nanoTime() {
        return world.nanos();
    }
}
