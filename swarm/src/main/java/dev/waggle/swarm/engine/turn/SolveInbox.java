package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.runlog.InboxFacts;
import org.jspecify.annotations.Nullable;

/**
 * View of one solve on the inbox of one agent.
 *
 * <pre>
 *   inbox -> drain -> is it news? -> waiting -> given to a turn -> answered -> the words are in the log, synced -> acknowledged
 *                      no -> dealt with  ^          |
 *                                        +- retry <-+ not answered: counted; after the last attempt given up
 * </pre>
 *
 * <p>Four kinds of items are no news. The bus of this solve delivers its own signals, and the agent knows its own.
 * Facts of inbox reads and other bookkeeping come only on request. Facts of inbox reads repeat
 * their items. An agent that subscribes to everything would read all of it again in every solve.
 *
 * <p>Items of a turn that fails, times out or is deferred wait again, before later ones. The count of attempts is in the
 * inbox, so it holds for later solves. After {@link AgentMail#MAX_ATTEMPTS} an item is given up. Otherwise an item that
 * makes every agent fail would make every later solve fail.
 *
 * <p>Turns get the waiting items in the order of their numbers. So the items of a turn come before all that wait, and
 * an acknowledgement up to a number covers no item that waits.
 *
 * <p>An inbox that throws or hangs is not used again in this solve, and its failure is reported once. Owned by the
 * thread of the solve and thrown away with it; unfinished items stay for the next solve, see {@link #backlog}.
 */
final class SolveInbox {

    /** Maximum number of items in a turn: as many as a person can read or a prompt can hold. The rest waits. */
    static final int MAX_ITEMS_PER_TURN = 100;

    /** Maximum number of times that an inbox is drained in vain for one turn: a million items that are no news. */
    private static final int MAX_DRAINS = 10_000;

    private final String agentId;
    private final String run;
    private final @Nullable InboxAccess access;
    /** Waiting items by number. */
    private final NavigableMap<Long, InboxItem> waiting = new TreeMap<>();
    /** Items of the turn under way. */
    private final List<InboxItem> given = new ArrayList<>();
    /** Finished items that are not acknowledged, by number. */
    private final NavigableMap<Long, InboxItem> finished = new TreeMap<>();
    /** Attempts of items without an answer that are to be recorded, by number. */
    private final Map<Long, InboxItem> tried = new LinkedHashMap<>();
    private final List<InboxItem> dead = new ArrayList<>();
    /** Attempts in this solve, by number, of items that came from its log and wait in the inbox. */
    private final NavigableMap<Long, Integer> attempts = new TreeMap<>();

    /** Number of the last item that the inbox gave and that was not requeued. */
    private long taken;
    private long acknowledged;
    /** Number of the last finished item that was not requeued. */
    private long passed;
    private boolean isFromLog;
    private boolean fetched;
    private boolean broken;
    private String reason = "";
    private @Nullable String failure;

    SolveInbox(String agentId, String run, @Nullable InboxAccess way, Backlog backlog) {
        this.agentId = agentId;
        this.run = run;
        this.access = way;
        backlog.unfinished().forEach(item -> waiting.put(item.sequence(), item));
        taken = backlog.taken();
        acknowledged = backlog.acknowledged();
    }

    /** Executor of inbox code: never on the thread of the solve, which may end while that code hangs. */
    record InboxAccess(InboxConnection connection, StopGuard guard, World world) {

        /** Deadline of an operation of the inbox. */
        Deadline deadline() {
            return Deadline.in(guard.helperTimeout(StopGuard.HELPER_TIMEOUT), world);
        }

        <T> T call(String agentId, Callable<T> code, Deadline end) {
            return switch (guard.awaitShortWork(TimedCall.start(agentId, world, code), end.remaining())) {
                case Answered<T> answered -> answered.answer();
                case Failed<T> failed -> throw new IllegalStateException(failed.message());
            };
        }
    }

    /** Inbox that never delivers an item. */
    static SolveInbox empty(String agentId) {
        return new SolveInbox(agentId, "", null, Backlog.NONE);
    }

    String agentId() {
        return agentId;
    }

    /** True if a waiting item calls for a reaction. */
    boolean isCalling() {
        boolean hidden = guarded(this::lookForCalls);
        return hidden || isCalling(waiting.values());
    }

    /** Drains the items that wait for a turn, before any turn begins. */
    void fetch() {
        guarded(this::fill);
        fetched = true;
    }

