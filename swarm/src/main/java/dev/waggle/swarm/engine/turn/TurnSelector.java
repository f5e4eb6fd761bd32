package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveLog;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.turn.AgentScore;
import dev.waggle.swarm.selection.turn.AgentSelection;
import dev.waggle.swarm.selection.turn.AgentSelector;
import dev.waggle.swarm.selection.turn.CausalOrder;
import dev.waggle.swarm.selection.turn.ContributionTracker;
import dev.waggle.swarm.selection.turn.GlobalWorkspace;
import dev.waggle.swarm.selection.turn.PredictionEngine;
import dev.waggle.swarm.selection.turn.TurnCandidate;
import dev.waggle.swarm.selection.turn.WorkspaceBroadcast;

/**
 * Selects the agents that get a turn and orders the mail that each reads.
 *
 * <pre>
 *   said in the last round -> workspace -> ignited -------------------+
 *   seats that are due -> selector -> chosen, or reached by an ignited signal -> mail in order -> turns
 *                                     neither -> agent:skipped, the mail waits for the next round
 * </pre>
 *
 * <p>An agent that has only a failure to report is not compared with others, because its turn costs nothing. An agent
 * of the approval rule is not compared either and always gets its turn, because a decision may depend on it. When every
 * agent gets a turn and no workspace is open, nothing is compared and mail stays in its order. Owned by the thread of
 * the solve.
 */
public final class TurnSelector {

    private final boolean selects;
    private final boolean competes;
    private final GlobalWorkspace workspace;
    private final PredictionEngine predictions = new PredictionEngine();
    private final Map<String, AgentSeat> seats = new HashMap<>();
    private final AgentSelector selector;
    private final SolveLog records;
    private final ApprovalRule approval;
    private int competed;

    public TurnSelector(SolveContext context, ContributionTracker contributions) {
        SteeringConfig steering = context.config().steering();
        selects = steering.selection().topK().isPresent();
        competes = steering.workspace().enabled();
        workspace = new GlobalWorkspace(steering.workspace());
        selector = new AgentSelector(steering.selection(), contributions, predictions,
                this::expectedReward);
        records = context.log();
        approval = context.config().consensus().approval();
    }

    /** Adds an agent, whose predictions begin now and that can be selected. */
    void join(AgentSeat seat) {
        if (selects) {
            predictions.join(seat.id());
            seats.put(seat.id(), seat);
            seat.onReceive(signal -> predictions.record(seat.id(), signal.type()));
        }
    }

    public void predict() {
        if (selects) {
            predictions.predict();
        }
    }

    public void compare() {
        if (selects) {
            predictions.compare();
        }
    }

    /**
     * Selects, among the seats that are due in that round, those that get a turn, in their order; logs the skipped
     * ones.
     *
     * @param log all signals published so far
     */
    public List<AgentSeat> choose(int round, List<AgentSeat> due, List<Signal> log) {
        if (!selects && !competes) {
            return due;
        }
        WorkspaceBroadcast broadcast = workspace.ignite(List.copyOf(log.subList(competed, log.size())));
        competed = log.size();
        List<AgentSeat> compared = due.stream().filter(seat -> !isExempt(seat)).toList();
        AgentSelection selection = selector.select(
                compared.stream().map(seat -> new TurnCandidate(seat.profile(), seat.pendingSignals())).toList());
        Set<String> chosen = selection.chosen();
        List<AgentSeat> called = new ArrayList<>();
        for (AgentSeat seat : due) {
            if (chosen.contains(seat.id()) || isExempt(seat)
                    || broadcast.reaches(seat.pendingSignals())) {
                seat.reorder(received -> broadcast.prioritize(selects ? CausalOrder.sorted(received) : received));
                called.add(seat);
            } else {
                skip(round, seat, selection);
            }
        }
        return called;
    }

    private boolean isExempt(AgentSeat seat) {
        return seat.askFailure().isPresent() || approval.names(seat.id());
    }

    private double expectedReward(String agent) {
        AgentSeat seat = seats.get(agent);
        return seat == null ? ParticipantLearner.UNKNOWN_REWARD : seat.expectedReward();
    }

    private void skip(int round, AgentSeat seat, AgentSelection selection) {
        List<Signal> waiting = seat.pendingSignals();
        records.recordLifecycle(LifecycleFacts.AGENT_SKIPPED,
                LifecycleFacts.skipped(seat.id(), round, reason(seat, selection),
                        waiting),
                LifecycleFacts.trigger(waiting));
    }

    private static String reason(AgentSeat seat, AgentSelection selection) {
        List<AgentScore> scores = selection.scores();
        double last = scores.get(selection.selected().size() - 1).total();
        double own = scores.stream().filter(score -> score.agentId().equals(seat.id())).mapToDouble(AgentScore::total)
                .findFirst().orElseThrow();
        return String.format(PlainLocale.NONE, "it scores %.2f, and the best %d score %.2f and more", own,
                selection.selected().size(), last);
    }
}
