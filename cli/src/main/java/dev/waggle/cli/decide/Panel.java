package dev.waggle.cli.decide;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;
import dev.waggle.swarm.review.batch.Votes;

/** Whose votes count: everybody's, or those of the agents that were picked. */
public final class Panel {

    private final @Nullable Set<String> picked;

    private Panel(@Nullable Set<String> picked) {
        this.picked = picked;
    }

    public static Panel everybody() {
        return new Panel(null);
    }

    /** The agents with the ids of a list with commas or blanks; refuses a list without any. */
    public static Panel of(String list) {
        Set<String> ids = new LinkedHashSet<>(Arrays.asList(list.strip().split("[,\\s]+")));
        ids.remove("");
        if (ids.isEmpty()) {
            throw new UserError("--agents " + Words.quote(list) + " names nobody",
                    "Give ids with commas between, such as --agents 0,1,2.");
        }
        return new Panel(ids);
    }

    boolean admits(String agent) {
        return picked == null || picked.contains(agent);
    }

    /** Refuses a panel with members of whom the file knows nothing. */
    void requireIn(Votes votes, String file) {
        if (picked == null) {
            return;
        }
        List<String> unknown = picked.stream().filter(id -> !votes.knowsAgent(id)).toList();
        if (!unknown.isEmpty()) {
            Optional<String> near = Suggestions.nearest(unknown.getFirst(), votes.agentNames());
            throw new UserError("--agents names " + Words.list(unknown) + ", of whom " + file + " has no row",
                    near.map(id -> "Maybe " + Words.quote(id) + "? ").orElse("") + "It has "
                            + Words.list(votes.agentNames()) + ".");
        }
    }
}
