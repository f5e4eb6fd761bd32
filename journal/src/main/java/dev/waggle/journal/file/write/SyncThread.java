package dev.waggle.journal.file.write;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import dev.waggle.signal.world.World;

/**
 * Syncs written bytes to the disk within a time span, on a thread of its own beside the writers. Asleep while nothing
 * is written.
 */
final class SyncThread implements Runnable {

    private static final long NEVER = Long.MIN_VALUE;

    private final ActiveSegment segment;
    private final Duration span;
    private final World world;
    private final Consumer<Throwable> onFailure;
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    private final Thread thread;
    /** Since when something waits for the disk, by the stopwatch. */
    private volatile long dirtySince = NEVER;

    private SyncThread(ActiveSegment segment, Duration span, World world, Consumer<Throwable> broken) {
        this.segment = segment;
        this.span = span;
        this.world = world;
        this.onFailure = broken;
        this.thread = Thread.ofPlatform().daemon().name("waggle-journal-sync").unstarted(this);
    }

    /**
     * Starts one.
     *
     * @param broken receives the failure of a sync, after which there is no other
     */
    static SyncThread start(ActiveSegment segment, Duration span, World world, Consumer<Throwable> broken) {
        SyncThread syncer = new SyncThread(segment, span, world, broken);
        syncer.thread.start();
        return syncer;
    }

    /** Something was written. Called by one thread at a time. */
    void markDirty() {
        if (dirtySince == NEVER) {
            dirtySince = world.nanos();
            LockSupport.unpark(thread);
        }
    }

    /** Ends the thread; unsynced writes are left to the caller. */
    void stop() {
        stopped.complete(true);
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try {
            while (!stopped.isDone()) {
                long since = dirtySince;
                if (since == NEVER) {
                    LockSupport.park(this);
                } else if (!world.awaitUntil(stopped, since + TimeUnit.NANOSECONDS.convert(span))) {
                    // Before the sync: what is written meanwhile asks for one more.
                    dirtySince = NEVER;
                    segment.force();
                }
            }
        } catch (IOException | RuntimeException | Error failed) {
            onFailure.accept(failed);
        } catch (InterruptedException interruption) {
            onFailure.accept(new IOException("the thread that syncs was interrupted", interruption));
        }
    }
}
