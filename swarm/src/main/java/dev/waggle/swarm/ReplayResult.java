package dev.waggle.swarm;

import java.util.Optional;

/**
 * What came of doing a solve again along its log, without asking anybody and without writing anything.
 *
 * @param run the solve
 * @param entries how many entries its log has
 * @param equalEntries how many of them, from the first, the solve came to again exactly as they stand there
 * @param divergence where it came to something else, if it did
 * @param result what the solve came to, when its log goes to its end
 */
public record ReplayResult(String run, long entries, long equalEntries, Optional<String> divergence,
        Optional<SwarmResult> result) {

    /** Whether the solve does again what its log says, as far as that goes. */
    public boolean isEqual() {
        return divergence.isEmpty();
    }

    /** The verdict in one sentence. */
    public String summary() {
        return divergence.map(where -> "departs after " + equalEntries + " of " + entries + " entries: " + where)
                .orElseGet(() -> "equal, " + equalEntries + " entries" + (equalEntries == entries
                        ? ""
                        : " (" + (entries - equalEntries) + " more belong to work that was under way)"));
    }
}
