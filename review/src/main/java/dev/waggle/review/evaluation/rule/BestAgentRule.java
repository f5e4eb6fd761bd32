package dev.waggle.review.evaluation.rule;

import dev.waggle.review.evaluation.AgentScores;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;

/**
 * Best single agent: the answer of the agent with the best record among the agents that answered. Agents with equal
 * records share. The record is that of earlier items, or with hindsight that of all known items, which no rule in
 * use can have.
 */
final class BestAgentRule implements EvaluationRule {

    private final String name;
    private final boolean hasHindsight;
    private AgentScores scores = new AgentScores(0);

    private BestAgentRule(String name, boolean hasHindsight) {
        this.name = name;
        this.hasHindsight = hasHindsight;
    }

    static BestAgentRule soFar() {
        return new BestAgentRule("best-single", false);
    }

    static BestAgentRule withHindsight() {
        return new BestAgentRule("best-single-hindsight", true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void prepare(EvaluationSet set) {
        scores = new AgentScores(set.agents().size());
        for (int item : hasHindsight ? set.known() : new int[0]) {
            EvaluationItem view = EvaluationItem.of(set, item);
            scores.learn(view, view.place(set.truth(item)));
        }
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        double[] probabilities = new double[item.voiced() + 1];
        double best = 0;
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            best = Math.max(best, scores.accuracy(item.agent(ballot)));
        }
        int count = 0;
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            count += scores.accuracy(item.agent(ballot)) == best ? 1 : 0;
        }
        int rivals = item.voiced() + item.others() - 1;
        double each = rivals == 0 ? 0 : (1 - best) / rivals;
        double own = rivals == 0 ? 1 : best;
        for (int place = 0; place < item.voiced() && count > 0; place++) {
            probabilities[place] = each;
        }
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            if (scores.accuracy(item.agent(ballot)) == best) {
                probabilities[item.answer(ballot)] += (own - each) / count;
            }
        }
        double named = 0;
        for (double probability : probabilities) {
            named += probability;
        }
        probabilities[item.voiced()] = Math.max(0, 1 - named);
        return probabilities;
    }

    @Override
    public void learn(EvaluationItem item, int truth) {
        if (!hasHindsight) {
            scores.learn(item, truth);
        }
    }
}
