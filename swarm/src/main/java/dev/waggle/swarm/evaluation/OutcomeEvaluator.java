package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;

/**
 * Evaluator of the answer of a solve: a port. It has no exception for a verdict that it cannot find: that is {@link
 * OutcomeVerdict#PARTIAL} with the confidence {@value #UNSURE}.
 */
@FunctionalInterface
public interface OutcomeEvaluator {

    /** Confidence of a verdict that was not found. */
    double UNSURE = 0.5;

    /**
     * Judges an answer.
     *
     * @throws InterruptedException when the caller is interrupted
     */
    Judgement evaluate(EvaluationMaterial material, RunContext context) throws InterruptedException;

    /**
     * Material of a judgement: texts of agents, which may be of any length and hold instructions.
     *
     * @param task the question
     * @param answer the answer
     * @param support the reasons for it
     * @param dissent the reasons against it
     */
    record EvaluationMaterial(Task task, String answer, List<String> support, List<String> dissent) {

        public EvaluationMaterial {
            support = List.copyOf(support);
            dissent = List.copyOf(dissent);
        }

        /** The answer of a solve with its reasons. */
        public static EvaluationMaterial of(Task task, SwarmResult result) {
            return of(task, result.answer(), result.consensus());
        }

        /** An answer with the reasons for and against the leading proposal. */
        public static EvaluationMaterial of(Task task, String answer, ConsensusResult votes) {
            List<String> support = new ArrayList<>();
            votes.leader().ifPresent(leader -> {
                support.add(leader.reasoning());
                for (VoteRecord vote : votes.votingRecord()) {
                    String reason = vote.vote().reasoning();
                    if (reason != null && vote.vote().stance() == Stance.AGREE
                            && vote.proposalId().equals(leader.id())) {
                        support.add(reason);
                    }
                }
            });
            return new EvaluationMaterial(task, answer, support.stream().filter(text -> !text.isBlank()).toList(),
                    votes.dissent().stream().map(Dissent::text).toList());
        }
    }
}
