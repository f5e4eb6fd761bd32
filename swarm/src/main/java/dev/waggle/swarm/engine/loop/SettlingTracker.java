package dev.waggle.swarm.engine.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.Ballot;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.runlog.LoopVersion;
import org.jspecify.annotations.Nullable;

/**
 * Rounds in which agents moved. The votes are settled when the last {@code settleRounds} rounds had no move.
 *
 * <p>A move is one of these:
 *
 * <ul>
 * <li>a new proposal,
 * <li>the first vote of an agent on a proposal,
 * <li>a vote with another stance than the one before it, or with a weight that differs by at least
 * {@value StagnationMonitor#STILL_SHARE}.
 * </ul>
 *
 * <p>Only votes that count are compared, as they stand at the end of a round. A repeated vote is no move, and neither is
 * a vote that changes back within the round. An agreement of a required voter is its approval, and no move. A move counts
 * if an active agent has received it and had no turn with it. So agents that do not hear each other are settled at once,
 * and a swarm of one agent is.
 *
 * <p>A round in which selection skips an agent that has not read the last move settles nothing, however long ago the
 * move was. The limit of rounds ends that wait too.
 *
 * <p>Cost: O(votes) in a round, and nothing without settling. Owned by the thread of the solve.
 */
final class SettlingTracker {

    private final SolveContext context;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final ConsensusConfig rules;
    private final int rounds;
    private Map<Ballot, VoteRecord> ballots = Map.of();
    private Set<String> proposals = Set.of();
    private final Set<String> movers = new LinkedHashSet<>();
    private final Set<String> lastMoves = new HashSet<>();
    private @Nullable ConsensusInput observed;
    private @Nullable String cause;
    private int lastMove;
    private int skipped;

    SettlingTracker(SolveContext context, SolveBus bus, AgentRoster seats) {
        this.context = context;
        this.bus = bus;
        this.seats = seats;
        rules = context.config().consensus();
        rounds = context.loop().isAtLeast(LoopVersion.FOURTH) ? rules.settleRounds() : 0;
    }

    /** Compares the votes with those of the last look; differences are moves of this round. */
    void observe() {
        if (rounds == 0) {
            return;
        }
        ConsensusInput input = bus.deliberationInput();
        if (input.equals(observed)) {
            return;
        }
        observed = input;
        Map<Ballot, VoteRecord> now = new HashMap<>();
        rules.tally(input).votes().forEach(vote -> now.put(new Ballot(vote.agentId(), vote.proposalId()), vote));
        SequencedMap<String, String> moves = moves(input, now);
        ballots = now;
        proposals = input.proposals().stream().map(Proposal::id).collect(Collectors.toSet());
        if (!moves.isEmpty() && seats.active().stream().anyMatch(seat -> seat.hasReceived(moves.keySet()))) {
            record(moves);
        }
    }

    /** States the number of agents with mail that get no turn in this round. */
    void observeSkipped(int agents) {
        skipped = agents;
    }

    /** True if no move of the last rounds is to be waited for, and no skipped agent. */
    boolean isSettled() {
        observe();
        return rounds == 0 || lastMove == 0
                || (context.log().round() - lastMove >= rounds && !isUnread());
    }

    /** Ids of the agents that moved in the last round with a move, in the order of their moves. */
    List<String> movers() {
        return List.copyOf(movers);
    }

    /** Round of the last move, from 1; 0 before the first. */
    int lastMove() {
        return lastMove;
    }

    /** Number of rounds without a move that a decision needs. */
    int rounds() {
        return rounds;
    }

    /** Signal of the last move. */
    @Nullable String cause() {
        return cause;
    }

    /** Authors of the moves since the last look, by signal. */
    private SequencedMap<String, String> moves(ConsensusInput input, Map<Ballot, VoteRecord> now) {
        Set<String> known = new HashSet<>();
        ballots.values().forEach(vote -> known.add(vote.signalId()));
        SequencedMap<String, String> moves = new LinkedHashMap<>();
        input.proposals().stream().filter(proposal -> !proposals.contains(proposal.id()))
                .forEach(proposal -> moves.put(proposal.sourceSignalId(), proposal.sourceAgentId()));
        input.votes().stream().filter(vote -> !known.contains(vote.signalId()) && !isApproval(vote))
                .filter(vote -> isMove(vote, now.get(new Ballot(vote.agentId(), vote.proposalId()))))
                .forEach(vote -> moves.put(vote.signalId(), vote.agentId()));
        return moves;
    }

    /** True if that vote is the one that counts, and differs from the one that counted before. */
    private boolean isMove(VoteRecord vote, @Nullable VoteRecord counted) {
        if (counted == null || !counted.signalId().equals(vote.signalId())) {
            return false;
        }
        VoteRecord before = ballots.get(new Ballot(vote.agentId(), vote.proposalId()));
        return before == null || before.vote().stance() != vote.vote().stance()
                || Math.abs(before.vote().weight() - vote.vote().weight()) >= StagnationMonitor.STILL_SHARE;
    }

    /** True if agents were skipped in this round, and one of those with mail has not read the last move. */
    private boolean isUnread() {
        return skipped > 0 && seats.active().stream().anyMatch(seat -> seat.hasReceived(lastMoves));
    }

    private boolean isApproval(VoteRecord vote) {
        return vote.vote().stance() == Stance.AGREE && rules.approval().requiredVoters().contains(vote.agentId());
    }

    private void record(SequencedMap<String, String> moves) {
        if (lastMove != context.log().round()) {
            lastMove = context.log().round();
            movers.clear();
            lastMoves.clear();
        }
        movers.addAll(moves.values());
        lastMoves.addAll(moves.keySet());
        cause = moves.lastEntry().getKey();
    }
}
