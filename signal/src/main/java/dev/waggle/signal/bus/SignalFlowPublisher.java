package dev.waggle.signal.bus;

import java.util.Objects;
import java.util.concurrent.Flow;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.bus.SubscriptionRegistry.SignalSelection;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signals of a bus as a reactive stream. Each subscriber has an asynchronous subscription whose queue gives out
 * as many signals as were requested. {@code onSubscribe} is called by the subscribing thread, then everything else by
 * the own thread of the subscription.
 */
final class SignalFlowPublisher implements Flow.Publisher<Signal> {

    /** As many as the buffer of {@code SubmissionPublisher}; an error rather than a loss that nobody notices. */
    static final SubscriberQueueConfig DEFAULT_QUEUE = SubscriberQueueConfig.of(Flow.defaultBufferSize(),
            OverflowPolicy.CLOSE);

    private final SubscriptionRegistry registry;
    private final Pattern pattern;
    private final SubscriberQueueConfig config;

    SignalFlowPublisher(SubscriptionRegistry registry, Pattern pattern, SubscriberQueueConfig queue) {
        this.registry = registry;
        this.pattern = Objects.requireNonNull(pattern, "pattern");
        this.config = Objects.requireNonNull(queue, "queue");
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Signal> subscriber) {
        FlowLink link = new FlowLink(Objects.requireNonNull(subscriber, "subscriber"), config);
        AsyncSubscription queue;
        try {
            queue = registry.open("flow:" + pattern, SignalSelection.of(pattern), config, link, 0);
        } catch (IllegalStateException closed) {
            link.refuse(closed);
            return;
        }
        link.begin(queue);
    }

    /** A subscriber and its queue. */
    private static final class FlowLink implements AsyncSubscriber, Flow.Subscription {

        private static final long VALID = 1;

        private final Flow.Subscriber<? super Signal> subscriber;
        private final SubscriberQueueConfig config;

        /** Written before the first call of the subscriber. */
        private @Nullable AsyncSubscription queue;

        /** True if the subscriber wants no further call. */
        private volatile boolean cancelled;

        /** A request for less than one signal, or {@link #VALID}. */
        private volatile long invalidRequest = VALID;

        FlowLink(Flow.Subscriber<? super Signal> subscriber, SubscriberQueueConfig config) {
            this.subscriber = subscriber;
            this.config = config;
        }

        /** Introduces the subscription, then starts the thread that gives out signals. */
        void begin(AsyncSubscription opened) {
            queue = opened;
            try {
                subscriber.onSubscribe(this);
            } catch (Throwable error) {
                cancel();
                throw error;
            } finally {
                opened.thread().start();
            }
        }

        void refuse(IllegalStateException reason) {
            cancelled = true;
            subscriber.onSubscribe(this);
            subscriber.onError(reason);
        }

        @Override
        public void request(long n) {
            if (cancelled) {
                return;
            }
            if (n > 0) {
                queue().request(n);
            } else {
                invalidRequest = n;
                queue().close();
                queue().discard();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (queue != null) {
                queue.close();
                queue.discard();
            }
        }

        @Override
        public void received(Signal signal) {
            if (cancelled || invalidRequest != VALID) {
                return;
            }
            try {
                subscriber.onNext(signal);
            } catch (Throwable error) {
                cancel();
                throw error;
            }
        }

        @Override
        public void ended(EndReason reason) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            if (invalidRequest != VALID) {
                subscriber.onError(new IllegalArgumentException(
                        "a subscriber must request at least one signal, got " + invalidRequest));
            } else if (reason == EndReason.QUEUE_FULL) {
                subscriber.onError(new IllegalStateException("the queue of " + config.capacity()
                        + " signals is full\nMaybe request earlier, or a larger capacity."));
            } else {
                subscriber.onComplete();
            }
        }

        private AsyncSubscription queue() {
            return Objects.requireNonNull(queue, "a subscription has a queue");
        }
    }
}