    /** Takes the waiting items for a turn, the oldest first, at most {@link #MAX_ITEMS_PER_TURN}. */
    List<InboxItem> takeItems() {
        if (!fetched) {
            guarded(this::fill);
        }
        fetched = false;
        given.clear();
        isFromLog = false;
        while (!waiting.isEmpty() && given.size() < MAX_ITEMS_PER_TURN) {
            given.add(waiting.pollFirstEntry().getValue());
        }
        return List.copyOf(given);
    }

    /** Marks items given to a turn before the interruption; their whole contents may still wait here. */
    void markTaken(List<InboxItem> items) {
        given.clear();
        given.addAll(items);
        isFromLog = true;
    }

    /** Marks the inbox as failed before the interruption. */
    void markFailed() {
        broken = true;
        failure = null;
    }

    /** Finishes the items of the turn: it was answered. */
    void finish() {
        given.forEach(this::finish);
        given.clear();
    }

    /**
     * Returns the items of the turn, which brought no answer, for a later turn.
     *
     * @return the items that have had all their attempts and are given up
     */
    List<InboxItem> retry(String why) {
        reason = why;
        List<InboxItem> givenUp = new ArrayList<>();
        for (InboxItem item : given) {
            InboxItem again = item.withAttempts(item.attempts() + 1);
            if (again.attempts() >= AgentMail.MAX_ATTEMPTS) {
                givenUp.add(again);
                finish(again);
            } else {
                tried.put(again.sequence(), again);
                putBack(again);
            }
        }
        dead.addAll(givenUp);
        given.clear();
        return givenUp;
    }

    /** True if there is something to {@link #acknowledge}. */
    boolean needsAcknowledgement() {
        return !broken && (finishedTo() > 0 || !tried.isEmpty() || !dead.isEmpty());
    }

    /** Acknowledges finished items and records attempts: the answers and failures were published and are on disk. */
    void acknowledge() {
        if (!dead.isEmpty()) {
            List<InboxItem> givenUp = List.copyOf(dead);
            if (tell(connection -> connection.giveUpCall(givenUp, reason))) {
                dead.clear();
            }
        }
        if (!tried.isEmpty()) {
            List<InboxItem> items = List.copyOf(tried.values());
            tried.clear();
            boolean _ = tell(connection -> connection.attemptsCall(items, reason));
        }
        long to = finishedTo();
        if (to > 0) {
            if (tell(connection -> connection.acknowledgeCall(to))) {
                acknowledged = Math.max(acknowledged, to);
            }
            finished.headMap(to, true).clear();
        }
    }

    /** Failure of the inbox, returned once. */
    Optional<String> pollFailure() {
        Optional<String> reported = Optional.ofNullable(failure);
        failure = null;
        return reported;
    }

    /** Items taken from the inbox and not processed; they come again in the next solve. */
    Backlog backlog() {
        NavigableMap<Long, InboxItem> unfinished = new TreeMap<>(waiting);
        if (!isFromLog) {
            given.forEach(item -> unfinished.put(item.sequence(), item));
        }
        unfinished.putAll(finished);
        dead.forEach(item -> unfinished.put(item.sequence(), item));
        return new Backlog(List.copyOf(unfinished.values()), taken, acknowledged);
    }

    /**
     * The state of an inbox between solves.
     *
     * @param unfinished the items that were taken and not processed, in order
     * @param taken the sequence number of the last item that was taken; 0 before the first
     * @param acknowledged the last acknowledged sequence number; 0 before the first
     */
    record Backlog(List<InboxItem> unfinished, long taken, long acknowledged) {

        /** Nothing was taken yet. */
        static final Backlog NONE = new Backlog(List.of(), 0, 0);

        Backlog {
            unfinished = List.copyOf(unfinished);
        }
    }

    private void finish(InboxItem item) {
        long sequence = item.sequence();
        attempts.remove(sequence);
        tried.remove(sequence);
        passed = item.requeued() ? passed : Math.max(passed, sequence);
        finished.put(sequence, item);
        if (isFromLog) {
            waiting.remove(sequence);
        }
    }

    /** Lets an item wait again; one that is known from the log alone comes again from the inbox. */
    private void putBack(InboxItem item) {
        long sequence = item.sequence();
        if (!isFromLog) {
            waiting.put(sequence, item);
        } else {
            attempts.put(sequence, item.attempts());
            waiting.computeIfPresent(sequence, (_, whole) -> whole.withAttempts(item.attempts()));
        }
    }

