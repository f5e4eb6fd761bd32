package dev.waggle.swarm.engine.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.runlog.InboxFacts;
import org.jspecify.annotations.Nullable;

/**
 * View of one solve on the inbox of one agent.
 *
 * <pre>
 *   inbox -> drain -> is it news? -> waiting -> given to a turn -> the turn's words are in the log and synced -> acknowledged
 *                      no -> dealt with
 * </pre>
 *
 * <p>Four kinds of items are no news: signals that the bus of this solve delivers, the agent's own signals, facts of
 * inbox reads, and other bookkeeping of the runtime that no subscription asks for or names. Facts of inbox reads repeat
 * their items. An agent that subscribes to everything would read all of it again in every solve.
 *
 * <p>No item is given to a second turn in the same solve. A turn that fails or times out ends the processing of its
 * items, and the log has the failure. Otherwise an item that makes every agent fail would make every later solve fail.
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
    private final Deque<InboxItem> waiting;
    private final List<InboxItem> given = new ArrayList<>();

    private long taken;
    private long acknowledged;
    /** Sequence of the last item given before the interruption. */
    private long passed;
    private boolean fetched;
    private boolean broken;
    private @Nullable String failure;

    SolveInbox(String agentId, String run, @Nullable InboxAccess way, Backlog backlog) {
        this.agentId = agentId;
        this.run = run;
        this.access = way;
        waiting = new ArrayDeque<>(backlog.unfinished());
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
        return hidden || isCalling(waiting);
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
        while (!waiting.isEmpty() && given.size() < MAX_ITEMS_PER_TURN) {
            given.add(waiting.remove());
        }
        return List.copyOf(given);
    }

    /** Marks items given to a turn before the interruption: they are not given again, and acknowledged when due. */
    void markTaken(List<InboxItem> items) {
        passed = Math.max(passed, items.getLast().entry().sequence());
        taken = Math.max(taken, passed);
        waiting.removeIf(item -> item.entry().sequence() <= passed);
    }

    /** Marks the inbox as failed before the interruption. */
    void markFailed() {
        broken = true;
        failure = null;
    }

    /** True if there is something to {@link #acknowledge}. */
    boolean needsAcknowledgement() {
        return !broken && lastFinished() > acknowledged;
    }

    /** Acknowledges the items given to a turn: its answer or failure was published and is on disk. */
    void acknowledge() {
        long dealt = lastFinished();
        given.clear();
        if (dealt > acknowledged) {
            guarded((to, end) -> {
                to.call(agentId, to.connection().acknowledgeCall(dealt), end);
                acknowledged = dealt;
                return true;
            });
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
        List<InboxItem> unfinished = new ArrayList<>(given);
        unfinished.addAll(waiting);
        return new Backlog(unfinished, taken, acknowledged);
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

    private long lastFinished() {
        if (waiting.isEmpty()) {
            return taken;
        }
        return given.isEmpty() ? Math.max(acknowledged, passed) : given.getLast().entry().sequence();
    }

    /**
     * Drains until an item waits that calls for a turn. True if the inbox calls and there is no room left to see the
     * item.
     */
    private boolean lookForCalls(InboxAccess to, Deadline end) {
        acceptNews(to.connection().pollDrained()); // Items that came too late for an earlier solve.
        for (int i = 0; i < MAX_DRAINS; i++) {
            if (isCalling(waiting) || !to.call(agentId, to.connection().checkCall(), end)) {
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
            long sequence = item.entry().sequence();
            if (sequence <= passed) {
                continue;
            }
            if (sequence <= taken) {
                throw new IllegalStateException("the inbox of agent " + agentId + " gave item " + sequence
                        + " after item " + taken + "\nMaybe it was not made for one consumer at a time.");
            }
            taken = sequence;
            if (isNews(item)) {
                waiting.add(item);
            }
        }
        return !drained.isEmpty();
    }

    private boolean isNews(InboxItem item) {
        return !run.equals(item.signal().scope().run()) && !item.entry().emission().by().equals(agentId)
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

    private static boolean isCalling(Deque<InboxItem> items) {
        return items.stream().anyMatch(item -> !item.silent());
    }
}
