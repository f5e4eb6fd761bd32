package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.World;

/**
 * Date and stopwatch of one solve, from its start.
 *
 * <p>The date stands still while the solve itself works; it moves on, never back, when something came from outside and is
 * written down. So every date in a log is that of a fact in the log, and a solve that is done again has the same dates.
 * The time before a solve broke off counts as used up; the pause until it goes on does not.
 *
 * <p>Owned by the thread of the solve; any thread may read the date.
 */
public final class SolveClock {

    private final World world;
    private final Duration limit;
    private final ReplayLog past;
    private final Duration usedBefore;
    private final long startNanos;
    private volatile Instant latest;

    /**
     * Starts now.
     *
     * @param limit how long it may take in all
     * @param usedBefore how much of that was used up before the solve broke off
     */
    public SolveClock(World world, Duration limit, ReplayLog past, Duration usedBefore) {
        this.world = world;
        this.limit = limit;
        this.past = past;
        this.usedBefore = usedBefore;
        startNanos = world.nanos();
        latest = past.isExhausted() ? world.now() : past.next().signal().time();
    }

    /** The date of the latest {@link #tick}. */
    public Instant now() {
        return latest;
    }

    /** Something came from outside; the fact that tells of it is what is written down next. */
    public void tick() {
        Instant read = past.isExhausted() ? world.now() : past.next().signal().time();
        latest = read.isAfter(latest) ? read : latest;
    }

    Duration elapsed() {
        return usedBefore.plusNanos(world.nanos() - startNanos);
    }

    /** Total duration of the solve, if it ends now. */
    public Duration total() {
        return past.totalDuration().orElseGet(this::elapsed);
    }

    /** Time left for the solve; never negative. */
    public Duration timeLeft() {
        Duration left = limit.minus(elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
