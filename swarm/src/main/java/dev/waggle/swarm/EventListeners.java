package dev.waggle.swarm;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.swarm.event.SwarmEvent;

/**
 * Event listeners of a swarm, each for one kind of event in all solves. They run in order of registration, on the
 * thread of the solve. An exception of one is logged, and the others are called all the same. Thread-safe.
 */
final class EventListeners implements Consumer<SwarmEvent> {

    private final List<TypedListener<?>> all = new CopyOnWriteArrayList<>();

    /** Adds a listener and returns its removal, which may run any number of times. */
    <E extends SwarmEvent> Runnable add(Class<E> kind, Consumer<? super E> handler) {
        TypedListener<E> listener = new TypedListener<>(Objects.requireNonNull(kind, "kind"),
                Objects.requireNonNull(handler, "handler"));
        all.add(listener);
        return () -> all.removeIf(known -> known == listener); // By identity, because a handler may be added twice.
    }

    @Override
    public void accept(SwarmEvent event) {
        all.forEach(listener -> listener.accept(event));
    }

    /** One listener; each is its own, so it is no record. */
    private static final class TypedListener<E extends SwarmEvent> {

        private final Class<E> kind;
        private final Consumer<? super E> handler;

        TypedListener(Class<E> kind, Consumer<? super E> handler) {
            this.kind = kind;
            this.handler = handler;
        }

        private void accept(SwarmEvent event) {
            if (kind.isInstance(event)) {
                try {
                    handler.accept(kind.cast(event));
                } catch (Throwable failed) { // Whatever a listener does, the others and the solve go on.
                    System.getLogger(EventListeners.class.getName()).log(System.Logger.Level.WARNING,
                            "a listener failed at " + event.type(), failed);
                }
            }
        }
    }
}
