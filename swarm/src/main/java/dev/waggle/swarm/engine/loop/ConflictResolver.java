package dev.waggle.swarm.engine.loop;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Resolves conflicts between rival proposals that the votes do not decide, by a {@link
 * dev.waggle.swarm.consensus.ConflictResolution}. It is a debate, an escalation, or nothing. {@link VoteEvaluator}
 * computes a majority with the votes.
 *
 * <p>It acts when enough agents have voted without a decision. With fewer votes there are three occasions. Every agent
 * had a turn to vote on the rivals, or no agent is left for a turn, or the last round is over. The votes are then
 * checked first, so that the log shows that they do not decide. Owned by the thread of the solve.
 */
final class ConflictResolver {

    /** Confidence of the runtime that an outside decision is needed. */
    private static final double ESCALATION_CONFIDENCE = 1;

    private final SwarmConfig config;
    private final VoteEvaluator votes;
    private final DebateRunner debates;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final ClosingCall closing;
    private final Set<Set<String>> debated = new HashSet<>();
    private Set<String> knownProposals = Set.of();

    ConflictResolver(SwarmConfig config, VoteEvaluator votes, DebateRunner debates, SolveBus bus,
            AgentRoster seats, ClosingCall closing) {
        this.config = config;
        this.votes = votes;
        this.debates = debates;
        this.bus = bus;
        this.seats = seats;
        this.closing = closing;
    }

    /**
     * Resolves a conflict that remains at the end of a round, if the solve continues.
     *
     * @return the ending of the solve, if there is one
     */
    Optional<SolveEnding> resolve(int round) {
        List<Proposal> table = bus.deliberationInput().proposals();
        Optional<SolveEnding> ending = switch (config.consensus().conflictResolution()) {
            case DEBATE -> leaders(table).filter(pair -> debates.hasRoom() && isDue(pair, round)).flatMap(this::debate);
            case ESCALATE -> bus.conflicts().stream().findFirst()
                    .filter(_ -> bus.signalsLeft() > 0 && isDue(table, round)).map(this::closeOrEscalate);
            case MAJORITY, NONE -> Optional.empty();
        };
        knownProposals = Set.copyOf(table.stream().map(Proposal::id).toList());
        return ending;
    }

    /** True if there are rivals that were not debated and may be. */
    boolean canBeDebated() {
        return config.consensus().conflictResolution() == ConflictResolution.DEBATE && debates.hasRoom()
                && leaders(bus.deliberationInput().proposals()).isPresent();
    }

    /** The two most confident proposals, of equals the earlier ones; each pair is debated once. */
    private Optional<List<Proposal>> leaders(List<Proposal> table) {
        List<Proposal> pair = table.stream().sorted(Comparator.comparingDouble(Proposal::confidence).reversed())
                .limit(2).toList();
        return pair.size() == 2 && !debated.contains(ids(pair)) ? Optional.of(pair) : Optional.empty();
    }

    private boolean isDue(List<Proposal> rivals, int round) {
        return votes.isReady() || knownProposals.containsAll(ids(rivals)) || round == config.limits().maxRounds()
                || seats.active().stream().noneMatch(AgentSeat::hasMail);
    }

    private Optional<SolveEnding> debate(List<Proposal> pair) {
        debated.add(ids(pair));
        showThatNothingIsDecided();
        debates.debate(pair.getFirst(), pair.getLast());
        votes.checkIfChanged();
        return debates.stop();
    }

    /** Asks for missing votes, which may decide; else the conflict is escalated. */
    private SolveEnding closeOrEscalate(ConflictPair conflict) {
        SolveEnding ending = closing.endingAfter(LoopStop.ESCALATED);
        return ending == LoopStop.ESCALATED && bus.signalsLeft() > 0 ? escalate(conflict) : ending;
    }

    private SolveEnding escalate(ConflictPair conflict) {
        showThatNothingIsDecided();
        bus.publish(InfrastructureNames.ORCHESTRATOR, Draft.of(new Payload.Escalate(
                "the swarm does not decide between " + named(conflict.signalA()) + " and " + named(conflict.signalB()),
                votes.reasoning()), ESCALATION_CONFIDENCE)
                .withLinks(new Links(null, null, null, List.of(conflict.signalA().id(), conflict.signalB().id()))));
        return LoopStop.ESCALATED;
    }

    private void showThatNothingIsDecided() {
        if (!votes.isReady()) {
            votes.check();
        }
    }

    private static String named(Signal proposal) {
        return proposal.payload() instanceof Payload.Proposal rival ? JsonLine.quoted(rival.proposalId())
                : proposal.id();
    }

    private static Set<String> ids(List<Proposal> proposals) {
        return Set.copyOf(proposals.stream().map(Proposal::id).toList());
    }
}
