package dev.waggle.swarm.reliability;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parts of the score of one option of a case under learned weights, in nats. Their sum is the score, and the softmax of
 * the scores is the probability.
 *
 * @param withoutHistory what all votes count without any outcome
 * @param ofAgents what outcomes add for the vote of each agent, in the order of the ballots
 * @param together what outcomes add for the votes together, such as for their number
 */
public record VoteContributions(double withoutHistory, Map<String, Double> ofAgents, double together) {

    public VoteContributions {
        ofAgents = Collections.unmodifiableMap(new LinkedHashMap<>(ofAgents));
    }

    /**
     * Parts of the score of that option; O(ballots + options).
     *
     * @throws IllegalArgumentException when there is no such option
     */
    public static VoteContributions of(LearnedWeights weights, DecisionCase decision, int option) {
        if (!(option >= 0 && option < decision.options())) {
            throw new IllegalArgumentException("the option must be below " + decision.options() + ", got " + option);
        }
        Map<String, Double> ofAgents = new LinkedHashMap<>();
        for (CaseBallot ballot : decision.ballots()) {
            Double stance = ballot.stances().get(option);
            if (stance != null) {
                ofAgents.put(ballot.agent(), stance * (weights.ofVote(ballot.agent(), decision.isDebate())
                        + ofConfidences(weights, ballot)));
            }
        }
        Together together = new Together(weights, option);
        CaseFeatures.write(decision, together);
        return new VoteContributions(decision.offsets().get(option), ofAgents, together.sum);
    }

    /** The score. */
    public double score() {
        double score = withoutHistory + together;
        for (double nats : ofAgents.values()) {
            score += nats;
        }
        return score;
    }

    private static double ofConfidences(LearnedWeights weights, CaseBallot ballot) {
        LearnedWeights.AgentWeight own = weights.agents().get(ballot.agent());
        List<Double> stated = ballot.confidences();
        double sum = 0;
        for (int kind = 0; kind < stated.size(); kind++) {
            if (!Double.isNaN(stated.get(kind))) {
                double usual = own != null && kind < own.usual().size() ? own.usual().get(kind) : LogOdds.usual(0, 0);
                double ofKind = weights.common().getOrDefault(TermNames.name(ModelTerm.CONFIDENCE + kind), 0.0)
                        + (own != null && kind < own.confidences().size() ? own.confidences().get(kind) : 0);
                sum += ofKind * (LogOdds.of(stated.get(kind)) - usual);
            }
        }
        return sum;
    }

    /** Adds up the features of all votes together for one option. */
    private static final class Together implements CaseFeatures.Sink {

        private final LearnedWeights weights;
        private final int option;
        private double answer;
        private double sum;

        private Together(LearnedWeights weights, int option) {
            this.weights = weights;
            this.option = option;
        }

        @Override
        public void common(int of, int term, double value) {
            if (of == option && term >= ModelTerm.COUNT) {
                sum += value * (term >= ModelTerm.ANSWER ? answer
                        : weights.common().getOrDefault(TermNames.name(term), 0.0));
            }
        }

        @Override
        public void own(int of, String agent, int term, double value) {
            // The part of each agent is computed apart.
        }

        @Override
        public double usual(String agent, int kind) {
            return 0;
        }

        @Override
        public int categoryTerm() {
            return -1;
        }

        @Override
        public int answerTerm(String name) {
            answer = weights.answers().getOrDefault(name, 0.0);
            return ModelTerm.ANSWER;
        }
    }
}
