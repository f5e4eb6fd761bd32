package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Something that is told in its turn, and its place among those that cause each other: a chain leads from one from
 * outside, the root, to each that its telling sets off; all of them are its cascade.
 */
abstract class DeliveryTask {

    static final int MAX_CHAIN = 1000;
    static final int MAX_CASCADE = 100_000;

    private final @Nullable DeliveryTask root;
    private final int depth;

    /** Of a root: how many it has set off, itself counted. Guarded by the lock of the bus. */
    private int cascadeSize = 1;

    /** @param cause what was told when this came up, or {@code null} when it is from outside */
    DeliveryTask(@Nullable DeliveryTask cause) {
        root = cause == null ? null : cause.root();
        depth = cause == null ? 1 : cause.depth + 1;
        if (root != null) {
            root.cascadeSize++;
        }
    }

    abstract void deliver();

    /** What people know it by. */
    abstract String name();

    final DeliveryTask root() {
        return root == null ? this : root;
    }

    /** Whether one more may be caused by this one. */
    final boolean hasRoom() {
        return depth < MAX_CHAIN && root().cascadeSize < MAX_CASCADE;
    }

    /** Refuses one more that this one causes when the chain to it, or the cascade, would be too long. */
    final void requireRoomFor(Signal signal) {
        if (depth >= MAX_CHAIN) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (depth + 1) + " in a chain of signals that cause each other"
                    + "\nMaybe a subscriber answers its own signals.");
        }
        if (root().cascadeSize >= MAX_CASCADE) {
            throw new IllegalStateException("signal " + signal.id() + " of type " + signal.type()
                    + " would be number " + (root().cascadeSize + 1) + " in the cascade that " + root().name()
                    + " set off\nMaybe subscribers answer each other.");
        }
    }
}
