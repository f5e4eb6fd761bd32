package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.StopFacts;
import dev.waggle.swarm.harness.Purse;
import org.jspecify.annotations.Nullable;

/**
 * What stops a solve at any moment, even within a round, and how its thread waits for others without missing that.
 * Owned by the thread of the solve; only {@code cancelled} is shared.
 */
final class Guard {

    /** Longest that a helper holds up a solve which is no model: the agents can do without it. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** One part of the time left is for whoever is waited for, the rest for the solve without it. */
    private static final int PARTS = 2;

    /** Longest that all short work together goes on which is under way when the solve has to stop: a slow disk's time. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final SolveContext context;
    private final Wire wire;
    private final Purse purse;
    private final CompletableFuture<Void> cancelled;
    private long looks;
    private @Nullable Ending why;
    private @Nullable Deadline grace;
    private boolean isExtended;

    Guard(SolveContext context, Wire wire, Purse purse, CompletableFuture<Void> cancelled) {
        this.context = context;
        this.wire = wire;
        this.purse = purse;
        this.cancelled = cancelled;
    }

    /** A round begins, in which agents that were refused money may be paid again. */
    void beginRound() {
        purse.beginRound();
    }

    /** What stops a solve at any moment; once found it stands, and it is written down. */
    Optional<Ending> stop() {
        if (why == null) {
            looks++;
            why = find(Ending.CANCELLED, cancelled.isDone()) ? Ending.CANCELLED
                    : find(Ending.TIMEOUT, context.clock().left().isZero()) ? Ending.TIMEOUT : null;
        }
        return Optional.ofNullable(why);
    }

    /** Whether no further call of a model will be paid; that is written down. */
    boolean isSpent() {
        looks++;
        return find(Ending.BUDGET, purse.isSpent());
    }

    /** Whether that stops the solve: as its log says where it has one, else as it is now. */
    private boolean find(Ending reason, boolean now) {
        boolean found = context.past().isOver()
                ? now
                : context.past().next(StopFacts.STOPPING).filter(fact -> StopFacts.is(fact, reason.word(), looks))
                        .isPresent();
        if (found) {
            context.log().stopping(reason, looks);
        }
        return found;
    }

    Duration timeLeft() {
        return isExtended ? graceLeft() : context.clock().left();
    }

    /** Gives what is left to do the moment that short work has, also when the time of the solve is over. */
    void extend() {
        isExtended = true;
    }

    /** Longest that the solve waits for somebody that it can do without, and who may be a model: half of its time left. */
    Duration patience() {
        return timeLeft().dividedBy(PARTS);
    }

    /** The same for somebody who is not worth more time than that. */
    Duration patience(Duration atMost) {
        return shorter(atMost, patience());
    }

    /** Waits for code of others no longer than the solve may last, and tells onlookers what harnesses tell meanwhile. */
    <T> Outcome<T> await(Call<T> call) {
        return await(call, timeLeft());
    }

    /** The same, and no longer than that. */
    <T> Outcome<T> await(Call<T> call, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        while (call.waits(context.world(), shorter(timeLeft(), end.remaining()), cancelled, wire.arrival())
                && !isOver() && !end.isOver()) {
            listen();
        }
        listen();
        return call.outcome(cancelled);
    }

    /**
     * Waits for short work of others that should not be left half done: where the solve has to stop, that may still end,
     * within a moment.
     */
    <T> Outcome<T> finish(Call<T> call, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        while (call.waits(context.world(), shorter(context.clock().left(), end.remaining()), cancelled, wire.arrival())
                && !isOver() && !end.isOver()) {
            listen();
        }
        if (!call.outcome().isDone() && (isOver() || context.clock().left().compareTo(GRACE) < 0)) {
            call.waits(context.world(), graceLeft(), new CompletableFuture<>(), new CompletableFuture<>());
        }
        listen();
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

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Tells onlookers what harnesses have told since. */
    void listen() {
        wire.take().forEach(told -> context.events()
                .announce(new SwarmEvent.HarnessTold(told.agentId(), told.signal())));
    }
}
