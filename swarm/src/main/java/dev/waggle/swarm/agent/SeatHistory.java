package dev.waggle.swarm.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.equivalence.ProposalMerge;

/**
 * Signals that a person may refer to, as values. The evidence of merges is omitted, because it may quote signals that
 * did not reach the person.
 *
 * @param signals the signals that reached the seat, and its own, oldest first
 * @param numbers the number of each in the solve, by id
 */
public record SeatHistory(List<Signal> signals, Map<String, Integer> numbers) implements HistoryView {

    public SeatHistory {
        signals = List.copyOf(signals);
        numbers = Map.copyOf(numbers);
    }

    /** The history of these signals. */
    public static SeatHistory of(List<Signal> signals, ToIntFunction<String> numberOf) {
        List<Signal> shown = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (Signal signal : signals) {
            shown.add(withoutEvidence(signal));
            numbers.put(signal.id(), numberOf.applyAsInt(signal.id()));
        }
        return new SeatHistory(shown, numbers);
    }

    @Override
    public List<Signal> select(SignalFilter filter) {
        return signals.stream().filter(filter::matches).toList();
    }

    @Override
    public int numberOf(String signalId) {
        return Objects.requireNonNullElse(numbers.get(signalId), 0);
    }

    private static Signal withoutEvidence(Signal signal) {
        return ProposalMerge.of(signal).map(merge -> new Signal(signal.id(), signal.type(), signal.source(),
                signal.time(), new ProposalMerge(merge.from(), merge.into(), merge.reason(), "").toPayload(),
                signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(),
                signal.extensions())).orElse(signal);
    }
}
