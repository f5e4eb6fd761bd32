package dev.waggle.signal.connectivity;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A thread in numbers.
 *
 * @param step its step, from 0
 * @param signals how many signals are in each state; every state is a key
 * @param suppressed repeats that were suppressed since this process knows the thread
 * @param sources how many sources were heard
 * @param waiting how many signals wait for the coordinator's acknowledgement
 */
public record ThreadStats(long step, Map<SignalState, Integer> signals, long suppressed, int sources, int waiting) {

    /** Of a thread that nobody has used. */
    public static final ThreadStats EMPTY = new ThreadStats(0, Stream.of(SignalState.values())
            .collect(Collectors.toMap(state -> state, _ -> 0)), 0, 0, 0);

    public ThreadStats {
        signals = Map.copyOf(signals);
    }

    /** Signals emitted or active. */
    public int open() {
        return signals.entrySet().stream().filter(entry -> !entry.getKey().isTerminal()).mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** All signals that the thread holds. */
    public int stored() {
        return signals.values().stream().mapToInt(Integer::intValue).sum();
    }
}
