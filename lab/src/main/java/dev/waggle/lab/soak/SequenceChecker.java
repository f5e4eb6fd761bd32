package dev.waggle.lab.soak;

import java.util.Arrays;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import org.jspecify.annotations.Nullable;

/** Follows each publisher through the signals of some types and notices what is lost, doubled or out of order. Owned by one thread. */
final class SequenceChecker {

    private static final long ANY = -1;

    private final SoakScript script;
    private final Set<SignalType> types;
    private final boolean mayMissBrief;
    private final long[] last;

    private SequenceChecker(SoakScript script, Set<SignalType> types, boolean mayMissBrief, long before) {
        this.script = script;
        this.types = types;
        this.mayMissBrief = mayMissBrief;
        last = new long[script.publishers()];
        Arrays.fill(last, before);
    }

    /** Expects each publisher from its first signal on, whole. */
    static SequenceChecker fromStart(SoakScript script, Set<SignalType> types) {
        return new SequenceChecker(script, types, false, 0);
    }

    /** Expects each publisher from whichever signal comes first; brief signals may be missing. */
    static SequenceChecker inSnapshot(SoakScript script, Set<SignalType> types) {
        return new SequenceChecker(script, types, true, ANY);
    }

    /** Returns the error if that signal has the wrong type or number, otherwise {@code null}. */
    @Nullable String follow(Signal signal) {
        int publisher = script.publisherOf(signal);
        if (publisher < 0) {
            return null;
        }
        long number = SoakScript.numberOf(signal);
        long expected = last[publisher] == ANY ? number : SoakScript.next(last[publisher], types);
        while (mayMissBrief && expected < number && SoakScript.isBrief(expected)) {
            expected = SoakScript.next(expected, types);
        }
        last[publisher] = number;
        if (!types.contains(signal.type())) {
            return "signal " + signal.id() + " of type " + signal.type() + " where only " + types + " were asked for";
        }
        return number == expected
                ? null
                : "number " + number + " of " + script.name(publisher) + " where " + expected + " was next";
    }

    /** The last number of that publisher; 0 or less when there was none. */
    long last(int publisher) {
        return last[publisher];
    }
}
