package dev.waggle.testing;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.assertj.core.api.AbstractAssert;

/** Assertions on the types of events, signals or log entries, in their order. */
public final class TypeSequenceAssert extends AbstractAssert<TypeSequenceAssert, List<String>> {

    /** Maximum number of types that a message lists in order. */
    private static final int MAX_LISTED = 100;

    private final String noun;

    TypeSequenceAssert(String noun, List<String> types) {
        super(types, TypeSequenceAssert.class);
        this.noun = noun;
    }

    /** Passes when these types occur in this order; others may stand between them. */
    public TypeSequenceAssert containsInOrder(String... types) {
        int from = 0;
        for (int i = 0; i < types.length; i++) {
            int at = actual.subList(from, actual.size()).indexOf(types[i]);
            if (at < 0) {
                String where = i == 0 ? "at all" : "behind the " + noun + " " + from + ", \"" + types[i - 1] + '"';
                failWithMessage("expected in order: %s%nbut there is no %s \"%s\" %s%n%s", List.of(types), noun,
                        types[i], where, shown());
            }
            from += at + 1;
        }
        return this;
    }

    /** Passes when that type occurs so many times, 0 or more. */
    public TypeSequenceAssert contains(int times, String type) {
        if (times < 0) {
            throw new IllegalArgumentException("times must be at least 0, got " + times);
        }
        int found = Collections.frequency(actual, type);
        if (found != times) {
            failWithMessage("expected \"%s\" %d times, found it %d times%n%s", type, times, found, shown());
        }
        return this;
    }

    /** Passes when none of these types occurs. */
    public TypeSequenceAssert containsNone(String... types) {
        Set<String> unwanted = new TreeSet<>(Set.of(types));
        unwanted.retainAll(actual);
        if (!unwanted.isEmpty()) {
            failWithMessage("expected none of %s%nbut there is %s%n%s", List.of(types), unwanted, shown());
        }
        return this;
    }

    private String shown() {
        if (actual.isEmpty()) {
            return "there is no " + noun;
        }
        return actual.size() <= MAX_LISTED
                ? "in order there are: " + actual
                : "the first " + MAX_LISTED + " of " + actual.size() + " are: " + actual.subList(0, MAX_LISTED)
                        + System.lineSeparator() + "all types are: " + new TreeSet<>(actual);
    }
}
