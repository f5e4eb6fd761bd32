package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.journal.inbox.range.HiddenRange;
import dev.waggle.journal.inbox.range.SkippedRanges;
import dev.waggle.journal.inbox.wake.TransitionQueue;
import dev.waggle.journal.inbox.wake.WakeState;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;

/**
 * Subscriptions and waiting items of one agent.
 *
 * <pre>
 *   log:  1 ........ acknowledged ........ taken ....... waiting (memory) ...... spilledFrom ...... routed
 *         never comes again   comes again      in order, at most maxWaiting        still in the log
 *                             after a restart
 * </pre>
 *
 * <p>Bookkeeping that a solve skips is hidden: it waits in the log only, and a reader of the complete inbox continues
 * there. What a reader skipped counts as taken.
 *
 * <p>Owned by the {@link InboxRouter}, used under its lock only.
 */
final class AgentQueue {

    private final String agentId;
    private final InboxConfig config;
    private final SubscriptionSet subscriptions;
    private final ArrayDeque<LogEntry> waiting = new ArrayDeque<>();
    private final HiddenRange hidden = new HiddenRange();
    private final SkippedRanges skips = new SkippedRanges();
    private final LossRecord losses;
    private final Supplier<Instant> clock;
    private final WakeState wakeState;
    private final RedeliveryTable redelivery = new RedeliveryTable();
    private long acknowledged;
    private long taken;
    /** The first entry of the log that was not examined, because there was no room; 0 when all were. */
    private long spilledFrom;
    /** Position up to which no waiting entry calls, by the current subscriptions and for the last reader. */
    private long checkedTo;
    private InboxView checkedFor = InboxView.COMPLETE;
    private long spilled;

    AgentQueue(String agentId, InboxConfig config, Supplier<Instant> clock, TransitionQueue transitions, long after) {
        this.agentId = agentId;
        this.subscriptions = new SubscriptionSet(agentId);
        this.config = config;
        this.losses = new LossRecord(agentId, clock);
        this.clock = clock;
        this.wakeState = new WakeState(agentId, transitions);
        this.acknowledged = after;
        this.taken = after;
    }

    String agentId() {
        return agentId;
    }

    Collection<Subscription> subscriptions() {
        return subscriptions.all();
    }

    void put(Subscription subscription) {
        subscriptions.put(subscription);
        checkedTo = 0;
        reveal();
    }

    /** Removes a subscription; true if another one has its pattern, for another tenant. */
    boolean remove(SubscriptionKey key) {
        subscriptions.remove(key);
        checkedTo = 0;
        return subscriptions.hasPattern(key.pattern());
    }

    /** An entry of the log, later than all before; whether the agent should wake for it. */
    boolean enqueue(LogEntry entry) {
        if (!isWanted(entry)) {
            return false;
        }
        if (spilledFrom > 0) {
            spilled++;
        } else if (subscriptions.matching(entry, InboxView.SOLVE).isEmpty()) {
            hidden.add(entry.sequence());
        } else if (waiting.size() < config.maxWaiting()) {
            waiting.add(entry);
        } else {
            overflow(entry);
        }
        wakeState.addMail(entry);
        return isWakingDue();
    }

    /** The agent has a wake, sleeps and has mail; it counts as awake from now on. */
    boolean isWakingDue() {
        return !isEmpty() && wakeState.isWakingDue();
    }

    /** Moves items that a reader still receives, up to the limit; other examined items are discarded. */
    void drain(int limit, InboxView view, List<InboxItem> items) {
        if (view == InboxView.COMPLETE) {
            reveal();
        }
        while (redelivery.isWaiting() && items.size() < limit) {
            handOver(redelivery.take(), view, true, items);
        }
        while (!waiting.isEmpty() && items.size() < limit) {
            handOver(waiting.remove(), view, false, items);
        }
        if (waiting.isEmpty() && spilledFrom == 0) {
            hidden.clear();
        }
        hidden.removeUpTo(taken);
        if (isEmpty()) {
            wakeState.fallAsleep();
        }
    }

    /** Adds the item of an entry, if a subscription of the reader matches it and its time to live is not over. */
    private void handOver(LogEntry entry, InboxView view, boolean isRequeued, List<InboxItem> items) {
        Optional<InboxItem> item = item(entry, view, isRequeued);
        if (item.isEmpty()) {
            return;
        }
        if (isExpired(entry)) {
            losses.addExpired(entry.sequence(), isRequeued ? entry.sequence() : taken);
            return;
        }
        if (!isRequeued) {
            taken = entry.sequence();
        }
        items.add(item.get());
    }

    /** Makes entries that were taken and not acknowledged wait again, because their reader has ended. */
    void returnTaken() {
        redelivery.returnTaken();
        if (taken <= acknowledged) {
            return;
        }
        waiting.clear();
        hidden.clear();
        taken = acknowledged;
        spilledFrom = acknowledged + 1;
        checkedTo = 0;
    }

    /** Its entries that are delivered more than once, or are settled one by one. */
    RedeliveryTable redelivery() {
        return redelivery;
    }

