package dev.waggle.signal.bus;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/**
 * Detects contradicting proposals: a new proposal conflicts with the oldest retained proposal of another source, at
 * most one pair for each. Two signals with one proposal id agree and do not conflict; expired proposals do not count.
 * It is an index of the retained proposals that finds the oldest rival of a new one without visiting the others.
 *
 * <p>A rival is a proposal of another source with another proposal id. Sources are grouped by the id of their oldest
 * proposal, so all that agree with the new one are skipped in one step. Of those, only their next proposal counts.
 * Every operation takes O(log n) of the retained proposals.
 */
final class ProposalConflictDetector implements ConflictDetector {

    private final Map<String, IndexedProposal> bySignal = new HashMap<>();
    private final Map<Source, SourceProposals> sources = new HashMap<>();
    private final Map<String, ProposalGroup> groups = new HashMap<>();

    /** Groups by the position of their oldest proposal. */
    private final TreeMap<Long, ProposalGroup> groupsByFirst = new TreeMap<>();

    private long lastPosition;

    @Override
    public Optional<Signal> check(Signal signal, RetainedSignals retained) {
        if (!(signal.payload() instanceof Payload.Proposal proposal)) {
            return Optional.empty();
        }
        Optional<Signal> rival = oldestUnexpiredRival(signal, proposal, retained);
        if (!bySignal.containsKey(signal.id())) {
            add(signal, proposal);
        }
        return rival;
    }

    @Override
    public Optional<Signal> nextRival(Signal signal, RetainedSignals retained) {
        return signal.payload() instanceof Payload.Proposal proposal
                ? oldestUnexpiredRival(signal, proposal, retained)
                : Optional.empty();
    }

