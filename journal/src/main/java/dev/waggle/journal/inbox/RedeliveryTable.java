package dev.waggle.journal.inbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.waggle.signal.log.LogEntry;

/**
 * Entries of one agent that its position in the log does not describe. They have attempts without an answer, or were
 * settled one by one, or were given up and requeued.
 *
 * <pre>
 *   given up -> settled -> requeued -> waiting (in memory) -> taken -> acknowledged, or given up again
 * </pre>
 *
 * <p>Owned by its {@link AgentQueue}.
 */
final class RedeliveryTable {

    /** Number of turns without an answer, of entries that are not acknowledged. */
    private final NavigableMap<Long, Integer> attempts = new TreeMap<>();
    /** Entries ahead of the acknowledged position that the agent has dealt with. */
    private final NavigableSet<Long> settled = new TreeSet<>();
    /** Requeued entries that are not acknowledged again. */
    private final NavigableSet<Long> requeued = new TreeSet<>();
    /** Those of them in memory that the agent has not taken. */
    private final NavigableMap<Long, LogEntry> waiting = new TreeMap<>();
    private final Set<Long> taken = new HashSet<>();

    int attempts(long sequence) {
        return attempts.getOrDefault(sequence, 0);
    }

    void addAttempts(long sequence, int count) {
        attempts.merge(sequence, count, Math::max);
    }

    boolean isSettled(long sequence) {
        return settled.contains(sequence);
    }

    /** Settles an entry; true if it was none that was requeued or acknowledged. */
    boolean settle(long sequence, long acknowledged) {
        attempts.remove(sequence);
        if (requeued.remove(sequence)) {
            waiting.remove(sequence);
            taken.remove(sequence);
            return false;
        }
        return sequence > acknowledged && settled.add(sequence);
    }

    boolean isRequeued(long sequence) {
        return requeued.contains(sequence);
    }

    int requeuedCount() {
        return requeued.size();
    }

    /** These entries wait again, with no attempt counted. */
    void requeue(Set<Long> sequences) {
        sequences.forEach(attempts::remove);
        requeued.addAll(sequences);
    }

    /** Requeued entries that are not in memory. */
    Set<Long> onDisk() {
        Set<Long> missing = new TreeSet<>(requeued);
        missing.removeAll(waiting.keySet());
        missing.removeAll(taken);
        return missing;
    }

    /** Puts a requeued entry into memory. */
    void deliver(LogEntry entry) {
        if (requeued.contains(entry.sequence()) && !taken.contains(entry.sequence())) {
            waiting.put(entry.sequence(), entry);
        }
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    Collection<LogEntry> waiting() {
        return waiting.values();
    }

    /** Takes the first entry that waits. */
    LogEntry take() {
        LogEntry entry = waiting.pollFirstEntry().getValue();
        taken.add(entry.sequence());
        return entry;
    }

    /** Requeued entries that were taken are not in memory any more, as after a restart. */
    void returnTaken() {
        taken.clear();
    }

    /** Requeued entries up to that one that the agent took and has not acknowledged. */
    Set<Long> takenUpTo(long upTo) {
        Set<Long> found = new TreeSet<>(taken);
        found.removeIf(sequence -> sequence > upTo);
        return found;
    }

    /** Forgets what is behind the acknowledged position. */
    void removeUpTo(long acknowledged) {
        settled.headSet(acknowledged, true).clear();
        attempts.keySet().removeIf(sequence -> sequence <= acknowledged && !requeued.contains(sequence));
    }

    /** The log ends there. */
    void truncate(long last) {
        attempts.tailMap(last, false).clear();
        settled.tailSet(last, false).clear();
        requeued.tailSet(last, false).clear();
    }

    /** The facts for this state. */
    List<DeliveryFact> facts(String agentId) {
        List<DeliveryFact> facts = new ArrayList<>();
        if (!settled.isEmpty()) {
            facts.add(new DeliveryFact.Settled(agentId, settled));
        }
        if (!requeued.isEmpty()) {
            facts.add(new DeliveryFact.Requeued(agentId, requeued));
        }
        if (!attempts.isEmpty()) {
            facts.add(new DeliveryFact.Attempted(agentId, attempts));
        }
        return facts;
    }
}
