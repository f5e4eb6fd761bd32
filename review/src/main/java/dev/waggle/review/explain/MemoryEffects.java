package dev.waggle.review.explain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.review.RunLog;
import dev.waggle.review.explain.MemoryCitation.Form;
import dev.waggle.review.whatif.VoteChange;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.memory.MemoryProvenance;

/**
 * Effects of recalled memories on a run, as far as its log shows them. They are the signals that cite a memory, and the
 * outcome without the votes that rest on a citation. What the agents would have said without the memories is in no log.
 *
 * <pre>
 *   citing votes        votes whose own signal cites a memory
 *   supporting votes    these, and the votes that agree with a proposal whose signal cites a memory
 * </pre>
 *
 * @param recalled the memories in the order of the log; none in a run without them
 * @param citations the signals that cite one, in the order of the log
 * @param citing outcome without the citing votes
 * @param supporting outcome without the supporting votes
 */
public record MemoryEffects(List<Recalled> recalled, List<MemoryCitation> citations, WithoutVotes citing,
        WithoutVotes supporting) {

    /** Limit of this view, in words. */
    public static final String NOT_KNOWN = "what the agents would have said without the memories: it is in no log";

    public MemoryEffects {
        recalled = List.copyOf(recalled);
        citations = List.copyOf(citations);
    }

    /**
     * A memory that the agents were shown.
     *
     * @param entry its {@code memory:shared} signal
     * @param provenance where it comes from; empty in a log of a version without provenance
     * @param citations number of signals that cite it
     */
    public record Recalled(LogEntry entry, Optional<MemoryProvenance> provenance, int citations) {

        /** Its text. */
        public String content() {
            return entry.signal().payload() instanceof Payload.SharedMemory said ? said.content() : "";
        }
    }

    /**
     * Outcome without some votes.
     *
     * @param votes the votes that are left out, in the order of casting
     * @param outcome the outcome of the others
     * @param changes whether that is another decision
     */
    public record WithoutVotes(List<VoteRecord> votes, VoteOutcome outcome, boolean changes) {
        public WithoutVotes {
            votes = List.copyOf(votes);
        }

        private static WithoutVotes of(VoteRecount recount, Predicate<VoteRecord> isLeftOut) {
            List<VoteRecord> votes = recount.counted().stream().filter(isLeftOut).toList();
            VoteOutcome outcome = votes.isEmpty() ? recount.outcome() : recount.with(VoteChange.ABSENT, isLeftOut);
            return new WithoutVotes(votes, outcome, !outcome.decidesLike(recount.outcome()));
        }
    }

    static MemoryEffects of(RunLog log, VoteRecount recount) {
        List<LogEntry> shown = log.statements().stream()
                .filter(entry -> MemoryProvenance.isRecalled(entry.signal())).toList();
        Map<String, MemoryCitation> citations = shown.isEmpty() ? Map.of() : CitationFinder.find(log, shown);
        Votes votes = new Votes(log, citations.keySet());
        return new MemoryEffects(shown.stream().map(entry -> recalled(entry, citations)).toList(),
                List.copyOf(citations.values()), WithoutVotes.of(recount, votes::isCiting),
                WithoutVotes.of(recount, votes::isSupporting));
    }

    private static Recalled recalled(LogEntry entry, Map<String, MemoryCitation> citations) {
        Signal signal = entry.signal();
        return new Recalled(entry, MemoryProvenance.of(signal), (int) citations.values().stream()
                .filter(citation -> citation.memories().contains(signal.id())).count());
    }

    /** Number of signals that cite a memory through another signal. */
    public long indirect() {
        return citations.stream().filter(citation -> citation.how() == Form.THROUGH).count();
    }

    /** Number of signals whose only citation is a quotation. */
    public long quotations() {
        return citations.stream().filter(citation -> citation.how() == Form.QUOTE).count();
    }

    /** True if agreeing votes on proposals that cite a memory are more than the citing votes. */
    public boolean differs() {
        return supporting.votes().size() != citing.votes().size();
    }

    /** Votes that rest on a citation. */
    private static final class Votes {

        private final Set<String> citing;
        /** Proposals whose signal cites a memory. */
        private final Set<String> proposals = new HashSet<>();
        /** The proposal of each vote as it was cast, before a merge. */
        private final Map<String, String> proposalOf = new HashMap<>();

        Votes(RunLog log, Set<String> citing) {
            this.citing = citing;
            Set<String> known = new HashSet<>();
            for (LogEntry entry : log.statements()) {
                Signal signal = entry.signal();
                if (signal.payload() instanceof Payload.Proposal proposal && known.add(proposal.proposalId())
                        && citing.contains(signal.id())) {
                    proposals.add(proposal.proposalId());
                } else if (signal.payload() instanceof Payload.Vote vote) {
                    proposalOf.putIfAbsent(signal.id(), vote.proposalId());
                }
            }
        }

        boolean isCiting(VoteRecord vote) {
            return citing.contains(vote.signalId());
        }

        boolean isSupporting(VoteRecord vote) {
            return isCiting(vote) || (vote.vote().stance() == Stance.AGREE && (proposals.contains(vote.proposalId())
                    || proposals.contains(proposalOf.getOrDefault(vote.signalId(), vote.proposalId()))));
        }
    }
}
