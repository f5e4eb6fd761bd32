package dev.waggle.signal.connectivity;

import java.util.ArrayList;
import java.util.List;

/**
 * Obstacles to the convergence of a thread. It has converged when all three lists are empty.
 *
 * @param openConflicts the open {@code conflict.active}, oldest first
 * @param openEscalations the open {@code escalation.*}, oldest first
 * @param unsureSpecialists for each source whose latest open {@code confidence.*} is low or blocker, that signal
 */
public record Convergence(List<ConnectivitySignal> openConflicts, List<ConnectivitySignal> openEscalations,
        List<ConnectivitySignal> unsureSpecialists) {

    public Convergence {
        openConflicts = List.copyOf(openConflicts);
        openEscalations = List.copyOf(openEscalations);
        unsureSpecialists = List.copyOf(unsureSpecialists);
    }

    /** True if coordination can write the final answer. */
    public boolean converged() {
        return openConflicts.isEmpty() && openEscalations.isEmpty() && unsureSpecialists.isEmpty();
    }

    /** Reason such as {@code not converged: 2 open conflicts (reviewer, planner), 1 unsure specialist (writer)}. */
    public String reason() {
        if (converged()) {
            return "converged";
        }
        List<String> parts = new ArrayList<>();
        name(parts, openConflicts, "open conflict");
        name(parts, openEscalations, "open escalation");
        name(parts, unsureSpecialists, "unsure specialist");
        return "not converged: " + String.join(", ", parts);
    }

    private static void name(List<String> parts, List<ConnectivitySignal> signals, String noun) {
        if (!signals.isEmpty()) {
            List<String> sources = signals.stream().map(ConnectivitySignal::source).distinct().toList();
            int shown = Math.min(sources.size(), MAX_NAMED);
            String more = sources.size() > shown ? ", ..." : "";
            parts.add(signals.size() + " " + noun + (signals.size() == 1 ? "" : "s") + " ("
                    + String.join(", ", sources.subList(0, shown)) + more + ")");
        }
    }

    /** Maximum number of sources that one reason names. */
    private static final int MAX_NAMED = 5;
}
