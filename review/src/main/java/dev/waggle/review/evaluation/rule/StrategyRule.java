package dev.waggle.review.evaluation.rule;

import java.util.BitSet;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.RulePrediction;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.VoteTally;

/**
 * Strategy of a swarm as it is built. Its figures, divided by their sum, are read as probabilities. Its verdict
 * decides: the agreement against the threshold. Answers that only the order of names would separate are a tie.
 */
final class StrategyRule implements EvaluationRule {

    private final ConsensusStrategy strategy;
    private final ItemTally tallies;

    StrategyRule(ConsensusStrategy strategy, ItemTally tallies) {
        this.strategy = strategy;
        this.tallies = tallies;
    }

    @Override
    public String name() {
        return strategy.id();
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        VoteTally tally = tallies.of(item);
        double[] probabilities = new double[item.voiced() + 1];
        double[] figures = tally.size() == 0 ? new double[0] : strategy.figures(tally);
        double sum = 0;
        for (double figure : figures) {
            sum += figure;
        }
        for (int i = 0; i < figures.length; i++) {
            probabilities[ItemTally.place(tally, i)] = sum > 0 ? figures[i] / sum : 0;
        }
        probabilities[item.voiced()] = sum > 0 ? 0 : 1;
        return probabilities;
    }

    @Override
    public RulePrediction predict(EvaluationItem item, DecisionRule decision) {
        double[] probabilities = probabilities(item);
        VoteTally tally = tallies.of(item);
        if (tally.size() == 0) {
            return new RulePrediction(probabilities, new BitSet(), false);
        }
        ConsensusVerdict verdict = strategy.evaluate(tally, decision);
        BitSet leaders = leaders(tally, verdict, probabilities);
        boolean isDecided = verdict.decided() && leaders.cardinality() == 1
                && tally.voters() >= decision.minVoters();
        return new RulePrediction(probabilities, leaders, isDecided);
    }

    /** The leader of the verdict, and answers with the same figure, weight and voters. */
    private static BitSet leaders(VoteTally tally, ConsensusVerdict verdict, double[] probabilities) {
        BitSet leaders = new BitSet();
        int leader = -1;
        for (int i = 0; i < tally.size(); i++) {
            leader = tally.proposal(i).id().equals(verdict.leader()) ? i : leader;
        }
        for (int i = 0; leader >= 0 && i < tally.size(); i++) {
            boolean isEqual = probabilities[ItemTally.place(tally, i)] == probabilities[ItemTally.place(tally, leader)]
                    && tally.agreeWeight(i) == tally.agreeWeight(leader)
                    && tally.agreeVoters(i) == tally.agreeVoters(leader);
            if (isEqual) {
                leaders.set(ItemTally.place(tally, i));
            }
        }
        return leaders;
    }
}
