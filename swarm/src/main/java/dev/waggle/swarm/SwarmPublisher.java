package dev.waggle.swarm;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.waggle.swarm.event.SwarmEvent.Milestone;

/**
 * The milestones of one solve for one subscriber. The solve begins with the subscription. Milestones that are not
 * requested yet wait, bounded by the limits of the solve, and slow nothing. Cancelling the subscription cancels the
 * solve, as does a subscriber that throws. A second subscriber is refused by {@code onError}, because an answer is
 * paid once.
 *
 * <p>Signals reach the subscriber one after another on a virtual thread of their own.
 */
final class SwarmPublisher implements Flow.Publisher<Milestone> {

    private final Supplier<SwarmStream> opening;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    SwarmPublisher(Supplier<SwarmStream> opening) {
        this.opening = opening;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Milestone> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (subscribed.getAndSet(true)) {
            subscriber.onSubscribe(new EmptySubscription());
            subscriber.onError(new IllegalStateException("this solve has a subscriber already"
                    + "\nMaybe ask the swarm for another publisher; it solves again."));
            return;
        }
        StreamSubscription feed = new StreamSubscription(subscriber);
        Thread.ofVirtual().name("publisher").start(() -> feed.run(opening));
    }

    /** Subscription without events. */
    private static final class EmptySubscription implements Flow.Subscription {
        @Override
        public void request(long n) {
            // There is nothing to ask for.
        }

        @Override
        public void cancel() {
            // There is nothing to cancel.
        }
    }

    /** Delivers the requested milestones. */
    private static final class StreamSubscription implements Flow.Subscription {

        private final Flow.Subscriber<? super Milestone> subscriber;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        /** Number of requested events not yet delivered; guarded by the lock, as the next two fields. */
        private long demand;
        private boolean hasInvalidRequest;
        private boolean cancelled;

        StreamSubscription(Flow.Subscriber<? super Milestone> subscriber) {
            this.subscriber = subscriber;
        }

        private void run(Supplier<SwarmStream> opening) {
            if (!deliver(() -> subscriber.onSubscribe(this))) {
                return;
            }
            try (SwarmStream stream = opening.get()) {
                Thread.ofVirtual().name("publisher cancels").start(() -> closeWhenCancelled(stream));
                boolean isComplete = deliverAll(stream);
                if (isInvalidRequest()) {
                    subscriber.onError(new IllegalArgumentException("a subscriber must ask for at least one event"));
                } else if (isComplete && !terminate()) {
                    subscriber.onComplete();
                }
            } catch (RuntimeException | Error failed) {
                if (!terminate()) {
                    subscriber.onError(failed);
                }
            } finally {
                terminate();
            }
        }

        /** Delivers every event on request; true if the subscriber accepted all. */
        private boolean deliverAll(SwarmStream stream) {
            for (Milestone event : stream) {
                if (!awaitDemand() || !deliver(() -> subscriber.onNext(event))) {
                    return false;
                }
            }
            return true;
        }

        /**
         * True if the subscriber accepted it; a subscriber that throws has cancelled by that and receives nothing more.
         */
        private boolean deliver(Runnable word) {
            try {
                word.run();
                return true;
            } catch (RuntimeException | Error thrown) {
                System.getLogger(SwarmPublisher.class.getName()).log(System.Logger.Level.WARNING,
                        "a subscriber failed; its solve is cancelled", thrown);
                var _ = terminate();
                return false;
            }
        }

        private boolean isInvalidRequest() {
            lock.lock();
            try {
                return hasInvalidRequest;
            } finally {
                lock.unlock();
            }
        }

        /** Waits until there is demand; whether there is, and not an end instead. */
        private boolean awaitDemand() {
            lock.lock();
            try {
                while (demand == 0 && !cancelled && !hasInvalidRequest) {
                    changed.awaitUninterruptibly();
                }
                if (cancelled || hasInvalidRequest) {
                    return false;
                }
                demand = demand == Long.MAX_VALUE ? demand : demand - 1;
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** Stops a solve at once when its subscriber has cancelled, also while no event occurs. */
        private void closeWhenCancelled(SwarmStream stream) {
            lock.lock();
            try {
                while (!cancelled && !hasInvalidRequest) {
                    changed.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
            stream.close();
        }

        /** Ends the subscription; true if it had already ended. */
        private boolean terminate() {
            lock.lock();
            try {
                boolean before = cancelled;
                cancelled = true;
                changed.signalAll();
                return before;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void request(long n) {
            lock.lock();
            try {
                hasInvalidRequest |= n <= 0;
                demand = n > 0 && demand + n > 0 ? demand + n : n > 0 ? Long.MAX_VALUE : demand;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void cancel() {
            var _ = terminate();
        }
    }
}
