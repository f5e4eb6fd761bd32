package dev.waggle.swarm.selection.turn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

import dev.waggle.math.TieComparison;
import dev.waggle.swarm.selection.AgentContribution;
import dev.waggle.swarm.selection.SelectionConfig;

/**
 * Selector of the agents of a round among those that are due.
 *
 * <pre>
 *   due -> room for all? -> all
 *              no -> score each -> best and worst closer than minSpread? -> all
 *                                      no -> the best topK
 * </pre>
 *
 * <p>A score is the weighted mean of four parts: learned reward, contributions, fit to the pending signals, and
 * surprise by the last round. An agent that did not expect a round has the most to revise. Of equal scores the agent
 * with the higher causal rung in its mail goes first ({@link CausalOrder}). Then the order of agents decides.
 * O(agents log agents + their mail). Owned by the thread of its solve.
 */
public final class AgentSelector {

    /** Default part of a score without data on the agent. */
    private static final double UNKNOWN = 0.5;

    /** Part of the score of an agent that expected everything: less than unknown, more than nothing. */
    private static final double UNSURPRISED = 0.3;

    private final SelectionConfig config;
    private final ContributionTracker contributions;
    private final PredictionEngine predictions;
    private final ToDoubleFunction<String> learned;

    /**
     * Selector for one solve.
     *
     * @param contributions the contributions of agents so far
     * @param predictions their surprise by the last round
     * @param learned the expected reward of an agent by id, 0..1; 0.5 if nothing was learned. Values outside are
     *        clamped, and NaN counts as 0.5
     */
    public AgentSelector(SelectionConfig config, ContributionTracker contributions, PredictionEngine predictions,
            ToDoubleFunction<String> learned) {
        this.config = config;
        this.contributions = contributions;
        this.predictions = predictions;
        this.learned = learned;
    }

    /** Selects the agents that get a turn; the candidates come in the order of agents. */
    public AgentSelection select(List<TurnCandidate> due) {
        OptionalInt topK = config.topK();
        if (topK.isEmpty() || topK.getAsInt() >= due.size()) {
            return new AgentSelection(AgentSelection.Rule.ROOM_FOR_ALL, due.stream().map(TurnCandidate::id).toList(),
                    List.of());
        }
        List<AgentScore> scores = ranked(due);
        double spread = scores.getFirst().total() - scores.getLast().total();
        List<String> ids = scores.stream().map(AgentScore::agentId).toList();
        return TieComparison.atMost(config.minSpread(), spread)
                ? new AgentSelection(AgentSelection.Rule.BEST, ids.subList(0, topK.getAsInt()), scores)
                : new AgentSelection(AgentSelection.Rule.EXPLORATION, ids, scores);
    }

    private List<AgentScore> ranked(List<TurnCandidate> due) {
        MailFit match = MailFit.among(due);
        List<RankedScore> ranked = new ArrayList<>();
        for (TurnCandidate candidate : due) {
            ranked.add(new RankedScore(score(candidate, match), CausalOrder.highest(candidate.pending())));
        }
        ranked.sort(Comparator.comparingDouble((RankedScore one) -> one.score().total())
                .thenComparingInt(RankedScore::rung).reversed());
        return ranked.stream().map(RankedScore::score).toList();
    }

    private AgentScore score(TurnCandidate candidate, MailFit match) {
        String id = candidate.id();
        double bandit = learned(id);
        double contribution = brought(contributions.of(id));
        double fits = match.of(candidate);
        double prediction = UNSURPRISED + (1 - UNSURPRISED) * predictions.lastError(id).normalized();
        return new AgentScore(id, bandit, contribution, fits, prediction,
                config.weights().total(bandit, contribution, fits, prediction));
    }

    private double learned(String id) {
        double reward = learned.applyAsDouble(id);
        return Double.isNaN(reward) ? UNKNOWN : Math.clamp(reward, 0, 1);
    }

    private static double brought(AgentContribution contribution) {
        return contribution.signalsEmitted() == 0 ? UNKNOWN : contribution.avgConfidence();
    }

    private record RankedScore(AgentScore score, int rung) {}
}
