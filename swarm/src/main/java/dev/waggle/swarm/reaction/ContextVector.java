package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;

/**
 * Features for a choice of strategy, as {@value #SIZE} numbers between 0 and 1. First the confidence of the signal
 * that calls for the reaction, then curiosity, caution, conformity and verbosity of the agent. Then a 1 at the place
 * of the signal's type among {@link SignalType#SWARM}; for a type outside the eleven all of these are 0.
 *
 * @param numbers the numbers in that order
 */
public record ContextVector(List<Double> numbers) {

    /** The confidence, four traits, eleven types. */
    public static final int SIZE = 16;

    public ContextVector {
        numbers = List.copyOf(numbers);
        if (numbers.size() != SIZE) {
            throw new IllegalArgumentException("a context vector has " + SIZE + " numbers, got " + numbers.size());
        }
        for (double number : numbers) {
            if (!(number >= 0 && number <= 1)) {
                throw new IllegalArgumentException("a context vector has numbers between 0 and 1, got " + number);
            }
        }
    }

    /** The vector of a reaction to that signal by an agent of that personality. */
    public static ContextVector of(Signal signal, Personality personality) {
        List<Double> numbers = new ArrayList<>(List.of(signal.confidence(), personality.curiosity(),
                personality.caution(), personality.conformity(), personality.verbosity()));
        for (SignalType type : SignalType.SWARM) {
            numbers.add(type.equals(signal.type()) ? 1.0 : 0.0);
        }
        return new ContextVector(numbers);
    }
}
