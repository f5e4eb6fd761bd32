package dev.waggle.swarm.random;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.swarm.SwarmResult;

/** A run whose result has a planted defect. */
record SwarmRunWith(SwarmRun good) {

    /** A run in which these conflicts are open, and resolved. */
    SwarmRun conflicts(List<ConflictPair> both) {
        return good.withResult(part(part(good.result(), "conflicts", both), "resolvedConflicts", both));
    }

    /** The result, or a part of it, with another value of that component at any depth. */
    static <R extends Record> R part(R whole, String name, Object value) {
        RecordComponent[] parts = whole.getClass().getRecordComponents();
        try {
            Object[] values = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                Object was = parts[i].getAccessor().invoke(whole);
                boolean isPart = was instanceof Record && was.getClass().getDeclaringClass() == SwarmResult.class;
                values[i] = parts[i].getName().equals(name) ? value : isPart ? part((Record) was, name, value) : was;
            }
            @SuppressWarnings("unchecked") // The class of an R.
            Constructor<R> made = (Constructor<R>) whole.getClass().getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return made.newInstance(values);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalArgumentException("a result has no part " + name + " of " + value, broken);
        }
    }
}
