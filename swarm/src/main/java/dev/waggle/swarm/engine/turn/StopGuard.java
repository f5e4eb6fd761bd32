package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.runlog.StopFacts;
import org.jspecify.annotations.Nullable;

/**
 * Checks the conditions that stop a solve at any moment, even within a round, and waits for calls without missing them.
 * Owned by the thread of the solve; only {@code cancelled} is shared.
 */
public final class StopGuard {

    /** Timeout of a helper that is no model: the agents can do without it. */
    public static final Duration HELPER_TIMEOUT = Duration.ofSeconds(10);

    /** Divisor of the time left: one share is for the awaited helper, the rest for the solve without it. */
    private static final int TIME_SHARES = 2;

    /** Maximum duration of all short calls that run when the solve has to stop: a slow disk's time. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final SolveContext context;
    private final HarnessEventQueue harnessEvents;
    private final BudgetLedger budget;
    private final CompletableFuture<Void> cancelled;
    private long checks;
    private @Nullable SolveEnding reason;
    private @Nullable Deadline grace;
    private boolean isGraceAllowed;

    public StopGuard(SolveContext context, HarnessEventQueue harnessEvents, BudgetLedger budget,
            CompletableFuture<Void> cancelled) {
        this.context = context;
        this.harnessEvents = harnessEvents;
        this.budget = budget;
        this.cancelled = cancelled;
    }

    /** A round begins, in which agents that were refused money may be paid again. */
    public void beginRound() {
        budget.beginRound();
    }

    /** Reason to stop the solve at this moment; a reason once found is final and is logged. */
    public Optional<SolveEnding> stopReason() {
        if (reason == null) {
            checks++;
            reason = isStoppedBy(LoopStop.CANCELLED, cancelled.isDone()) ? LoopStop.CANCELLED
                    : isStoppedBy(LoopStop.TIMEOUT, context.clock().timeLeft().isZero()) ? LoopStop.TIMEOUT : null;
        }
        return Optional.ofNullable(reason);
    }

    /** True if no further call of a model will be paid; this is logged. */
    public boolean isSpent() {
        checks++;
        return isStoppedBy(LoopStop.BUDGET, budget.isExhausted());
    }

    /** True if a call of this round was refused for want of money, while others may have been paid. */
    public boolean hasRefusedCalls() {
        return budget.hasRefused();
    }

    /** True if that reason stops the solve: by the entry of the log if there is one, else by the current state. */
    private boolean isStoppedBy(SolveEnding reason, boolean now) {
        boolean found = context.replayLog().isExhausted()
                ? now
                : context.replayLog().next(StopFacts.STOPPING)
                        .map(StopFacts::read).filter(new StopFacts.ExternalStop(reason.wireName(), checks)::equals)
                        .isPresent();
        if (found) {
            context.log().recordStop(reason, checks);
        }
        return found;
    }

    Duration timeLeft() {
        return isGraceAllowed ? graceLeft() : context.clock().timeLeft();
    }

    /** Grants the remaining work the grace of short calls, also when the time of the solve is over. */
    public void allowGrace() {
        isGraceAllowed = true;
    }

    /** Timeout of an optional helper, which may be a model: half of the time left. */
    public Duration helperTimeout() {
        return timeLeft().dividedBy(TIME_SHARES);
    }

    /** Timeout of an optional helper with an upper bound. */
    public Duration helperTimeout(Duration atMost) {
        return min(atMost, helperTimeout());
    }

    /** Waits with that timeout. */
    public <T> CallOutcome<T> await(TimedCall<T> call, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        while (call.awaitOrNews(context.world(), min(timeLeft(), end.remaining()), cancelled, harnessEvents.arrival())
                && !isOver() && !end.isExpired()) {
            dispatchHarnessEvents();
        }
        dispatchHarnessEvents();
        return call.outcome(cancelled);
    }

    /**
     * Waits for a short call that should not be interrupted halfway. When the solve has to stop, the call may still
     * end within a moment.
     */
    public <T> CallOutcome<T> awaitShortWork(TimedCall<T> call, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        while (call.awaitOrNews(context.world(), min(context.clock().timeLeft(), end.remaining()), cancelled,
                harnessEvents.arrival())
                && !isOver() && !end.isExpired()) {
            dispatchHarnessEvents();
        }
        if (!call.outcome().isDone() && (isOver() || context.clock().timeLeft().compareTo(GRACE) < 0)) {
            call.awaitOrNews(context.world(), graceLeft(), new CompletableFuture<>(), new CompletableFuture<>());
        }
        dispatchHarnessEvents();
        return call.outcome(cancelled);
    }

    private Duration graceLeft() {
        Deadline end = grace;
        if (end == null) {
            end = Deadline.in(GRACE, context.world());
            grace = end;
        }
        return end.remaining();
    }

    private boolean isOver() {
        return cancelled.isDone() || timeLeft().isZero();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Dispatches the harness events since the last call to event listeners. */
    void dispatchHarnessEvents() {
        harnessEvents.drain().forEach(event -> context.events()
                .dispatch(new SwarmEvent.HarnessEmitted(event.agentId(), event.signal())));
    }
}
