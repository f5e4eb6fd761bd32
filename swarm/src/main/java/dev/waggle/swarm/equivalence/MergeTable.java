package dev.waggle.swarm.equivalence;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.AuthorKey;

/**
 * Merged proposals of a deliberation: one host for each group of equal ones. It follows the signals of a log. A split
 * counts when the author of the proposal or the runtime states it. Owned by one thread.
 */
public final class MergeTable {

    private final Map<String, String> into = new LinkedHashMap<>();
    private final Map<String, String> authors = new HashMap<>();
    private final Set<SplitPair> splits = new HashSet<>();

    /** Empty table. */
    public MergeTable() {
        // The fields have their values.
    }

    /** Author that split a proposal from that host. */
    private record SplitPair(String author, String host) {}

    /** Table after these signals, oldest first. */
    public static MergeTable of(Collection<Signal> signals) {
        MergeTable table = new MergeTable();
        signals.forEach(table::accept);
        return table;
    }

    /** Records a proposal, a merge or a split; other signals change nothing. */
    public void accept(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            authors.putIfAbsent(proposal.proposalId(), AuthorKey.of(signal.source()));
        } else if (signal.payload() instanceof Payload.Open) {
            ProposalMerge.of(signal).ifPresent(merge -> into.putIfAbsent(merge.from(), merge.into()));
            splitBy(signal).ifPresent(this::split);
        }
    }

    /** True if nothing is merged. */
    public boolean isEmpty() {
        return into.isEmpty();
    }

    /** True if the proposal is merged into another. */
    public boolean isMerged(String proposalId) {
        return into.containsKey(proposalId);
    }

    /** Id of the proposal that this one counts as: itself unless it is merged. */
    public String hostOf(String proposalId) {
        String host = proposalId;
        for (int steps = into.size(); steps > 0 && into.containsKey(host); steps--) {
            host = into.get(host);
        }
        return host;
    }

    /** Proposals that are merged, each with the one that it was merged into, oldest first. */
    public Map<String, String> merged() {
        return Map.copyOf(into);
    }

    /** Author of a proposal; empty for an unknown one. */
    public Optional<String> authorOf(String proposalId) {
        return Optional.ofNullable(authors.get(proposalId));
    }

    /** True if that author has split a proposal from that one, or from one that counts as it. */
    public boolean hasSplit(String author, String proposalId) {
        return splits.contains(new SplitPair(author, hostOf(proposalId)));
    }

    /** The merged proposal that a signal splits; empty for other signals, and for a speaker that may not split it. */
    public Optional<String> splitBy(Signal signal) {
        return ProposalMerge.splitProposal(signal).filter(this::isMerged)
                .filter(id -> ProposalMerge.isOfRuntime(signal)
                        || AuthorKey.of(signal.source()).equals(authors.get(id)));
    }

    private void split(String proposalId) {
        String author = authors.getOrDefault(proposalId, "");
        splits.add(new SplitPair(author, hostOf(proposalId)));
        into.remove(proposalId);
    }
}