    @Override
    public void forget(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal) {
            remove(signal.id());
        }
    }

    private Optional<Signal> oldestUnexpiredRival(Signal signal, Payload.Proposal proposal, RetainedSignals retained) {
        Source source = signal.source();
        Signal rival = oldestRival(source, proposal.proposalId());
        while (rival != null && retained.isExpired(rival)) {
            remove(rival.id());
            rival = oldestRival(source, proposal.proposalId());
        }
        return Optional.ofNullable(rival);
    }

    private void add(Signal signal, Payload.Proposal proposal) {
        lastPosition++;
        IndexedProposal placed = new IndexedProposal(lastPosition, signal, proposal.proposalId());
        bySignal.put(signal.id(), placed);
        SourceProposals speaker = sources.computeIfAbsent(placed.source(), SourceProposals::new);
        if (speaker.hasSecond()) {
            speaker.add(placed);
            return;
        }
        leaveGroup(speaker);
        speaker.add(placed);
        joinGroup(speaker);
    }

    /** Removes a proposal; harmless when it is absent. */
    private void remove(String signalId) {
        IndexedProposal placed = bySignal.remove(signalId);
        if (placed == null) {
            return;
        }
        SourceProposals speaker = requireNonNull(sources.get(placed.source()));
        leaveGroup(speaker);
        speaker.remove(placed);
        if (speaker.isEmpty()) {
            sources.remove(speaker.source);
        } else {
            joinGroup(speaker);
        }
    }

    /** Returns the oldest proposal of another source with another id, or {@code null}. */
    private @Nullable Signal oldestRival(Source source, String proposalId) {
        IndexedProposal oldest = null;
        for (ProposalGroup group : groupsByFirst.values()) {
            if (oldest != null && oldest.position() < group.firstPosition()) {
                break;
            }
            boolean saysTheSame = group.proposalId.equals(proposalId);
            oldest = older(oldest, saysTheSame ? null : firstOfOtherSource(source, group.byFirst));
        }
        ProposalGroup same = groups.get(proposalId);
        if (same != null) {
            oldest = older(oldest, firstOfOtherSource(source, same.bySecond));
        }
        return oldest == null ? null : oldest.signal();
    }

    /** Returns the first proposal of another source; the source has one entry at most. */
    private static @Nullable IndexedProposal firstOfOtherSource(Source source, Map<Long, IndexedProposal> placed) {
        for (IndexedProposal one : placed.values()) {
            if (!one.source().equals(source)) {
                return one;
            }
        }
        return null;
    }

    private static @Nullable IndexedProposal older(@Nullable IndexedProposal one, @Nullable IndexedProposal other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.position() < other.position() ? one : other;
    }

    private void leaveGroup(SourceProposals speaker) {
        if (speaker.isEmpty()) {
            return;
        }
        ProposalGroup group = requireNonNull(groups.get(speaker.first().proposalId()));
        groupsByFirst.remove(group.firstPosition());
        group.remove(speaker);
        if (group.byFirst.isEmpty()) {
            groups.remove(group.proposalId);
        } else {
            groupsByFirst.put(group.firstPosition(), group);
        }
    }

    private void joinGroup(SourceProposals speaker) {
        ProposalGroup group = groups.computeIfAbsent(speaker.first().proposalId(), ProposalGroup::new);
        if (!group.byFirst.isEmpty()) {
            groupsByFirst.remove(group.firstPosition());
        }
        group.add(speaker);
        groupsByFirst.put(group.firstPosition(), group);
    }

    private record IndexedProposal(long position, Signal signal, String proposalId) {

        Source source() {
            return signal.source();
        }
    }

    /** A source and its proposals, by id. */
    private static final class SourceProposals {

        private final Source source;
        private final Map<String, ProposalRepeats> byId = new HashMap<>();
        private final TreeMap<Long, ProposalRepeats> byFirst = new TreeMap<>();

        SourceProposals(Source source) {
            this.source = source;
        }

        void add(IndexedProposal placed) {
            ProposalRepeats same = byId.get(placed.proposalId());
            if (same == null) {
                same = new ProposalRepeats(placed);
                byId.put(placed.proposalId(), same);
                byFirst.put(placed.position(), same);
            } else {
                same.add(placed);
            }
        }

        void remove(IndexedProposal placed) {
            ProposalRepeats same = requireNonNull(byId.get(placed.proposalId()));
            if (same.removeLater(placed)) {
                return;
            }
            byFirst.remove(placed.position());
            if (same.advance()) {
                byFirst.put(same.first.position(), same);
            } else {
                byId.remove(placed.proposalId());
            }
        }

        boolean isEmpty() {
            return byId.isEmpty();
        }

        /** True if it proposed several ids; then later proposals change neither the first nor the second. */
        boolean hasSecond() {
            return byId.size() > 1;
        }

        IndexedProposal first() {
            return byFirst.firstEntry().getValue().first;
        }

        /** Returns the oldest proposal with another id than the first. */
        @Nullable IndexedProposal second() {
            Map.Entry<Long, ProposalRepeats> next = byFirst.higherEntry(byFirst.firstKey());
            return next == null ? null : next.getValue().first;
        }
    }

    /** The proposals of a source with one proposal id: nearly always one. */
    private static final class ProposalRepeats {

        private IndexedProposal first;
        private @Nullable TreeMap<Long, IndexedProposal> later;

        ProposalRepeats(IndexedProposal first) {
            this.first = first;
        }

        void add(IndexedProposal placed) {
            if (later == null) {
                later = new TreeMap<>();
            }
            later.put(placed.position(), placed);
        }

        boolean removeLater(IndexedProposal placed) {
            return later != null && later.remove(placed.position()) != null;
        }

        /** Replaces the first by the next one; returns true if there is one. */
        boolean advance() {
            Map.Entry<Long, IndexedProposal> next = later == null ? null : later.pollFirstEntry();
            if (next != null) {
                first = next.getValue();
            }
            return next != null;
        }
    }

    /** The sources whose oldest proposal has one id. */
    private static final class ProposalGroup {

        private final String proposalId;
        private final TreeMap<Long, IndexedProposal> byFirst = new TreeMap<>();

        /** Their next proposals with another id, by position. */
        private final TreeMap<Long, IndexedProposal> bySecond = new TreeMap<>();

        ProposalGroup(String proposalId) {
            this.proposalId = proposalId;
        }

        void add(SourceProposals speaker) {
            byFirst.put(speaker.first().position(), speaker.first());
            IndexedProposal second = speaker.second();
            if (second != null) {
                bySecond.put(second.position(), second);
            }
        }

        void remove(SourceProposals speaker) {
            byFirst.remove(speaker.first().position());
            IndexedProposal second = speaker.second();
            if (second != null) {
                bySecond.remove(second.position());
            }
        }

        long firstPosition() {
            return byFirst.firstKey();
        }
    }
}
