package dev.waggle.swarm;

import java.util.Optional;

/**
 * What came of doing a solve again along its log, without asking anybody and without writing anything.
 *
 * @param run the solve
 * @param entries how many entries its log has
 * @param equal how many of them, from the first, the solve came to again exactly as they stand there
 * @param departure where it came to something else, if it did
 * @param result what the solve came to, when its log goes to its end
 */
public record Replay(String run, long entries, long equal, Optional<String> departure, Optional<SwarmResult> result) {

    /** Whether the solve does again what its log says, as far as that goes. */
    public boolean isEqual() {
        return departure.isEmpty();
    }

    /** The verdict in one sentence. */
    public String words() {
        return departure.map(where -> "departs after " + equal + " of " + entries + " entries: " + where)
                .orElseGet(() -> "equal, " + equal + " entries" + (equal == entries
                        ? ""
                        : " (" + (entries - equal) + " more belong to work that was under way)"));
    }
}
