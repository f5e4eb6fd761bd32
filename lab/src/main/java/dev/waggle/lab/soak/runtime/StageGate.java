package dev.waggle.lab.soak.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Gate between two rounds of each worker. While it is closed, workers that arrive stay until it opens, so that a
 * sample is taken when all of them rest. Thread-safe.
 */
final class StageGate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int workers;
    // All of these are guarded by the lock.
    /** Workers that do nothing more in this stage. */
    private int resting;
    private long stage;
    private boolean isOpen;
    private boolean isOver;

    StageGate(int workers) {
        this.workers = workers;
    }

    /** The number of the current stage, from 1. */
    long stage() {
        lock.lock();
        try {
            return stage;
        } finally {
            lock.unlock();
        }
    }

    /** True at once while the gate is open. A worker that has done its part of this stage waits for the next one. */
    boolean pass(long stageDone) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long countedIn = -1;
            while (!isOver && (!isOpen || stage <= stageDone)) {
                if (countedIn != stage) {
                    countedIn = stage;
                    resting++;
                    changed.signalAll();
                }
                changed.await();
            }
            return !isOver;
        } finally {
            lock.unlock();
        }
    }

    /** Begins the next stage. */
    void open() {
        change(() -> {
            isOpen = true;
            stage++;
            resting = 0;
        });
    }

    /** Lets no worker begin another round. */
    void shut() {
        change(() -> isOpen = false);
    }

    /** Ends all workers that rest here, and those that come. */
    void end() {
        change(() -> isOver = true);
    }

    /** Waits until all workers rest, or the work is broken; false if neither came in that time. */
    boolean awaitRest(Duration atMost, BooleanSupplier isBroken) throws InterruptedException {
        lock.lock();
        try {
            long end = System.nanoTime() + atMost.toNanos();
            while (resting < workers && !isBroken.getAsBoolean()) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                long _ = changed.awaitNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable act) {
        lock.lock();
        try {
            act.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
