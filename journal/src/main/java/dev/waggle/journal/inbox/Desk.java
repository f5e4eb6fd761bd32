package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Dialect;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternIndex;
import org.jspecify.annotations.Nullable;

/**
 * Where every entry of the log passes by and is put into the boxes of those whom it matches. Its state is a fold over the
 * delivery facts, so it is the same after a restart, and the entries since.
 *
 * <p>Its lock is the innermost one: nothing is read, written or called under it.
 */
final class Desk {

    private final InboxConfig config;
    private final Supplier<Instant> clock;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final PatternIndex<Box> index = new PatternIndex<>();
    private final Map<Key, Subscription> subscriptions = new LinkedHashMap<>();
    private final Letters letters = new Letters();
    private long routed;

    Desk(InboxConfig config, Supplier<Instant> clock) {
        this.config = config;
        this.clock = clock;
    }

    private record Key(String agentId, String pattern) {}

    /** What to do for an entry once the lock is free. */
    record Calls(List<Waking> wakings, boolean isLosing) {}

    /** An agent to be woken. */
    record Waking(String agentId, Runnable wake, long sequence) {}

    /** Makes a fact hold. */
    synchronized void apply(Fact fact) {
        switch (fact) {
            case Fact.Known it -> box(it.agentId(), it.after());
            case Fact.Subscribed it -> subscribe(it.subscription());
            case Fact.Unsubscribed it -> unsubscribe(it.agentId(), it.pattern());
            case Fact.Acknowledged it -> ifKnown(it.agentId(), box -> box.acknowledge(it.upTo()));
            case Fact.Passed it -> boxes.values().stream()
                    .filter(box -> !it.but().contains(box.agentId()))
                    .forEach(box -> box.pass(it.upTo()));
            case Fact.Dead it -> bury(it);
            case Fact.Skipped it -> ifKnown(it.agentId(), box -> box.skip(it.taken(), it.to()));
            case Fact.Forgotten it -> letters.forgotten(it.deadLetters());
            case Fact.Rewound it -> rewind(it.to());
        }
    }

    /** Puts entries into boxes; they come in the order of the log, each once. */
    synchronized Calls route(List<LogEntry> entries) {
        List<Waking> wakings = new ArrayList<>();
        for (LogEntry entry : entries) {
            routed = entry.sequence();
            for (Box box : index.match(entry.signal().type())) {
                if (box.offer(entry)) {
                    addWaking(box, wakings);
                }
                letters.lookAt(box);
            }
        }
        return new Calls(wakings, letters.isSomethingLost());
    }

    synchronized long routed() {
        return routed;
    }

    /** What lies before was routed in an earlier life. */
    synchronized void beginAt(long sequence) {
        routed = sequence;
    }

    /** Makes a subscription hold from the last routed entry on; what it is, or was, depends on what there is. */
    synchronized Subscription place(SubscriptionRequest request, Instant now) {
        Subscription old = find(request.agentId(), request.pattern());
        if (old == null) {
            requireRoom(request.agentId());
        }
        Subscription made = old == null ? request.made(now, routed) : request.renewed(old, now);
        subscribe(made);
        return made;
    }

    /** Takes back what {@link #place} made, because it could not be written down. */
    synchronized void takeBack(Subscription made, @Nullable Subscription old, boolean wasKnown) {
        if (old != null) {
            subscribe(old);
            return;
        }
        unsubscribe(made.agentId(), made.pattern());
        if (!wasKnown) {
            boxes.remove(made.agentId());
        }
    }

    synchronized @Nullable Subscription find(String agentId, String pattern) {
        return subscriptions.get(new Key(agentId, pattern));
    }

    synchronized List<Subscription> all() {
        return List.copyOf(subscriptions.values());
    }

    synchronized List<Subscription> of(String agentId) {
        Box box = boxes.get(agentId);
        return box == null ? List.of() : List.copyOf(box.subscriptions());
    }

    synchronized boolean knows(String agentId) {
        return boxes.containsKey(agentId);
    }

    synchronized List<String> agents() {
        return List.copyOf(boxes.keySet());
    }

    /** Refuses one agent more than there may be. */
    synchronized void requireRoomForAgent(String agentId) {
        if (!boxes.containsKey(agentId) && boxes.size() >= config.maxAgents()) {
            throw new InboxLimitException("too many agents", "one host", config.maxAgents());
        }
    }

    /** Takes what is in memory; where to read on, or 0 when that was all or enough. */
    synchronized long take(String agentId, int limit, List<InboxItem> items) {
        Box box = boxes.get(agentId);
        if (box == null) {
            return 0;
        }
        box.take(limit, items);
        return items.size() < limit ? box.spilledFrom() : 0;
    }

    /**
     * Takes back what had no room; whether something was lost.
     *
     * @param read what the log has from there on, at most a chunk
     * @param sure how far the log was {@link #routed} before it was read: what is not there up to here is gone
     */
    synchronized boolean refill(String agentId, long from, List<LogEntry> read, long sure) {
        ifKnown(agentId, box -> {
            box.refill(from, read, sure, routed);
            letters.lookAt(box);
        });
        return letters.isSomethingLost();
    }

    /** The log begins there: what that costs those who had not dealt with all that was before. */
    synchronized List<Fact> beginsAt(long first) {
        List<Fact> facts = new ArrayList<>();
        for (Box box : boxes.values()) {
            long settled = box.settledTo();
            if (settled < first - 1) {
                facts.add(box.gone(settled + 1, first - 1));
                facts.add(new Fact.Acknowledged(box.agentId(), first - 1));
            }
        }
        return facts;
    }

