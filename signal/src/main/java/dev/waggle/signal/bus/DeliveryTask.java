package dev.waggle.signal.bus;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * A queued delivery and its place in its cascade. A chain leads from an outside delivery, the root, to each delivery
 * that its own delivery causes. The cascade of a root is all of these.
 */
abstract class DeliveryTask {

    static final int MAX_CHAIN = 1000;
    static final int MAX_CASCADE = 100_000;

    private final @Nullable DeliveryTask root;
    private final int depth;

    /** Of a root: the thread that published it. */
    private final @Nullable Thread publisher;

    /** Of a root: the size of its cascade, itself counted. Guarded by the lock of the bus. */
    private int cascadeSize = 1;

    /** @param cause the delivery during which this one was queued, or {@code null} when it is from outside */
    DeliveryTask(@Nullable DeliveryTask cause) {
        root = cause == null ? null : cause.root();
        depth = cause == null ? 1 : cause.depth + 1;
        publisher = root == null ? Thread.currentThread() : null;
        if (root != null) {
            root.cascadeSize++;
        }
    }

    abstract void deliver();

    /** Returns the name shown to people. */
    abstract String name();

    final DeliveryTask root() {
        return root == null ? this : root;
    }

    /** True if that thread published its root. */
    final boolean isOf(Thread thread) {
        return thread.equals(root().publisher);
    }

    /** True if this delivery may cause one more. */
    final boolean hasRoom() {
        return depth < MAX_CHAIN && root().cascadeSize < MAX_CASCADE;
    }

    /** Refuses a further signal caused by this delivery when its chain, or the cascade, would be too long. */
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
