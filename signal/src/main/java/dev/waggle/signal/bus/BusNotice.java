package dev.waggle.signal.bus;

import org.jspecify.annotations.Nullable;

/** A delivery to the observer that carries no signal. */
final class BusNotice extends DeliveryTask {

    private final String name;
    private final Runnable action;

    BusNotice(@Nullable DeliveryTask cause, String name, Runnable delivery) {
        super(cause);
        this.name = name;
        this.action = delivery;
    }

    @Override
    String name() {
        return name;
    }

    @Override
    void deliver() {
        action.run();
    }
}
