package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.World;

/**
 * Date and stopwatch of one solve, from its start.
 *
 * <p>The date is constant while the solve itself works. It moves on, never back, when an external result is logged.
 * So every date in a log comes from a logged fact, and a replay has the same dates. The time before an interruption
 * counts as used; the pause until the resumption does not.
 *
 * <p>Owned by the thread of the solve; any thread may read the date.
 */
public final class SolveClock {

    private final World world;
    private final Duration limit;
    private final ReplayLog replayLog;
    private final Duration usedBefore;
    private final long startNanos;
    private volatile Instant latest;

    /**
     * Starts the clock now.
     *
     * @param limit maximum duration in all
     * @param usedBefore time used before the interruption
     */
    public SolveClock(World world, Duration limit, ReplayLog replayLog, Duration usedBefore) {
        this.world = world;
        this.limit = limit;
        this.replayLog = replayLog;
        this.usedBefore = usedBefore;
        startNanos = world.nanos();
        latest = replayLog.isExhausted() ? world.now() : replayLog.next().signal().time();
    }

    /** The date of the latest {@link #tick}. */
    public Instant now() {
        return latest;
    }

    /** Moves the date for an external result; its fact is logged next. */
    public void tick() {
        Instant read = replayLog.isExhausted() ? world.now() : replayLog.next().signal().time();
        latest = read.isAfter(latest) ? read : latest;
    }

    Duration elapsed() {
        return usedBefore.plusNanos(world.nanos() - startNanos);
    }

    /** Total duration of the solve, if it ends now. */
    public Duration total() {
        return replayLog.totalDuration().orElseGet(this::elapsed);
    }

    /** Time left for the solve; never negative. */
    public Duration timeLeft() {
        Duration left = limit.minus(elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
