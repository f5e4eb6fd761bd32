package dev.waggle.swarm;

import java.util.Optional;

/**
 * Result of replaying a solve along its log, without a call and without writing.
 *
 * @param run the solve
 * @param entries number of entries in its log
 * @param equalEntries number of entries, from the first, that the replay reproduced exactly
 * @param divergence the first difference, if any
 * @param result result of the replay, when the log is complete
 */
public record ReplayResult(String run, long entries, long equalEntries, Optional<String> divergence,
        Optional<SwarmResult> result) {

    /** True if the replay equals the log, up to the end of the log. */
    public boolean isEqual() {
        return divergence.isEmpty();
    }

    /** The verdict in one sentence. */
    public String summary() {
        return divergence.map(location -> "departs after " + equalEntries + " of " + entries + " entries: " + location)
                .orElseGet(() -> "equal, " + equalEntries + " entries" + (equalEntries == entries
                        ? ""
                        : " (" + (entries - equalEntries) + " more belong to work that was under way)"));
    }
}
