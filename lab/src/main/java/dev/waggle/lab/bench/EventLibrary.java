package dev.waggle.lab.bench;

import com.google.common.eventbus.AllowConcurrentEvents;
import dev.waggle.signal.Signal;
import io.reactivex.rxjava3.subjects.PublishSubject;
import net.engio.mbassy.bus.SyncMessageBus;
import net.engio.mbassy.listener.Handler;
import net.engio.mbassy.listener.Listener;
import net.engio.mbassy.listener.References;
import org.greenrobot.eventbus.EventBus;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Sinks;

/**
 * Event libraries of the JVM, each in its synchronous form and with its default settings. Where a library calls annotated
 * methods or an interface of its own, an ear passes the call on to the callback.
 */
public enum EventLibrary {

    /** Reactor's sink for many subscribers that drops what a slow one cannot take; these ask for everything. */
    REACTOR {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            Sinks.Many<Signal> sink = Sinks.many().multicast().directBestEffort();
            for (SignalConsumer subscriber : subscribers) {
                var _ = sink.asFlux().subscribe(subscriber);
            }
            return signal -> sink.emitNext(signal, Sinks.EmitFailureHandler.FAIL_FAST);
        }
    },

    /** RxJava's plain subject, for one publisher. */
    RXJAVA {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            PublishSubject<Signal> subject = PublishSubject.create();
            for (SignalConsumer subscriber : subscribers) {
                var _ = subject.subscribe(subscriber::accept);
            }
            return subject::onNext;
        }
    },

    /** Guava's event bus; the listeners allow concurrent events, which saves them a lock. */
    GUAVA {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            com.google.common.eventbus.EventBus bus = new com.google.common.eventbus.EventBus();
            for (SignalConsumer subscriber : subscribers) {
                bus.register(new GuavaEar(subscriber));
            }
            return bus::post;
        }
    },

    /** Spring's multicaster, told the event's type, which it would else work out each time. */
    SPRING {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
            for (SignalConsumer subscriber : subscribers) {
                multicaster.addApplicationListener(new SpringEar(subscriber));
            }
            ResolvableType type = ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, Signal.class);
            return signal -> multicaster.multicastEvent(new PayloadApplicationEvent<>(multicaster, signal, type), type);
        }
    },

    /** MBassador without its threads, holding its listeners by strong references. */
    MBASSADOR {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            SyncMessageBus<Signal> bus = new SyncMessageBus<>(error -> {
                throw new IllegalStateException(error.getMessage(), error.getCause());
            });
            for (SignalConsumer subscriber : subscribers) {
                bus.subscribe(new MbassadorEar(subscriber));
            }
            return bus::publish;
        }
    },

    /** greenrobot's EventBus, posting on the thread of the publisher. */
    GREENROBOT {
        @Override
        SignalConsumer channel(SignalConsumer... subscribers) {
            EventBus bus = EventBus.builder().build();
            for (SignalConsumer subscriber : subscribers) {
                bus.register(new GreenrobotEar(subscriber));
            }
            return bus::post;
        }
    };

    /** Returns the channel of a signal to these subscribers, in their order where the library keeps it. */
    abstract SignalConsumer channel(SignalConsumer... subscribers);

    /** Public because Guava calls it by reflection. */
    public static final class GuavaEar {

        private final SignalConsumer callback;

        GuavaEar(SignalConsumer callback) {
            this.callback = callback;
        }

        @com.google.common.eventbus.Subscribe
        @AllowConcurrentEvents
        public void hear(Signal signal) {
            callback.accept(signal);
        }
    }

    private static final class SpringEar implements ApplicationListener<PayloadApplicationEvent<Signal>> {

        private final SignalConsumer callback;

        SpringEar(SignalConsumer callback) {
            this.callback = callback;
        }

        @Override
        public void onApplicationEvent(PayloadApplicationEvent<Signal> event) {
            callback.accept(event.getPayload());
        }
    }

    /** Public because MBassador calls it by reflection. */
    @Listener(references = References.Strong)
    public static final class MbassadorEar {

        private final SignalConsumer callback;

        MbassadorEar(SignalConsumer callback) {
            this.callback = callback;
        }

        @Handler
        public void hear(Signal signal) {
            callback.accept(signal);
        }
    }

    /** Public because greenrobot calls it by reflection. */
    public static final class GreenrobotEar {

        private final SignalConsumer callback;

        GreenrobotEar(SignalConsumer callback) {
            this.callback = callback;
        }

        @org.greenrobot.eventbus.Subscribe
        public void hear(Signal signal) {
            callback.accept(signal);
        }
    }
}
