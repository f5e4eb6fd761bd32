package dev.waggle.lab.soak;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** The first promise that was broken, if any; what breaks after it is likely its consequence. Safe for many threads. */
final class SoakVerdict {

    private final AtomicReference<@Nullable String> first = new AtomicReference<>();

    void fail(String violation) {
        first.compareAndSet(null, violation);
    }

    /** Fails when there is a complaint. */
    void check(String who, @Nullable String complaint) {
        if (complaint != null) {
            fail(who + ": " + complaint);
        }
    }

    boolean isClean() {
        return first.get() == null;
    }

    Optional<String> violation() {
        return Optional.ofNullable(first.get());
    }
}
