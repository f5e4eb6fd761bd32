package dev.waggle.journal.delayed;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Generation of due signals by one virtual thread, which exists while signals wait and sleeps until the first is due.
 *
 * <p>Order of locks: the lock of this, then that of {@link DelaySchedule}. None is held while a signal is generated.
 */
final class DelayedDelivery {

    /** Longest wait, after which the date is read again: it may have been set. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

    /** Wait after a first failure; it doubles up to the longest. */
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

    /** Timeout for the end of the thread, when a listener that it calls hangs. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    /** Signals whose beginning and end are recorded together. */
    private static final int MAX_BATCH = 100;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final DelaySchedule schedule;
    private final BiConsumer<Signal, Emission> generator;
    private final FileJournal log;
    private final World world;
    private final FailureHandler failures;
    private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private CompletableFuture<@Nullable Void> changed = new CompletableFuture<>();
    private @Nullable Generation running;

    DelayedDelivery(DelaySchedule schedule, BiConsumer<Signal, Emission> generator, FileJournal log, World world,
            FailureHandler failures) {
        this.schedule = schedule;
        this.generator = generator;
        this.log = log;
        this.world = world;
        this.failures = failures;
    }

    /** Lets the thread look at the schedule, and starts it if signals wait and there is none. */
    void wake() {
        lock.lock();
        try {
            if (running != null) {
                changed.complete(null);
            } else if (!stopped.isDone() && schedule.nextTime().isPresent()) {
                Generation next = new Generation();
                running = next;
                next.thread = world.start("delayed signals", next);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the thread has ended, at most after {@link #STOP_TIMEOUT}. */
    void stop() {
        Generation last;
        lock.lock();
        try {
            stopped.complete(null);
            changed.complete(null);
            last = running;
        } finally {
            lock.unlock();
        }
        if (last == null || Thread.currentThread().equals(last.thread)) {
            return;
        }
        try {
            boolean _ = world.await(last.ended, STOP_TIMEOUT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts a look at the schedule; false when nothing waits or all is stopped, and then the thread ends. */
    private boolean isContinued() {
        lock.lock();
        try {
            if (stopped.isDone() || schedule.nextTime().isEmpty()) {
                running = null;
                return false;
            }
            changed = new CompletableFuture<>();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private CompletableFuture<?> change() {
        lock.lock();
        try {
            return changed;
        } finally {
            lock.unlock();
        }
    }

    /** Life of the thread. Its fields are owned by the thread, but for the two that are read to stop it. */
    private final class Generation implements Runnable {

        private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
        private volatile @Nullable Thread thread;
        /** Signals that the log has and the schedule still lists. */
        private final List<String> generated = new ArrayList<>();
        private Duration retry = Duration.ZERO;
        /** Reading of the stopwatch at which the wait after a failure ends. */
        private long retryAt;

        @Override
        public void run() {
            try {
                while (isContinued()) {
                    generateDue();
                    sleep();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } finally {
                ended.complete(null);
            }
        }

        private void generateDue() {
            try {
                finish();
                List<DelayedSignal> due = schedule.begin(world.now(), log.lastSequence(), MAX_BATCH);
                try (FinishStep _ = this::finish) {
                    due.stream().filter(schedule::claim).forEach(this::generate);
                }
                retry = Duration.ZERO;
            } catch (Throwable failed) {
                retry = retry.isZero() ? FIRST_RETRY : shorter(retry.multipliedBy(2), MAX_WAIT);
                retryAt = world.nanos() + retry.toNanos();
                FailureHandler.report(failures, failed, "generating delayed signals");
            }
        }

        private void generate(DelayedSignal delayed) {
            Instant now = world.now();
            generator.accept(delayed.at(now.isBefore(delayed.deliverAt()) ? delayed.deliverAt() : now),
                    delayed.emission());
            generated.add(delayed.id());
        }

        /** Records what the log has, after that is on the disk. */
        private void finish() {
            if (!generated.isEmpty()) {
                log.sync();
            }
            schedule.finish(generated);
            generated.clear();
        }

        private void sleep() throws InterruptedException {
            if (!retry.isZero()) {
                boolean _ = world.awaitUntil(stopped, retryAt);
                return;
            }
            long begun = world.nanos();
            Optional<Instant> next = schedule.nextTime();
            if (next.isPresent()) {
                Duration wait = shorter(Duration.between(world.now(), next.get()), MAX_WAIT);
                boolean _ = world.awaitUntil(change(), begun + Math.max(0, wait.toMillis()) * NANOS_PER_MILLI);
            }
        }
    }

    /** Last step of a batch, whether or not the ones before it failed. */
    private interface FinishStep extends AutoCloseable {
        @Override
        void close();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
