package dev.waggle.swarm.solve;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.bus.ConflictPair;

/** A run whose result has a planted defect. */
record SwarmRunWith(SwarmRun good) {

    /** These conflicts are open, and resolved. */
    SwarmRun conflicts(List<ConflictPair> both) {
        return good.withResult(part(part(good.result(), "conflicts", both), "resolvedConflicts", both));
    }

    /** The result with another value of that component. */
    static SwarmResult part(SwarmResult result, String part, Object value) {
        RecordComponent[] parts = SwarmResult.class.getRecordComponents();
        try {
            Object[] values = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                values[i] = parts[i].getName().equals(part) ? value : parts[i].getAccessor().invoke(result);
            }
            Constructor<SwarmResult> whole = SwarmResult.class.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return whole.newInstance(values);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalArgumentException("a result has no part " + part + " of " + value, broken);
        }
    }
}