    /** Notes the number of turns that did not answer these entries. */
    void addAttempts(Map<Long, Integer> counts) {
        counts.forEach((sequence, count) -> {
            if (isOpen(sequence)) {
                redelivery.addAttempts(sequence, count);
            }
        });
    }

    /** True if that entry is neither acknowledged nor settled. */
    boolean isOpen(long sequence) {
        return redelivery.isRequeued(sequence) || (sequence > acknowledged && !redelivery.isSettled(sequence));
    }

    /** The agent has dealt with that entry. */
    void settle(long sequence) {
        if (redelivery.settle(sequence, acknowledged)) {
            waiting.removeIf(entry -> entry.sequence() == sequence);
        }
    }

    /** Puts a requeued entry into memory; whether the agent should wake for it. */
    boolean deliverAgain(LogEntry entry) {
        redelivery.deliver(entry);
        wakeState.addMail(entry);
        return isWakingDue();
    }

    boolean isSubscribed(LogEntry entry) {
        return !subscriptions.matching(entry).isEmpty();
    }

    /** Dead letter for an item that no turn answered. */
    DeliveryFact.DeadLettered givenUp(InboxItem item, String reason) {
        return losses.givenUp(item, reason, taken);
    }

    private void forgetAcknowledged() {
        skips.removeUpTo(acknowledged);
        redelivery.removeUpTo(acknowledged);
    }

    /** Position from which to read what waits for a reader; 0 when nothing does. */
    long waitingFrom(InboxView view) {
        long first = waiting.isEmpty() ? spilledFrom : waiting.element().sequence();
        if (view == InboxView.SOLVE || hidden.isEmpty()) {
            return first;
        }
        return first == 0 ? hidden.from() : Math.min(first, hidden.from());
    }

    /** Adds the items among routed entries that wait for a reader, up to the limit. None of them is taken. */
    void peek(List<LogEntry> read, InboxView view, int limit, long routed, List<InboxItem> items) {
        for (LogEntry entry : read) {
            if (entry.sequence() > routed || items.size() >= limit) {
                return;
            }
            if (entry.sequence() > taken && isWanted(entry) && view.shows(entry) && !isExpired(entry)) {
                item(entry, view, false).ifPresent(items::add);
            }
        }
    }

    /** Adds the requeued items, which a reader gets before all others. None of them is taken. */
    void peekRequeued(InboxView view, int limit, List<InboxItem> items) {
        redelivery.waiting().stream().filter(entry -> view.shows(entry) && !isExpired(entry))
                .flatMap(entry -> item(entry, view, true).stream()).limit(limit).forEach(items::add);
    }

    /** Position from which to continue reading the log; 0 when everything that waits is in memory. */
    long spilledFrom() {
        return spilledFrom;
    }

    /**
     * Puts spilled entries back: entries read from that position, as far as the log was routed. Entries that were
     * routed only after the reading, behind the sure position, may be in the log nevertheless and are read next.
     */
    void refill(long from, List<LogEntry> read, long sure, long routed) {
        if (spilledFrom != from) {
            return;
        }
        long first = read.isEmpty() ? sure + 1 : Math.min(routed + 1, read.getFirst().sequence());
        if (first > from) {
            losses.addGone(from, first - 1, taken);
            spilledFrom = first;
        }
        for (LogEntry entry : read) {
            if (entry.sequence() > routed) {
                break;
            }
            if (waiting.size() >= config.maxWaiting()) {
                return;
            }
            spilledFrom = entry.sequence() + 1;
            if (isWanted(entry)) {
                waiting.add(entry);
            }
        }
        if (spilledFrom > routed) {
            spilledFrom = 0;
        }
    }

    void acknowledge(long upTo) {
        acknowledged = Math.max(acknowledged, upTo);
        taken = Math.max(taken, upTo);
        while (!waiting.isEmpty() && waiting.element().sequence() <= upTo) {
            waiting.remove();
        }
        if (spilledFrom > 0) {
            spilledFrom = Math.max(spilledFrom, upTo + 1);
        }
        forgetAcknowledged();
        hidden.removeUpTo(upTo);
    }

    /** Nothing up to that routed place waits or is delivered again. */
    void markPassed(long upTo) {
        acknowledged = Math.max(acknowledged, upTo);
        taken = Math.max(taken, upTo);
        forgetAcknowledged();
        hidden.removeUpTo(upTo);
    }

    void addSkipped(long behind, long to) {
        if (to > acknowledged) {
            skips.add(behind, to);
        }
    }

    void rewind(long last) {
        acknowledged = Math.min(acknowledged, last);
        taken = Math.min(taken, last);
        skips.truncate(last);
        redelivery.truncate(last);
        subscriptions.rewind(last);
    }

    long acknowledged() {
        return acknowledged;
    }

    /** Everything that was routed is dealt with. */
    boolean isIdle() {
        return isEmpty() && taken <= acknowledged;
    }

    /** The last entry of the log that a restart need not read for this agent. */
    long settledTo() {
        long first = subscriptions.all().stream().mapToLong(Subscription::after).min().orElse(Long.MAX_VALUE);
        return first == Long.MAX_VALUE ? first : Math.max(acknowledged, first);
    }

