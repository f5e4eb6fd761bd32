package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.World;

/**
 * A deadline by the stopwatch of a world.
 *
 * @param world the world of the stopwatch
 * @param nanos the moment
 */
public record Deadline(World world, long nanos) {

    /** Maximum span; no call lasts longer. */
    private static final Duration MAX_SPAN = Duration.ofDays(36_500);

    /** Returns the deadline after that span from now; spans beyond 100 years count as that, negative spans as zero. */
    public static Deadline in(Duration span, World world) {
        Duration counted = span.compareTo(MAX_SPAN) > 0 ? MAX_SPAN : span.isNegative() ? Duration.ZERO : span;
        return new Deadline(world, world.nanos() + counted.toNanos());
    }

    public static Deadline never(World world) {
        return in(MAX_SPAN, world);
    }

    /** Returns the remaining time; never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - world.nanos()));
    }

    public boolean isExpired() {
        return nanos - world.nanos() <= 0;
    }

    /** Waits until the future is done or this deadline has passed; returns true if the future is done. */
    public boolean await(CompletableFuture<?> future) throws InterruptedException {
        return world.awaitUntil(future, nanos);
    }

    /** Returns this deadline, or that span from now when it comes first. */
    public Deadline within(Duration span) {
        Deadline other = in(span, world);
        return other.nanos - nanos < 0 ? other : this;
    }
}