    synchronized boolean isCallingInMemory(String agentId) {
        Box box = boxes.get(agentId);
        return box != null && box.isCallingInMemory();
    }

    synchronized long unheardFrom(String agentId) {
        Box box = boxes.get(agentId);
        return box == null ? 0 : box.unheardFrom(routed);
    }

    /** Whether something calls among what was read, when the log had been {@link #routed} as far as is sure. */
    synchronized boolean isCalling(String agentId, List<LogEntry> read, long sure) {
        Box box = boxes.get(agentId);
        return box != null && box.isCalling(read, sure, routed);
    }

    /** Whether an acknowledgement says something new; refuses places where the log has not been yet. */
    synchronized boolean isNews(String agentId, long upTo) {
        if (upTo < 0 || upTo > routed) {
            throw new IllegalArgumentException(
                    "cannot acknowledge up to " + upTo + ": the log was routed up to " + routed);
        }
        Box box = boxes.get(agentId);
        return box != null && upTo > box.acknowledged();
    }

    synchronized List<Waking> attach(String agentId, Runnable wake) {
        Box box = boxes.get(agentId);
        if (box == null) {
            throw new UnknownAgentException(agentId);
        }
        box.attach(wake);
        List<Waking> wakings = new ArrayList<>();
        if (box.isWakingDue()) {
            addWaking(box, wakings);
        }
        return wakings;
    }

    synchronized void detach(String agentId, Runnable wake) {
        ifKnown(agentId, box -> box.detach(wake));
    }

    synchronized void sleepOn(String agentId) {
        ifKnown(agentId, Box::sleepOn);
    }

    /** What was lost and is no fact yet; it stays in sight until it is one. */
    synchronized List<Fact> unwritten() {
        return letters.toWrite();
    }

    synchronized List<DeadLetter> deadLetters() {
        return letters.all();
    }

    synchronized long deadLetterCount() {
        return letters.forgotten() + letters.all().size();
    }

    synchronized @Nullable InboxStatus status(String agentId) {
        Box box = boxes.get(agentId);
        return box == null ? null : box.status();
    }

    /** How far a restart need not look again, and for whom it must. */
    synchronized Fact.Passed passed() {
        Set<String> busy = new LinkedHashSet<>();
        boxes.values().stream().filter(box -> !box.isIdle()).forEach(box -> busy.add(box.agentId()));
        return new Fact.Passed(routed, busy);
    }

    /** The last entry that a restart need not look at for anybody. */
    synchronized long settledTo() {
        return boxes.values().stream().mapToLong(Box::settledTo).min().orElse(Long.MAX_VALUE);
    }

    /** The highest place of the log that any fact speaks of. */
    synchronized long farthest() {
        return boxes.values().stream().mapToLong(Box::farthest).max().orElse(0);
    }

    /** The fewest facts that say the same; the last one ends them. */
    synchronized List<Fact> condensed() {
        List<Fact> facts = new ArrayList<>();
        boxes.values().forEach(box -> facts.add(new Fact.Known(box.agentId(), box.acknowledged())));
        subscriptions.values().forEach(it -> facts.add(new Fact.Subscribed(it)));
        facts.addAll(letters.facts());
        boxes.values().forEach(box -> box.skipped()
                .forEach((taken, to) -> facts.add(new Fact.Skipped(box.agentId(), taken, to))));
        facts.add(new Fact.Forgotten(letters.forgotten()));
        return facts;
    }

    private Box box(String agentId, long after) {
        return boxes.computeIfAbsent(agentId, id -> new Box(id, config, clock, after));
    }

    private void subscribe(Subscription it) {
        Box box = box(it.agentId(), it.after());
        box.put(it);
        subscriptions.put(new Key(it.agentId(), it.pattern()), it);
        index.add(Pattern.of(it.pattern(), Dialect.DURABLE), box);
    }

    private void unsubscribe(String agentId, String pattern) {
        Box box = boxes.get(agentId);
        if (box != null && subscriptions.remove(new Key(agentId, pattern)) != null) {
            box.remove(pattern);
            index.remove(Pattern.of(pattern, Dialect.DURABLE), box);
        }
    }

    private void requireRoom(String agentId) {
        requireRoomForAgent(agentId);
        Box box = boxes.get(agentId);
        if (box != null && box.subscriptions().size() >= config.maxSubscriptionsPerAgent()) {
            throw new InboxLimitException("too many subscriptions", "agent \"" + agentId + '"',
                    config.maxSubscriptionsPerAgent());
        }
        if (subscriptions.size() >= config.maxSubscriptions()) {
            throw new InboxLimitException("too many subscriptions", "one host", config.maxSubscriptions());
        }
    }

    private void bury(Fact.Dead dead) {
        letters.written(dead);
        if (dead.letter().reason() == DeadLetter.Reason.FULL) {
            ifKnown(dead.letter().agentId(), box -> box.skip(dead.taken(), dead.letter().to()));
        }
    }

    private void rewind(long to) {
        boxes.values().forEach(box -> box.rewind(to));
        subscriptions.replaceAll((key, it) -> it.withAfter(Math.min(it.after(), to)));
    }

    private void addWaking(Box box, List<Waking> wakings) {
        Runnable wake = box.wake();
        if (wake != null) {
            wakings.add(new Waking(box.agentId(), wake, routed));
        }
    }

    private void ifKnown(String agentId, Consumer<Box> act) {
        Box box = boxes.get(agentId);
        if (box != null) {
            act.accept(box);
        }
    }
}
