package dev.waggle.swarm.engine.loop;

import java.util.Collection;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.evaluation.UntestedAgreement;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;

/**
 * Publication of at most one challenge a round: the one that mathematics requests, else one against an agreement that
 * was not tested. The latter comes once a solve, with or without mathematics. Owned by the thread of the solve.
 */
final class ChallengePhase {

    private final SolveContext context;
    private final SolveMathematics math;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final VoteEvaluator votes;
    private final DecisionHold hold;
    private final StagnationPhase stagnation;
    private boolean hasProvoked;

    ChallengePhase(SolveContext context, SolveMathematics math, SolveBus bus, AgentRoster seats, VoteEvaluator votes,
            DecisionHold hold, StagnationPhase stagnation) {
        this.context = context;
        this.math = math;
        this.bus = bus;
        this.seats = seats;
        this.votes = votes;
        this.hold = hold;
        this.stagnation = stagnation;
    }

    /** Publishes the challenge of the round, if there is one. In the last round no agent could answer it. */
    void challenge() {
        if (context.log().round() == context.config().limits().maxRounds() || bus.signalsLeft() == 0
                || stagnation.isWaiting()) {
            return;
        }
        math.challenge().or(this::provoked).filter(_ -> hold.mayChallenge(() -> votes.standing().decided()))
                .ifPresent(bus::publish);
    }

    /** The challenge of an untested agreement, unless one of the runtime waits for its turn. */
    private Optional<Draft> provoked() {
        if (hasProvoked || !bus.unheardObjections().isEmpty() || math.stopReason().isPresent()
                || !hold.canHoldForChallenge()) {
            return Optional.empty();
        }
        ConsensusResult standing = votes.standing();
        Optional<Draft> challenge = UntestedAgreement.explanation(standing, votes.tally(), bus.deliberationInput(),
                voters(), context.log().round())
                .map(reason -> SolveMathematics.challenge(standing.leader().orElseThrow().sourceSignalId(), reason));
        hasProvoked = challenge.isPresent();
        return challenge;
    }

    private Collection<String> voters() {
        return seats.active().stream().filter(seat -> seat.profile().mayEmit(SignalType.VOTE)).map(AgentSeat::id)
                .toList();
    }
}
