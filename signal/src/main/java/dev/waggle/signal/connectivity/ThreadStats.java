package dev.waggle.signal.connectivity;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counters of a thread.
 *
 * @param step its step, from 0
 * @param signals the number of signals in each state, forgotten ones included; every state is a key
 * @param suppressed repeats that were suppressed since this process knows the thread
 * @param sources the number of sources that emitted
 * @param waiting the number of signals that wait for the coordinator's acknowledgement
 * @param forgotten the number of closed signals that are no longer retained, by the {@link ClosedSignalRetention}
 */
public record ThreadStats(long step, Map<SignalState, Integer> signals, long suppressed, int sources, int waiting,
        int forgotten) {

    /** The counters of an unused thread. */
    public static final ThreadStats EMPTY = new ThreadStats(0, Stream.of(SignalState.values())
            .collect(Collectors.toMap(state -> state, _ -> 0)), 0, 0, 0, 0);

    public ThreadStats {
        signals = Map.copyOf(signals);
    }

    /** Returns the number of signals emitted or active. */
    public int open() {
        return signals.entrySet().stream().filter(entry -> !entry.getKey().isTerminal()).mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Returns the number of signals that the thread ever had. */
    public int total() {
        return signals.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the number of signals that the thread retains. */
    public int stored() {
        return total() - forgotten;
    }
}
