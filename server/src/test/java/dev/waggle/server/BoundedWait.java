package dev.waggle.server;

import java.util.function.BooleanSupplier;

/** Wait for a condition, until the timeout of the test interrupts it. */
public final class BoundedWait {

    private BoundedWait() {}

    /** Waits until the condition holds. */
    public static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new AssertionError("the condition did not come true in the time of the test");
            }
            Thread.onSpinWait();
        }
    }
}
