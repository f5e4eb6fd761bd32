package dev.waggle.cli.decide;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;

/** Panel of the agents with counted votes: all, or the ones that were picked. */
public final class AgentPanel {

    private final @Nullable Set<String> picked;

    private AgentPanel(@Nullable Set<String> picked) {
        this.picked = picked;
    }

    public static AgentPanel all() {
        return new AgentPanel(null);
    }

    /** The agents with the ids of a list with commas or blanks; refuses a list without any. */
    public static AgentPanel of(String list) {
        Set<String> ids = new LinkedHashSet<>(Arrays.asList(list.strip().split("[,\\s]+")));
        ids.remove("");
        if (ids.isEmpty()) {
            throw new UserException("--agents " + MessageText.quote(list) + " names no agent",
                    "Give ids with commas between, such as --agents 0,1,2.");
        }
        return new AgentPanel(ids);
    }

    boolean admits(String agent) {
        return picked == null || picked.contains(agent);
    }

    /** Refuses a panel with members that the file does not contain. */
    void requireIn(VoteStore votes, String file) {
        if (picked == null) {
            return;
        }
        List<String> unknown = picked.stream().filter(id -> !votes.knowsAgent(id)).toList();
        if (!unknown.isEmpty()) {
            Optional<String> near = Suggestions.nearest(unknown.getFirst(), votes.agentNames());
            throw new UserException("--agents names " + MessageText.list(unknown) + ", of whom " + file + " has no row",
                    near.map(id -> "Maybe " + MessageText.quote(id) + "? ").orElse("") + "It has "
                            + MessageText.list(votes.agentNames()) + ".");
        }
    }
}
