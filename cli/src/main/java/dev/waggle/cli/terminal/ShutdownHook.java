package dev.waggle.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, Ctrl-C cancels the active work and waits until it is saved. Closing it reports the end.
 */
public final class ShutdownHook implements AutoCloseable {

    /** Longest wait for the disk before the process ends all the same. */
    private static final int SECONDS = 10;

    private final CountDownLatch saved = new CountDownLatch(1);
    private final Thread hook;

    /** Calls that on Ctrl-C. */
    public ShutdownHook(Runnable cancel) {
        hook = new Thread(() -> stop(cancel), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        saved.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is running and waits for nothing any more.
        }
    }

    private void stop(Runnable cancel) {
        cancel.run();
        try {
            boolean inTime = saved.await(SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.getLogger(ShutdownHook.class.getName()).log(System.Logger.Level.WARNING,
                        "not all signals could be saved");
            }
        } catch (InterruptedException nobodyWaits) {
            Thread.currentThread().interrupt();
        }
    }
}
