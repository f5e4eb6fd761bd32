package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.World;

/** Date and stopwatch of one solve, from its start. The date never steps back. Owned by the thread of the solve. */
final class SolveClock {

    private final World world;
    private final Duration limit;
    private final long startNanos;
    private Instant latest;

    /** Starts now, for at most that long. */
    SolveClock(World world, Duration limit) {
        this.world = world;
        this.limit = limit;
        startNanos = world.nanos();
        latest = world.now();
    }

    /** The date now, or the latest read one while the world's is behind that. */
    Instant now() {
        Instant read = world.now();
        latest = read.isAfter(latest) ? read : latest;
        return latest;
    }

    Duration elapsed() {
        return Duration.ofNanos(world.nanos() - startNanos);
    }

    /** What the solve may still last; never negative. */
    Duration left() {
        Duration left = limit.minus(elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