    /** The highest place of the log that it refers to. */
    long maxPlace() {
        return Math.max(acknowledged,
                subscriptions.all().stream().mapToLong(Subscription::after).max().orElse(0));
    }

    boolean isCallingInMemory(InboxView view) {
        if (redelivery.waiting().stream().anyMatch(entry -> isCalling(entry, view))) {
            return true;
        }
        if (view == InboxView.COMPLETE) {
            reveal();
        }
        if (view != checkedFor) {
            checkedTo = 0;
            checkedFor = view;
        }
        long newest = checkedTo;
        for (Iterator<LogEntry> latest = waiting.descendingIterator(); latest.hasNext();) {
            LogEntry entry = latest.next();
            if (entry.sequence() <= checkedTo) {
                break;
            }
            if (isCalling(entry, view)) {
                return true;
            }
            newest = Math.max(newest, entry.sequence());
        }
        checkedTo = newest;
        return false;
    }

    /** First spilled position that was not yet checked for a calling entry; 0 for none. */
    long uncheckedFrom(long routed) {
        long from = Math.max(spilledFrom, checkedTo + 1);
        return spilledFrom == 0 || from > routed ? 0 : from;
    }

    /** True if something calls among entries read from the first unchecked spilled position; see {@link #refill}. */
    boolean isCalling(List<LogEntry> read, InboxView view, long sure, long routed) {
        for (LogEntry entry : read) {
            if (entry.sequence() <= routed && isWanted(entry) && isCalling(entry, view)) {
                return true;
            }
        }
        long last = read.isEmpty() ? sure : Math.min(routed, read.getLast().sequence());
        checkedTo = Math.max(checkedTo, last);
        return false;
    }

    void attach(Runnable newWake) {
        wakeState.attach(newWake);
        redelivery.waiting().forEach(wakeState::addMail);
        waiting.forEach(wakeState::addMail);
    }

    /** The wake of its agent. */
    WakeState wakeState() {
        return wakeState;
    }

    /** Losses that are not recorded as facts yet. */
    LossRecord losses() {
        return losses;
    }

    Map<Long, Long> skipped() {
        return skips.ranges();
    }

    InboxStatus status() {
        return new InboxStatus(agentId, waiting.size() + redelivery.waiting().size(), spilledFrom > 0, spilled,
                losses.dropped(), losses.expired(), taken, acknowledged);
    }

    /** The item by which a reader receives an entry; empty when no subscription matches it for that reader. */
    private Optional<InboxItem> item(LogEntry entry, InboxView view, boolean isRequeued) {
        List<Subscription> matching = subscriptions.matching(entry, view);
        return matching.isEmpty()
                ? Optional.empty()
                : Optional.of(new InboxItem(entry, matching.stream().map(Subscription::pattern).toList(),
                        matching.stream().allMatch(Subscription::silent),
                        redelivery.attempts(entry.sequence()), isRequeued,
                        matching.stream().anyMatch(Subscription::bookkeeping)));
    }

    private boolean isEmpty() {
        return waiting.isEmpty() && !redelivery.isWaiting() && spilledFrom == 0 && hidden.isEmpty();
    }

    /** Continues in the log at the first hidden entry, so that it is read with those behind it. */
    private void reveal() {
        if (hidden.isEmpty()) {
            return;
        }
        long from = hidden.from();
        while (!waiting.isEmpty() && waiting.getLast().sequence() > from) {
            waiting.removeLast();
        }
        spilledFrom = from;
        checkedTo = Math.min(checkedTo, from - 1);
        hidden.clear();
    }

    private void overflow(LogEntry entry) {
        if (config.overflow() == InboxOverflowPolicy.SPILL || skips.isFull(taken)) {
            spilledFrom = entry.sequence();
            spilled++;
            return;
        }
        LogEntry oldest = waiting.remove();
        waiting.add(entry);
        skips.add(taken, oldest.sequence());
        losses.addDropped(oldest.sequence(), config.maxWaiting(), taken);
    }

    /** Dead letter for a range that the log no longer holds, with an unknown number of signals for this agent. */
    DeliveryFact.DeadLettered gone(long from, long to) {
        return losses.gone(from, to, taken);
    }

    /** Entries up to that one expired: a requeued one alone, or those behind what was taken. */
    void expire(long behind, long to) {
        if (redelivery.isRequeued(to)) {
            settle(to);
        } else {
            addSkipped(behind, to);
        }
    }

    private boolean isCalling(LogEntry entry, InboxView view) {
        return subscriptions.isCalling(entry, view) && !isExpired(entry);
    }

    /** True if the signal states a time to live, and that is over. */
    private boolean isExpired(LogEntry entry) {
        return entry.signal().lifetime() instanceof Lifetime.Ttl ttl
                && ttl.isExpired(entry.signal().time(), clock.get(), ttl.span());
    }

    private boolean isWanted(LogEntry entry) {
        return entry.sequence() > acknowledged && !skips.contains(entry.sequence())
                && !redelivery.isSettled(entry.sequence()) && !subscriptions.matching(entry).isEmpty();
    }
}
