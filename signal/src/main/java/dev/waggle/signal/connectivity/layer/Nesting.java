package dev.waggle.signal.connectivity.layer;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.NestingException;

/**
 * How far callbacks have gone that call the layer, which calls them: two operations may be made inside each other, but
 * not without end, and neither may one set off a flood.
 */
final class Nesting {

    /** Most operations that one from outside may set off, where callbacks branch. */
    static final int MAX_CASCADE = 100_000;

    private final ScopedValue<Level> level = ScopedValue.newInstance();
    private final int maxDepth;

    Nesting(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    /** Refuses an operation that would go too deep; {@code what} says which, for people. */
    void requireRoom(String what) {
        Level outer = outer();
        if (outer == null) {
            return;
        }
        if (outer.depth >= maxDepth) {
            throw new NestingException(what + " would be number " + (outer.depth + 1)
                    + " inside each other, at most " + maxDepth + " are allowed"
                    + "\nMaybe a callback answers its own signals.");
        }
        if (outer.cascade.size >= MAX_CASCADE) {
            throw new NestingException(what + " would be number " + (MAX_CASCADE + 1)
                    + " that one operation from outside set off\nMaybe callbacks answer each other.");
        }
    }

    /** Does what calls foreign code. */
    <T> T inside(Supplier<T> telling) {
        Level outer = outer();
        Cascade cascade = outer == null ? new Cascade() : outer.cascade;
        cascade.size++;
        Level inner = new Level(outer == null ? 1 : outer.depth + 1, cascade);
        return ScopedValue.where(level, inner).call(telling::get);
    }

    private @Nullable Level outer() {
        return level.isBound() ? level.get() : null;
    }

    private record Level(int depth, Cascade cascade) {}

    /** Counts on one Java thread only: whoever hands work to another begins anew. */
    private static final class Cascade {

        private int size;
    }
}
