package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.runlog.Lifecycle;
import dev.waggle.swarm.selection.AgentSelector;
import dev.waggle.swarm.selection.Broadcast;
import dev.waggle.swarm.selection.Candidate;
import dev.waggle.swarm.selection.CausalOrder;
import dev.waggle.swarm.selection.ContributionTracker;
import dev.waggle.swarm.selection.GlobalWorkspace;
import dev.waggle.swarm.selection.PredictionEngine;
import dev.waggle.swarm.selection.Score;
import dev.waggle.swarm.selection.Selection;
import dev.waggle.swarm.Steering;
import dev.waggle.swarm.engine.record.Records;
import dev.waggle.swarm.engine.record.SolveContext;

/**
 * Who gets a turn, and what it reads first.
 *
 * <pre>
 *   said in the last round -> workspace -> ignited -------------------+
 *   seats that are due -> selector -> chosen, or reached by an ignited signal -> mail in order -> turns
 *                                     neither -> agent:skipped, the mail waits for the next round
 * </pre>
 *
 * <p>Who has only a failure to tell of is not compared with others: its turn costs nothing. Where everybody gets a turn
 * and no workspace is open, nothing is compared and mail stays in its order. Owned by the thread of the solve.
 */
public final class Attention {

    private final boolean selects;
    private final boolean competes;
    private final GlobalWorkspace workspace;
    private final PredictionEngine predictions = new PredictionEngine();
    private final Map<String, Seat> seats = new HashMap<>();
    private final AgentSelector selector;
    private final Records records;
    private int competed;

    public Attention(SolveContext context, ContributionTracker contributions) {
        Steering steering = context.config().steering();
        selects = steering.selection().topK().isPresent();
        competes = steering.workspace().enabled();
        workspace = new GlobalWorkspace(steering.workspace());
        selector = new AgentSelector(steering.selection(), contributions, predictions,
                this::expectedReward);
        records = context.log();
    }

    /** From now on the agent expects something, and can be chosen. */
    void seat(Seat seat) {
        if (selects) {
            predictions.join(seat.id());
            seats.put(seat.id(), seat);
            seat.watch(signal -> predictions.came(seat.id(), signal.type()));
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
     * Who of the seats that are due gets a turn in that round, in their order; writes down who does not.
     *
     * @param log everything that was said so far
     */
    public List<Seat> choose(int round, List<Seat> due, List<Signal> log) {
        if (!selects && !competes) {
            return due;
        }
        Broadcast broadcast = workspace.ignite(List.copyOf(log.subList(competed, log.size())));
        competed = log.size();
        List<Seat> compared = due.stream().filter(seat -> seat.failedAsking().isEmpty()).toList();
        Selection selection = selector.select(
                compared.stream().map(seat -> new Candidate(seat.profile(), seat.heard())).toList());
        Set<String> chosen = selection.chosen();
        List<Seat> called = new ArrayList<>();
        for (Seat seat : due) {
            if (chosen.contains(seat.id()) || seat.failedAsking().isPresent() || broadcast.reaches(seat.heard())) {
                seat.arrange(heard -> broadcast.lead(selects ? CausalOrder.sorted(heard) : heard));
                called.add(seat);
            } else {
                skip(round, seat, selection);
            }
        }
        return called;
    }

    private double expectedReward(String agent) {
        Seat seat = seats.get(agent);
        return seat == null ? Learner.UNKNOWN_REWARD : seat.expectedReward();
    }

    private void skip(int round, Seat seat, Selection selection) {
        List<Signal> waiting = seat.heard();
        records.lifecycle(Lifecycle.AGENT_SKIPPED, Lifecycle.skipped(seat.id(), round, reason(seat, selection),
                waiting), Lifecycle.trigger(waiting));
    }

    private static String reason(Seat seat, Selection selection) {
        List<Score> scores = selection.scores();
        double last = scores.get(selection.selected().size() - 1).total();
        double own = scores.stream().filter(score -> score.agentId().equals(seat.id())).mapToDouble(Score::total)
                .findFirst().orElseThrow();
        return String.format(Locale.ROOT, "it scores %.2f, and the best %d score %.2f and more", own,
                selection.selected().size(), last);
    }
}
