package dev.waggle.signal.connectivity;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counters of a thread.
 *
 * @param step its step, from 0
 * @param signals the number of signals in each state; every state is a key
 * @param suppressed repeats that were suppressed since this process knows the thread
 * @param sources the number of sources that emitted
 * @param waiting the number of signals that wait for the coordinator's acknowledgement
 */
public record ThreadStats(long step, Map<SignalState, Integer> signals, long suppressed, int sources, int waiting) {

    /** The counters of an unused thread. */
    public static final ThreadStats EMPTY = new ThreadStats(0, Stream.of(SignalState.values())
            .collect(Collectors.toMap(state -> state, _ -> 0)), 0, 0, 0);

    public ThreadStats {
        signals = Map.copyOf(signals);
    }

    /** Returns the number of signals emitted or active. */
    public int open() {
        return signals.entrySet().stream().filter(entry -> !entry.getKey().isTerminal()).mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of all signals in the thread. */
    public int stored() {
        return signals.values().stream().mapToInt(Integer::intValue).sum();
    }
}
