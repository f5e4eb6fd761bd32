package dev.waggle.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.solve.Swarm;

/**
 * While it is open, Ctrl-C cancels the swarm and waits until what was said is in the log and on the cassette. Closing
 * it says that it is.
 */
final class StopSaving implements AutoCloseable {

    /** Longest wait for the disk before the process ends all the same. */
    private static final int SECONDS = 10;

    private final CountDownLatch saved = new CountDownLatch(1);
    private final Thread hook;

    StopSaving(Swarm swarm) {
        this(swarm::close);
    }

    /** Cancels something else that way. */
    StopSaving(Runnable cancel) {
        hook = new Thread(() -> stop(cancel), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        saved.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is running: it waits for nothing any more.
        }
    }

    private void stop(Runnable cancel) {
        cancel.run();
        try {
            boolean inTime = saved.await(SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.getLogger(StopSaving.class.getName()).log(System.Logger.Level.WARNING,
                        "not everything that was said could be saved");
            }
        } catch (InterruptedException nobodyWaits) {
            Thread.currentThread().interrupt();
        }
    }
}
