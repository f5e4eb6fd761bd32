package dev.waggle.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.log.Emission;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a replay that its recording does not hold. Agents ask at the same time, so the first one is that of the
 * earliest round and turn, not the first to arrive. Thread-safe.
 */
final class DepartureLog {

    private final Map<Emission, Integer> rounds = new HashMap<>();
    private final List<Departure> departures = new ArrayList<>();

    /**
     * A call that the recording does not hold.
     *
     * @param round the round of the solve, 0 outside of one
     * @param by the agent and its turn
     * @param message the difference, for people
     */
    private record Departure(int round, Emission by, String message) {}

    /** Notes the round of a turn, which the tools of the turn do not know. */
    synchronized void beginTurn(Emission by, @Nullable Integer round) {
        if (round != null) {
            rounds.put(by, round);
        }
    }

    synchronized void add(Emission by, String message) {
        departures.add(new Departure(rounds.getOrDefault(by, 0), by, message));
    }

    /** The description of the first one, and the number of all; of one turn the first to arrive. */
    synchronized Optional<String> first() {
        List<Departure> sorted = departures.stream().sorted(Comparator.comparingInt(Departure::round)
                .thenComparingInt(it -> it.by().invocation()).thenComparing(it -> it.by().by())).toList();
        return sorted.stream().findFirst().map(Departure::message)
                .map(first -> sorted.size() == 1
                        ? first
                        : first + "\nIt is the first of " + sorted.size() + " such calls.");
    }
}
