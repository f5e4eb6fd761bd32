package dev.waggle.signal.bus;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Notices that proposals contradict each other: a new proposal conflicts with the oldest retained proposal of another
 * source, at most one pair for each. Two signals with one proposal id say the same and do not conflict; what is over does
 * not count. A conflict is unresolved until somebody resolves it or one of its signals leaves history, so there are never
 * more of them than retained proposals. Owned by its bus, which calls it under its lock.
 */
final class ConflictDetector {

    private final Duration defaultTtl;
    private final ConflictIndex index = new ConflictIndex();
    private final OpenConflictSet open = new OpenConflictSet();

    ConflictDetector(Duration defaultTtl) {
        this.defaultTtl = defaultTtl;
    }

    /** The conflict that this signal causes, or {@code null}; remembers it when it is a proposal. */
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

    /** The signal left history. */
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
