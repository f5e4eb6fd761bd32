package dev.waggle.review.evaluation.rule;

import java.util.OptionalInt;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.ItemCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.ReliabilityState;
import org.jspecify.annotations.Nullable;

/** The learned strategy: weights of agents that the truths of earlier items taught ({@link ReliabilityState}). */
final class LearnedRule implements EvaluationRule {

    private final ReliabilityState state = new ReliabilityState();
    private @Nullable EvaluationItem last;
    private @Nullable DecisionCase lastCase;

    @Override
    public String name() {
        return LearnedStrategy.ID;
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        DecisionCase decision = decision(item);
        if (decision.options() == 0) {
            return new double[] {1};
        }
        return state.probabilities(decision);
    }

    @Override
    public void learn(EvaluationItem item, int truth) {
        DecisionCase decision = decision(item);
        if (decision.options() > 0) {
            state.learn(decision, truth < 0 ? OptionalInt.empty() : OptionalInt.of(truth));
        }
    }

    /** The case of an item, kept for what is asked about it next. */
    private DecisionCase decision(EvaluationItem item) {
        DecisionCase known = lastCase;
        if (known == null || last != item) {
            known = ItemCase.of(item);
            last = item;
            lastCase = known;
        }
        return known;
    }
}
