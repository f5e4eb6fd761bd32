package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/**
 * Notices that proposals contradict each other: a new proposal conflicts with the oldest retained proposal of another
 * source, at most one pair for each. Two signals with one proposal id say the same and do not conflict.
 *
 * <p>Cost of a check: it looks at the oldest retained proposal of each source, oldest first, and stops at the first
 * rival. Owned by its bus, which calls it under its lock.
 */
final class ConflictDetector {

    /** Retained proposals of each source, oldest first. */
    private final Map<String, Deque<Placed>> bySource = new HashMap<>();

    /** The oldest retained proposal of each source, by its place in the order of publishing. */
    private final TreeMap<Long, Placed> oldest = new TreeMap<>();

    private final List<ConflictPair> unresolved = new ArrayList<>();

    private long place;

    /** The conflict that this signal causes, if any; remembers it when it is a proposal. */
    Optional<ConflictPair> check(Signal signal, Instant now) {
        if (!(signal.payload() instanceof Payload.Proposal proposal)) {
            return Optional.empty();
        }
        Optional<ConflictPair> pair = rivalOf(signal, proposal)
                .map(rival -> new ConflictPair(rival.signal(), signal, now));
        pair.ifPresent(unresolved::add);
        remember(new Placed(place++, signal, proposal));
        return pair;
    }

    /** The signal left history. */
    void forget(Signal signal) {
        String source = signal.source().label();
        Deque<Placed> own = bySource.get(source);
        if (own == null) {
            return;
        }
        long first = own.getFirst().place();
        for (Iterator<Placed> placed = own.iterator(); placed.hasNext();) {
            if (placed.next().signal().equals(signal)) {
                placed.remove();
                break;
            }
        }
        oldest.remove(first);
        if (own.isEmpty()) {
            bySource.remove(source);
        } else {
            oldest.put(own.getFirst().place(), own.getFirst());
        }
    }

    List<ConflictPair> unresolved() {
        return List.copyOf(unresolved);
    }

    void markResolved(String oneId, String otherId) {
        unresolved.removeIf(pair -> pair.joins(oneId, otherId));
    }

    void clear() {
        bySource.clear();
        oldest.clear();
        unresolved.clear();
    }

    private Optional<Placed> rivalOf(Signal signal, Payload.Proposal proposal) {
        String source = signal.source().label();
        for (Placed candidate : oldest.values()) {
            boolean sameSource = candidate.signal().source().label().equals(source);
            boolean sameProposal = candidate.proposal().proposalId().equals(proposal.proposalId());
            if (!sameSource && !sameProposal && !candidate.signal().id().equals(signal.id())) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private void remember(Placed placed) {
        Deque<Placed> own = bySource.computeIfAbsent(placed.signal().source().label(), source -> new ArrayDeque<>());
        if (own.isEmpty()) {
            oldest.put(placed.place(), placed);
        }
        own.addLast(placed);
    }

    private record Placed(long place, Signal signal, Payload.Proposal proposal) {}
}
