package dev.waggle.signal.bus;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Detects contradicting proposals: a new proposal conflicts with the oldest retained proposal of another source, at
 * most one pair for each. Two signals with one proposal id agree and do not conflict; expired proposals do not count.
 * A conflict stays unresolved until it is resolved explicitly or one of its signals leaves history. So there are
 * never more conflicts than retained proposals. Owned by its bus, which calls it under its lock.
 */
final class ConflictDetector {

    private final Duration defaultTtl;
    private final ConflictIndex index = new ConflictIndex();
    private final OpenConflictSet open = new OpenConflictSet();

    ConflictDetector(Duration defaultTtl) {
        this.defaultTtl = defaultTtl;
    }

    /** Returns the conflict that this signal causes, or {@code null}; stores the signal when it is a proposal. */
    @Nullable ConflictPair check(Signal signal, Instant now) {
        if (!(signal.payload() instanceof Payload.Proposal proposal)) {
            return null;
        }
        Signal rival = rivalOf(signal, proposal, now);
        index.add(signal, proposal);
        if (rival == null) {
            return null;
        }
        ConflictPair pair = new ConflictPair(rival, signal, now);
        open.add(pair);
        return pair;
    }

    /** Removes a signal that left history. */
    void remove(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal) {
            index.remove(signal.id());
            open.removeAllOf(signal.id());
        }
    }

    OpenConflictSet open() {
        return open;
    }

    void clear() {
        index.clear();
        open.clear();
    }

    private @Nullable Signal rivalOf(Signal signal, Payload.Proposal proposal, Instant now) {
        Signal rival = index.oldestRival(signal.source().label(), proposal.proposalId());
        while (rival != null && rival.lifetime().isExpired(rival.time(), now, defaultTtl)) {
            remove(rival);
            rival = index.oldestRival(signal.source().label(), proposal.proposalId());
        }
        return rival;
    }
}