    /** Number up to which all is finished and not acknowledged; 0 if there is nothing to acknowledge. */
    private long finishedTo() {
        long first = Math.min(given.isEmpty() ? Long.MAX_VALUE : given.getFirst().sequence(),
                Math.min(waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstKey(),
                        attempts.isEmpty() ? Long.MAX_VALUE : attempts.firstKey()));
        if (first == Long.MAX_VALUE && taken > acknowledged) {
            return Math.max(taken, passed); // With those that were no news.
        }
        Long last = finished.lowerKey(first);
        return last == null ? 0 : last;
    }

    private boolean tell(Function<InboxConnection, Callable<Boolean>> message) {
        return guarded((to, end) -> {
            to.call(agentId, message.apply(to.connection()), end);
            return true;
        });
    }

    /**
     * Drains until an item waits that calls for a turn. True if the inbox calls and there is no room left to see the
     * item.
     */
    private boolean lookForCalls(InboxAccess to, Deadline end) {
        acceptNews(to.connection().pollDrained()); // Items that came too late for an earlier solve.
        for (int i = 0; i < MAX_DRAINS; i++) {
            if (isCalling(waiting.values()) || !to.call(agentId, to.connection().checkCall(), end)) {
                return false;
            }
            if (waiting.size() >= MAX_ITEMS_PER_TURN) {
                return true;
            }
            if (!drain(to, end)) {
                return false;
            }
        }
        throw tooMuchOldNews();
    }

    /** Drains until there is enough for a turn, or no more. */
    private boolean fill(InboxAccess to, Deadline end) {
        acceptNews(to.connection().pollDrained());
        for (int i = 0; i < MAX_DRAINS; i++) {
            if (waiting.size() >= MAX_ITEMS_PER_TURN || !drain(to, end)) {
                return true;
            }
        }
        throw tooMuchOldNews();
    }

    /** Takes items while there is room; whether there were any. */
    private boolean drain(InboxAccess to, Deadline end) {
        to.call(agentId, to.connection().drainCall(MAX_ITEMS_PER_TURN - waiting.size()), end);
        return acceptNews(to.connection().pollDrained());
    }

    /** Stores the items that are news; true if there were any. */
    private boolean acceptNews(List<InboxItem> drained) {
        for (InboxItem item : drained) {
            long sequence = item.sequence();
            if (!item.requeued() && sequence <= passed) {
                continue;
            }
            if (item.requeued() ? waiting.containsKey(sequence) : sequence <= taken) {
                throw new IllegalStateException("the inbox of agent " + agentId + " gave item " + sequence
                        + " after item " + taken + "\nMaybe it was not made for one consumer at a time.");
            }
            taken = item.requeued() ? taken : sequence;
            if (isNews(item)) {
                int before = attempts.getOrDefault(sequence, 0);
                waiting.put(sequence, item.withAttempts(Math.max(item.attempts(), before)));
                attempts.remove(sequence);
            } else if (item.requeued()) {
                finished.put(sequence, item);
            }
        }
        return !drained.isEmpty();
    }

    private boolean isNews(InboxItem item) {
        return !run.equals(item.signal().scope().run()) && !item.entry().emission().isOfAgent(agentId)
                && !InboxFacts.isInboxRead(item.entry())
                && RuntimeBookkeeping.isDelivered(item.entry(), item.bookkeeping(), item.patterns());
    }

    /** An operation of the inbox, which ends before that. */
    @FunctionalInterface
    private interface Operation {
        boolean run(InboxAccess to, Deadline end);
    }

    /** Runs an operation; any exception becomes a message and is never a failure of the solve. */
    private boolean guarded(Operation operation) {
        InboxAccess to = access;
        if (to == null || broken) {
            return false;
        }
        try {
            return operation.run(to, to.deadline());
        } catch (RuntimeException | Error failed) {
            broken = true;
            failure = Failed.describe(failed);
            return false;
        }
    }

    private IllegalStateException tooMuchOldNews() {
        return new IllegalStateException("the inbox of agent " + agentId + " was drained " + MAX_DRAINS
                + " times and held nothing but what was said in this solve, or by the agent itself");
    }

    private static boolean isCalling(Collection<InboxItem> items) {
        return items.stream().anyMatch(item -> !item.silent());
    }
}
