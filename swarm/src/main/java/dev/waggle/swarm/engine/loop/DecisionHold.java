package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.LoggedValue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.LifecycleFacts;

/**
 * Hold of a decision for a next round. There are two reasons, and they share the round:
 *
 * <ul>
 * <li>an objection: agents get a turn with a challenge or doubt of the runtime,
 * <li>settling: an agent moved in the last {@code settleRounds} rounds ({@link SettlingTracker}).
 * </ul>
 *
 * <p>Only agents with something to answer get a turn in that round. A solve holds once for an objection, and not after a
 * round in which the decision settled. A challenge that would be published too late for an answer is not published.
 * Without a next round nothing is held: a limit decides by the votes as they stand.
 *
 * <p>Under {@link ConflictResolution#NONE}, the mode of recordings, it holds for no objection and refuses nothing.
 * Recorded agents cannot answer. Owned by the thread of the solve.
 */
final class DecisionHold {

    /** An objection and one answer to it. */
    private static final int MIN_SIGNALS_LEFT = 2;

    private final SolveContext context;
    private final StopGuard guard;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final SettlingTracker settling;
    private final LoggedValue held = new LoggedValue(LifecycleFacts.HELD, JsonValue.ofNull());
    private boolean isHolding;
    private boolean isSettling;
    private boolean isUsed;
    private boolean isClosed;

    DecisionHold(SolveContext context, StopGuard guard, SolveBus bus, AgentRoster seats, SettlingTracker settling) {
        this.context = context;
        this.guard = guard;
        this.bus = bus;
        this.seats = seats;
        this.settling = settling;
    }

    void beginRound() {
        isHolding = false;
        isSettling = false;
    }

    /** Ends all holds: the solve has no next round. */
    void close() {
        isClosed = true;
    }

    /** True if the loop reacts to objections of the runtime and to stagnation, because its agents can. */
    boolean isEnabled() {
        return context.loop().hearsObjections(context.config().consensus().conflictResolution());
    }

    /** True if the decision of this round is held. */
    boolean isHolding() {
        return isHolding;
    }

    /** True if the decision of this round waits for the votes to settle. */
    boolean isSettling() {
        return isSettling;
    }

    /** States the number of agents with mail that selection gives no turn in this round. */
    void observeSkipped(int agents) {
        settling.observeSkipped(agents);
    }

    /** Compares the votes with those of the last round; called in every round. */
    void observeVotes() {
        settling.observe();
    }

    /** Holds the end of the solve in this round, if an objection awaits its first turn; true if it is held. */
    boolean hold() {
        if (!isHolding && isEnabled() && !isUsed && !isClosed) {
            if (awaitsAnswer()) {
                isHolding = true;
                isUsed = true;
                String objection = bus.unheardObjections().iterator().next();
                held.set(JsonValue.of(objection), InfrastructureNames.ORCHESTRATOR, objection, context.log());
            }
        }
        return isHolding;
    }

    /** Holds a decision in this round, for an objection or until the votes have settled; true if it is held. */
    boolean holdDecision(ConsensusResult decision) {
        boolean wasHolding = isHolding;
        boolean holds = hold();
        if (!wasHolding && isUnsettled()) {
            isHolding = true;
            isSettling = true;
            isUsed = true;
            context.log().recordLifecycle(LifecycleFacts.changed(LifecycleFacts.SETTLING),
                    LifecycleFacts.changed(LifecycleFacts.SETTLING, JsonValue.ofNull(),
                            JsonValue.of(reason(decision)), InfrastructureNames.ORCHESTRATOR),
                    settling.cause());
        }
        return holds || isHolding;
    }

    /** True if an agent has received an objection of the runtime that it can answer in the next round. */
    boolean awaitsAnswer() {
        Set<String> awaiting = bus.unheardObjections();
        return !awaiting.isEmpty() && seats.active().stream().anyMatch(seat -> seat.hasReceived(awaiting))
                && bus.signalsLeft() > 0 && hasNextRound();
    }

    /** True if the solve could hold its decision for a challenge that is published now. */
    boolean canHoldForChallenge() {
        return isEnabled() && (!isUsed || isUnsettled()) && !isClosed && bus.signalsLeft() >= MIN_SIGNALS_LEFT
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

    /** True if a decision of this round waits, because an agent moved and a next round has room for an answer. */
    boolean isUnsettled() {
        return !isClosed && !settling.isSettled() && bus.signalsLeft() > 0 && hasNextRound();
    }

    private String reason(ConsensusResult decision) {
        String leader = decision.leader().orElseThrow().id();
        List<String> movers = settling.movers();
        int rounds = settling.rounds();
        return (movers.size() == 1 ? movers.getFirst() : movers.size() + " agents") + " moved in round "
                + settling.lastMove() + "; the decision for " + bus.proposalName(leader).orElse(leader) + " waits for "
                + (rounds == 1 ? "a round" : rounds + " rounds") + " without a move";
    }

    private boolean hasNextRound() {
        return context.log().round() < context.config().limits().maxRounds() && guard.stopReason().isEmpty()
                && !guard.isSpent();
    }
}
