package dev.waggle.swarm.selection.turn;

import java.util.Comparator;
import java.util.List;

import dev.waggle.signal.Signal;

/**
 * Order of attention for signals by rung of the ladder of causation: imagining before doing before seeing. Source:
 * Pearl, "Causality", 2nd ed., 2009, section 1.4. A signal without a rung counts as seeing; equal rungs stay in their
 * order. It orders routing only and changes no weight of a vote.
 */
public final class CausalOrder {

    private CausalOrder() {}

    /** Signals sorted by rung, the highest first. */
    public static List<Signal> sorted(List<Signal> signals) {
        return signals.stream().sorted(Comparator.comparingInt((Signal signal) -> rung(signal)).reversed()).toList();
    }

    /** Highest rung among them; 0 for none. */
    static int highest(List<Signal> signals) {
        return signals.stream().mapToInt(CausalOrder::rung).max().orElse(0);
    }

    /** Rung of a signal: 0 for seeing, 1 for doing, 2 for imagining. */
    static int rung(Signal signal) {
        return switch (signal.grading().causalLevel()) {
            case null -> 0;
            case CORRELATION -> 0;
            case INTERVENTION -> 1;
            case COUNTERFACTUAL -> 2;
        };
    }
}
