package dev.waggle.swarm.engine.loop;

import java.util.Set;
import java.util.function.BooleanSupplier;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.engine.record.LoggedValue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Hold of a decision for one round, so that agents get a turn with a challenge or doubt of the runtime. A solve holds
 * once, and only while it has a next round. A challenge that would be published too late for an answer is not
 * published.
 *
 * <p>Under {@link ConflictResolution#NONE}, the mode of recordings, it holds nothing and refuses nothing. Recorded
 * agents cannot answer. Owned by the thread of the solve.
 */
final class DecisionHold {

    /** An objection and one answer to it. */
    private static final int MIN_SIGNALS_LEFT = 2;

    private final SolveContext context;
    private final StopGuard guard;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final LoggedValue held = new LoggedValue(LifecycleFacts.HELD, JsonValue.ofNull());
    private boolean isHolding;
    private boolean isUsed;

    DecisionHold(SolveContext context, StopGuard guard, SolveBus bus, AgentRoster seats) {
        this.context = context;
        this.guard = guard;
        this.bus = bus;
        this.seats = seats;
    }

    void beginRound() {
        isHolding = false;
    }

    /** Ends all holds: the solve has no next round. */
    void close() {
        isUsed = true;
    }

    /** True if the loop reacts to objections of the runtime and to stagnation, because its agents can. */
    boolean isEnabled() {
        return context.loop().isAtLeast(LoopVersion.SECOND)
                && context.config().consensus().conflictResolution() != ConflictResolution.NONE;
    }

    /** True if the decision of this round is held. */
    boolean isHolding() {
        return isHolding;
    }

    /** Holds the end of the solve in this round, if an objection awaits its first turn; true if it is held. */
    boolean hold() {
        if (!isHolding && isEnabled() && !isUsed) {
            if (awaitsAnswer()) {
                isHolding = true;
                isUsed = true;
                String objection = bus.unheardObjections().iterator().next();
                held.set(JsonValue.of(objection), InfrastructureNames.ORCHESTRATOR, objection, context.log());
            }
        }
        return isHolding;
    }

    /** True if an agent has received an objection of the runtime that it can answer in the next round. */
    boolean awaitsAnswer() {
        Set<String> awaiting = bus.unheardObjections();
        return !awaiting.isEmpty() && seats.active().stream().anyMatch(seat -> seat.hasReceived(awaiting))
                && bus.signalsLeft() > 0 && hasNextRound();
    }

    /** True if the solve could hold its decision for a challenge that is published now. */
    boolean canHoldForChallenge() {
        return isEnabled() && !isUsed && bus.signalsLeft() >= MIN_SIGNALS_LEFT
                && seats.active().stream().anyMatch(seat -> seat.profile().listens().contains(SignalType.CHALLENGE))
                && hasNextRound();
    }

    /**
     * True if the runtime may publish a challenge now: only while a next round has room for an answer. A decided question
     * is challenged only if the decision can be held for it.
     *
     * @param decides whether the votes decide, evaluated only if it matters
     */
    boolean mayChallenge(BooleanSupplier decides) {
        if (!isEnabled() || canHoldForChallenge()) {
            return true;
        }
        return bus.signalsLeft() >= MIN_SIGNALS_LEFT && hasNextRound() && !decides.getAsBoolean();
    }

    private boolean hasNextRound() {
        return context.log().round() < context.config().limits().maxRounds() && guard.stopReason().isEmpty()
                && !guard.isSpent();
    }
}
