package dev.waggle.review.evaluation.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.CaseVotes;
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
            known = read(item);
            last = item;
            lastCase = known;
        }
        return known;
    }

    private static DecisionCase read(EvaluationItem item) {
        EvaluationSet set = item.set();
        CaseVotes votes = set.isDebate() ? CaseVotes.ofReaders(item.voiced()) : CaseVotes.alone(item.voiced());
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            List<Double> stated = new ArrayList<>(set.confidences().size());
            for (int kind = 0; kind < Math.min(CaseBallot.MAX_CONFIDENCES, set.confidences().size()); kind++) {
                stated.add(item.confidence(ballot, kind));
            }
            votes.cast(set.agents().get(item.agent(ballot)), item.answer(ballot), stated);
            votes.addFirst(item.firstAnswer(ballot), 1);
        }
        List<String> answers = new ArrayList<>();
        for (int place = 0; place < item.voiced() && set.sharedAnswers() > 0; place++) {
            answers.add(set.answers().get(item.answerNumber(place)));
        }
        String category = item.category() < 0 ? "" : set.categories().get(item.category());
        int panel = set.agents().size();
        return set.isDebate()
                ? votes.debate(category, panel, item.others(), answers)
                : votes.alone(category, panel, item.others(), answers);
    }
}
