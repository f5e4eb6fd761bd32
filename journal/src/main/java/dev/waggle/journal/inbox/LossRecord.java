package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import dev.waggle.signal.inbox.InboxItem;

/** Dead letters of one agent, and those among them that are not recorded as facts yet. */
final class LossRecord {

    private final String agentId;
    private final Supplier<Instant> clock;
    private final List<DeliveryFact.DeadLettered> unwritten = new ArrayList<>();
    private long dropped;
    private long expired;

    LossRecord(String agentId, Supplier<Instant> clock) {
        this.agentId = agentId;
        this.clock = clock;
    }

    /** Records that a full inbox dropped this item; neighbouring ones share a dead letter. */
    void addDropped(long sequence, int maxWaiting, long taken) {
        dropped++;
        add(new DeadLetter(agentId, sequence, sequence, 1, DeadLetter.Reason.FULL,
                "the inbox holds at most " + maxWaiting, clock.get()), taken);
    }

    /**
     * Records that the time to live of this item was over; neighbouring ones share a dead letter.
     *
     * @param taken the last item that the agent took before; the item itself, if it was requeued
     */
    void addExpired(long sequence, long taken) {
        expired++;
        add(new DeadLetter(agentId, sequence, sequence, 1, DeadLetter.Reason.EXPIRED,
                "the time to live was over before it was delivered", clock.get()), taken);
    }

    private void add(DeadLetter added, long taken) {
        DeadLetter letter = added;
        if (!unwritten.isEmpty() && unwritten.getLast().isSameStretch(letter, taken)) {
            letter = unwritten.removeLast().letter().plus(letter);
        }
        unwritten.add(new DeliveryFact.DeadLettered(letter, taken));
    }

    /** Records a range that the log no longer holds. */
    void addGone(long from, long to, long taken) {
        unwritten.add(gone(from, to, taken));
    }

    /** Dead letter for a range that the log no longer holds, with an unknown number of signals for this agent. */
    DeliveryFact.DeadLettered gone(long from, long to, long taken) {
        return new DeliveryFact.DeadLettered(new DeadLetter(agentId, from, to, 0, DeadLetter.Reason.GONE,
                "the log does not hold these entries any more", clock.get()), taken);
    }

    /** Dead letter for an item that no turn answered. */
    DeliveryFact.DeadLettered givenUp(InboxItem item, String reason, long taken) {
        return new DeliveryFact.DeadLettered(new DeadLetter(agentId, item.sequence(), item.sequence(), 1,
                DeadLetter.Reason.TURN_FAILED, "given up after " + item.attempts() + " turns without an answer: "
                        + reason,
                clock.get(), item.attempts()), taken);
    }

    /** Number of dropped items since the opening. */
    long dropped() {
        return dropped;
    }

    /** Number of items since the opening of which the time to live was over. */
    long expired() {
        return expired;
    }

    /** True if a loss is not recorded as a fact yet. */
    boolean hasUnwritten() {
        return !unwritten.isEmpty();
    }

    List<DeliveryFact.DeadLettered> unwritten() {
        return List.copyOf(unwritten);
    }

    List<DeliveryFact.DeadLettered> drainUnwritten() {
        List<DeliveryFact.DeadLettered> all = List.copyOf(unwritten);
        unwritten.clear();
        return all;
    }
}
