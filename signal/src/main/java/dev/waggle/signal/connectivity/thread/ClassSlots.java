package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.waggle.signal.connectivity.ConvergenceRole;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Slots of the signal classes of one thread, as indexes of small arrays. The classes of the specification have the
 * first ones in every thread. A class of a product gets the next free one with its first signal, so a thread pays only
 * for the classes that it uses. Guarded by the lock of the thread.
 */
final class ClassSlots {

    /** Number of slots that every thread has. */
    static final int STANDARD = SignalClass.values().length;

    private static final List<SignalClassDefinition> SPECIFIED = List.of(SignalClass.values());
    private static final List<Integer> CONFLICTS = matching(SPECIFIED, ClassSlots::isBlockingConflict);
    private static final List<Integer> ESCALATIONS = matching(SPECIFIED, ClassSlots::isEscalation);
    private static final List<Integer> CONFIDENCES = matching(SPECIFIED, ClassSlots::isConfidence);

    private List<SignalClassDefinition> classes = SPECIFIED;
    private Map<ProductSignalClass, Integer> ofProduct = Map.of();
    private List<Integer> conflicts = CONFLICTS;
    private List<Integer> escalations = ESCALATIONS;
    private List<Integer> confidences = CONFIDENCES;

    /** Returns the slot of a class, or -1 for one without signals. */
    int find(SignalClassDefinition signalClass) {
        return switch (signalClass) {
            case SignalClass specified -> EnumSlot.of(specified);
            case ProductSignalClass own -> ofProduct.getOrDefault(own, -1);
        };
    }

    /** Returns the slot of a class, a new one if it has none. */
    int of(SignalClassDefinition signalClass) {
        int known = find(signalClass);
        return known >= 0 || !(signalClass instanceof ProductSignalClass own) ? known : add(own);
    }

    /** Returns the number of slots, all below it. */
    int size() {
        return classes.size();
    }

    /** Returns the slots of the classes that pass. */
    List<Integer> matching(Predicate<SignalClassDefinition> passes) {
        return matching(classes, passes);
    }

    /** Returns the slots of the conflicts that keep a thread open. */
    List<Integer> blockingConflicts() {
        return conflicts;
    }

    List<Integer> escalations() {
        return escalations;
    }

    List<Integer> confidences() {
        return confidences;
    }

    private int add(ProductSignalClass own) {
        if (ofProduct.isEmpty()) {
            classes = new ArrayList<>(SPECIFIED);
            ofProduct = new HashMap<>();
            conflicts = new ArrayList<>(CONFLICTS);
            escalations = new ArrayList<>(ESCALATIONS);
            confidences = new ArrayList<>(CONFIDENCES);
        }
        int slot = classes.size();
        classes.add(own);
        ofProduct.put(own, slot);
        addIf(isBlockingConflict(own), conflicts, slot);
        addIf(isEscalation(own), escalations, slot);
        addIf(isConfidence(own), confidences, slot);
        return slot;
    }

    private static void addIf(boolean fits, List<Integer> slots, int slot) {
        if (fits) {
            slots.add(slot);
        }
    }

    /** Returns an array with room for an index, the same one if it has that already; else it is half as large again. */
    static <T extends @Nullable Object> T[] withRoom(T[] array, int index) {
        return index < array.length ? array : Arrays.copyOf(array, Math.max(index + 1, array.length * 3 / 2));
    }

    private static List<Integer> matching(List<SignalClassDefinition> classes,
            Predicate<SignalClassDefinition> passes) {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < classes.size(); slot++) {
            if (passes.test(classes.get(slot))) {
                slots.add(slot);
            }
        }
        return List.copyOf(slots);
    }

    private static boolean isBlockingConflict(SignalClassDefinition signalClass) {
        return signalClass.messageClass() == MessageClass.CONFLICT
                && signalClass.convergence() == ConvergenceRole.BLOCKING;
    }

    private static boolean isEscalation(SignalClassDefinition signalClass) {
        return signalClass.messageClass() == MessageClass.ESCALATION;
    }

    private static boolean isConfidence(SignalClassDefinition signalClass) {
        return signalClass.messageClass() == MessageClass.CONFIDENCE;
    }
}
