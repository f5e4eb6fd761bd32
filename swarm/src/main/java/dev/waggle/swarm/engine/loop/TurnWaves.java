package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.TurnEffort;

/**
 * Waves of the agents that are asked in a round, if the effort is adaptive (sequential testing, Wald 1945).
 *
 * <pre>
 *   called -> those needed, then the strongest -> wave -> published -> do the votes decide? -> spared: agent:skipped
 *                                                  ^------------------------ no ----+
 * </pre>
 *
 * <p>Strength is the weight of a vote by what was learned; equals stay in the order of the swarm. Agents needed are those
 * of the approval rule and those with a failure to report. Those that got an objection of the runtime come before
 * stronger ones. The first wave has as many agents as a decision needs voters. Each later one has half as many as were
 * asked, or half of the rest if that is less. So time grows with the logarithm of the agents. The mail of a spared agent
 * waits. Owned by the thread of the solve.
 */
final class TurnWaves {

    private final SolveContext context;
    private final SolveBus bus;
    private final VoteEvaluator votes;
    private final ApprovalRule approval;
    private final boolean isAdaptive;
    private Set<String> objections = Set.of();
    private int spared;

    TurnWaves(SolveContext context, SolveBus bus, VoteEvaluator votes) {
        this.context = context;
        this.bus = bus;
        this.votes = votes;
        approval = context.config().consensus().approval();
        isAdaptive = context.config().steering().effort() == TurnEffort.ADAPTIVE;
    }

    /** A step of a wave. */
    interface WaveStep {

        /**
         * Takes the turns of the agents of a wave.
         *
         * @param isLast whether the round has no agent after them, so that the rest of the round publishes their answers
         * @return false if the solve has to stop
         */
        boolean take(List<AgentSeat> wave, boolean isLast);
    }

    /** Takes note of the objections of the runtime that agents are to answer in the next round. */
    void beginRound() {
        objections = bus.unheardObjections();
    }

    /** Number of turns that were spared so far. */
    int spared() {
        return spared;
    }

    /** Takes the turns of a round; returns the agents that had one. */
    List<AgentSeat> run(List<AgentSeat> called, WaveStep step) {
        if (!isAdaptive || called.size() < 2) {
            var _ = step.take(called, true);
            return called;
        }
        List<AgentSeat> order = strongestFirst(called);
        int needed = (int) order.stream().filter(this::isNeeded).count();
        int end = Math.min(order.size(), Math.max(needed, votes.rules().minVoters()));
        int asked = 0;
        boolean goesOn = true;
        while (goesOn && asked < end) {
            goesOn = step.take(order.subList(asked, end), end == order.size());
            asked = end;
            if (goesOn && end < order.size() && !votes.decidesWithout(voters(order.subList(end, order.size())))) {
                end = Math.min(order.size(), end + Math.max(1, Math.min(end, order.size() - end) / 2));
            }
        }
        if (goesOn) {
            spare(order.subList(asked, order.size()));
        }
        return List.copyOf(order.subList(0, asked));
    }

    private List<AgentSeat> strongestFirst(List<AgentSeat> called) {
        LearnedWeights weights = votes.weights();
        List<AgentSeat> order = new ArrayList<>(called);
        order.sort(Comparator.<AgentSeat>comparingInt(seat -> isNeeded(seat) ? 0 : 1)
                .thenComparingInt(seat -> seat.hasReceived(objections) ? 0 : 1)
                .thenComparingDouble(seat -> -weights.ofVote(seat.id(), true)));
        return order;
    }

    private boolean isNeeded(AgentSeat seat) {
        return seat.askFailure().isPresent() || approval.names(seat.id());
    }

    private static Set<String> voters(List<AgentSeat> agents) {
        Set<String> voters = new HashSet<>();
        agents.stream().filter(seat -> seat.profile().mayEmit(SignalType.VOTE)).map(AgentSeat::id).forEach(voters::add);
        return voters;
    }

    private void spare(List<AgentSeat> rest) {
        if (rest.isEmpty()) {
            return;
        }
        ConsensusResult standing = votes.standing();
        String reason = String.format(PlainLocale.NONE, "the votes decide without it: %s stands at %.0f%%",
                standing.leader().map(leader -> bus.proposalName(leader.id()).orElse(leader.id())).orElseThrow(),
                100 * standing.confidence());
        for (AgentSeat seat : rest) {
            List<Signal> waiting = seat.pendingSignals();
            context.log().recordLifecycle(LifecycleFacts.AGENT_SKIPPED,
                    LifecycleFacts.skipped(seat.id(), context.log().round(), reason, waiting),
                    LifecycleFacts.trigger(waiting));
        }
        spared += rest.size();
    }
}
