package dev.waggle.signal.connectivity.layer;

import java.util.function.Supplier;

import dev.waggle.signal.connectivity.ConnectivityException.ReentrancyException;
import org.jspecify.annotations.Nullable;

/**
 * Limits of callbacks that call the layer again: on the depth of nested operations, and on the number of operations
 * that one outside operation causes.
 */
final class ReentrancyLimit {

    /** Maximum number of operations that one outside operation may cause, where callbacks branch. */
    static final int MAX_CASCADE = 100_000;

    private final ScopedValue<CallDepth> level = ScopedValue.newInstance();
    private final int maxDepth;

    ReentrancyLimit(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    /** Refuses an operation that would be nested too deep; {@code operation} names it, for people. */
    void requireRoom(String operation) {
        CallDepth outer = outer();
        if (outer == null) {
            return;
        }
        if (outer.depth >= maxDepth) {
            throw new ReentrancyException(operation + " would be number " + (outer.depth + 1)
                    + " inside each other, at most " + maxDepth + " are allowed"
                    + "\nMaybe a callback answers its own signals.");
        }
        if (outer.cascade.size >= MAX_CASCADE) {
            throw new ReentrancyException(operation + " would be number " + (MAX_CASCADE + 1)
                    + " that one operation from outside set off\nMaybe callbacks answer each other.");
        }
    }

    /** Runs an action that calls foreign code. */
    <T> T enter(Supplier<T> telling) {
        CallDepth outer = outer();
        CascadeCounter cascade = outer == null ? new CascadeCounter() : outer.cascade;
        cascade.size++;
        CallDepth inner = new CallDepth(outer == null ? 1 : outer.depth + 1, cascade);
        return ScopedValue.where(level, inner).call(telling::get);
    }

    private @Nullable CallDepth outer() {
        return level.isBound() ? level.get() : null;
    }

    private record CallDepth(int depth, CascadeCounter cascade) {}

    /** Counter of one Java thread only: work handed to another thread is counted anew. */
    private static final class CascadeCounter {

        private int size;
    }
}
