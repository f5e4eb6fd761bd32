package dev.waggle.review.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Marks of a run in order, with numbers for their authors and types. Owned by one thread while it is built. */
public final class MarkTable {

    private final List<RunMark> marks = new ArrayList<>();
    private final Map<String, Integer> rows = new HashMap<>();
    private final Map<String, Integer> proposals = new LinkedHashMap<>();
    private final Map<Integer, Integer> rowsOfProposals = new HashMap<>();
    private final Map<String, Integer> agents = new LinkedHashMap<>();
    private final Map<String, Integer> types = new LinkedHashMap<>();

    private MarkTable() {}

    /**
     * The marks of a run.
     *
     * @param agents ids of the agents that come first, in their order
     */
    static MarkTable of(List<LogEntry> entries, Collection<String> agents) {
        MarkTable table = new MarkTable();
        agents.forEach(agent -> number(table.agents, agent));
        for (LogEntry entry : entries) {
            RunMark.of(entry).ifPresent(mark -> table.add(mark, entry));
        }
        return table;
    }

    private void add(RunMark mark, LogEntry entry) {
        int row = marks.size();
        marks.add(mark);
        rows.putIfAbsent(mark.signal(), row);
        if (entry.signal().payload() instanceof Payload.Proposal proposal) {
            number(proposals, proposal.proposalId());
            rowsOfProposals.putIfAbsent(proposal(proposal.proposalId()), row);
        }
        number(agents, mark.author().id());
        number(types, mark.type());
    }

    private static void number(Map<String, Integer> numbers, String name) {
        numbers.putIfAbsent(name, numbers.size());
    }

    /** All marks in order. */
    public List<RunMark> marks() {
        return marks;
    }

    /** Authors by their numbers, in order. */
    public List<String> agents() {
        return List.copyOf(agents.keySet());
    }

    /** Types by their numbers, in order. */
    public List<String> types() {
        return List.copyOf(types.keySet());
    }

    /** Number of an author; -1 for an unknown one. */
    public int agent(String id) {
        return agents.getOrDefault(id, -1);
    }

    /** Number of a type; -1 for an unknown one. */
    public int type(String word) {
        return types.getOrDefault(word, -1);
    }

    /** Number of a proposal, in the order in which they were made; -1 for none and for an unknown one. */
    public int proposal(@Nullable String id) {
        return id == null ? -1 : proposals.getOrDefault(id, -1);
    }

    /** The place of the mark of a signal, or of the first signal of a proposal; -1 for none. */
    public int row(@Nullable String signalOrProposal) {
        if (signalOrProposal == null) {
            return -1;
        }
        Integer row = rows.get(signalOrProposal);
        return row == null ? rowsOfProposals.getOrDefault(proposal(signalOrProposal), -1) : row;
    }
}
