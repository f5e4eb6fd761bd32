package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Notices that proposals contradict each other: a new proposal conflicts with the oldest retained proposal of another
 * source, at most one pair for each. Two signals with one proposal id say the same and do not conflict.
 *
 * <p>Cost of a check: it looks at the sources in the order of their oldest retained proposals, passes over what says
 * the same, and stops at the first rival. Forgetting takes the time of one look-up. Owned by its bus, which calls it
 * under its lock.
 */
final class ConflictDetector {

    /** Retained proposals of each source, oldest first. */
    private final Map<String, Deque<Placed>> bySource = new HashMap<>();

    /** The same, by the place of the first of each in the order of publishing. */
    private final TreeMap<Long, Deque<Placed>> byFirst = new TreeMap<>();

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

    /** The signal left history, as the oldest of it: so a proposal is the first of its source. */
    void forget(Signal signal) {
        String source = signal.source().label();
        Deque<Placed> own = bySource.get(source);
        if (own == null || !(signal.payload() instanceof Payload.Proposal)) {
            return;
        }
        byFirst.remove(own.removeFirst().place());
        if (own.isEmpty()) {
            bySource.remove(source);
        } else {
            byFirst.put(own.getFirst().place(), own);
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
        byFirst.clear();
        unresolved.clear();
    }

    private Optional<Placed> rivalOf(Signal signal, Payload.Proposal proposal) {
        Placed rival = null;
        for (Deque<Placed> others : byFirst.values()) {
            Placed first = others.getFirst();
            if (rival != null && rival.place() < first.place()) {
                break;
            }
            if (!first.signal().source().label().equals(signal.source().label())) {
                rival = older(rival, firstAgainst(signal, proposal, others));
            }
        }
        return Optional.ofNullable(rival);
    }

    private static @Nullable Placed firstAgainst(Signal signal, Payload.Proposal proposal, Deque<Placed> others) {
        for (Placed other : others) {
            boolean isSameProposal = other.proposal().proposalId().equals(proposal.proposalId());
            if (!isSameProposal && !other.signal().id().equals(signal.id())) {
                return other;
            }
        }
        return null;
    }

    private static @Nullable Placed older(@Nullable Placed one, @Nullable Placed other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.place() < other.place() ? one : other;
    }

    private void remember(Placed placed) {
        Deque<Placed> own = bySource.computeIfAbsent(placed.signal().source().label(), source -> new ArrayDeque<>());
        if (own.isEmpty()) {
            byFirst.put(placed.place(), own);
        }
        own.addLast(placed);
    }

    private record Placed(long place, Signal signal, Payload.Proposal proposal) {}
}
