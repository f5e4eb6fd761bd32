package dev.waggle.signal.bus;

import org.jspecify.annotations.Nullable;

/** Something of the bus's own that the observer is told. */
final class News extends Delivery {

    private final String name;
    private final Runnable telling;

    News(@Nullable Delivery cause, String name, Runnable telling) {
        super(cause);
        this.name = name;
        this.telling = telling;
    }

    @Override
    String name() {
        return name;
    }

    @Override
    void tell() {
        telling.run();
    }
}
