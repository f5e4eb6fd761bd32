package dev.waggle.review.evaluation;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Record of each agent on items whose truth is known. Owned by one thread. */
public final class AgentScores {

    private final int[] answered;
    private final int[] right;

    /** Records of that number of agents, all empty. */
    public AgentScores(int agents) {
        answered = new int[agents];
        right = new int[agents];
    }

    /**
     * Counts the ballots of an item.
     *
     * @param truth place of the right answer, or {@link EvaluationSet#UNKNOWN} if no agent gave it
     */
    public void learn(EvaluationItem item, int truth) {
        for (int ballot = 0; ballot < item.ballots(); ballot++) {
            answered[item.agent(ballot)]++;
            right[item.agent(ballot)] += item.answer(ballot) == truth ? 1 : 0;
        }
    }

    /** Estimated accuracy of an agent, (right + 1) / (answered + 2), 0..1 (Laplace 1814); 0.5 without a record. */
    public double accuracy(int agent) {
        return (right[agent] + 1.0) / (answered[agent] + 2.0);
    }

    /** Number of items with an answer of the agent. */
    public int answered(int agent) {
        return answered[agent];
    }

    /** Number of items that the agent answered right. */
    public int right(int agent) {
        return right[agent];
    }

    /** Ballots of an item, those of the best records first; equal records in the order of agents. */
    public int[] strongestFirst(EvaluationItem item) {
        return IntStream.range(0, item.ballots()).boxed()
                .sorted(Comparator.comparingDouble(ballot -> -accuracy(item.agent(ballot))))
                .mapToInt(Integer::intValue).toArray();
    }
}
