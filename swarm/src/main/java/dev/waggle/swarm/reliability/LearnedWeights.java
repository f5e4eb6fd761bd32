package dev.waggle.swarm.reliability;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.inference.logit.ChoiceSet;

/**
 * Weights that a decision uses, taken from a {@link ReliabilityState} once. Immutable, so the same votes have the same
 * probabilities whatever is learned meanwhile.
 *
 * @param version the version of the state
 * @param outcomes the number of outcomes that it had learned
 * @param category the kind of task, empty if none is known
 * @param common the weight of each part that all agents have in common, in nats, by name
 * @param answers the weight of each answer that many questions share, in nats
 * @param agents the part of each agent's own, by its id; an agent that is missing has none
 */
public record LearnedWeights(String version, long outcomes, String category, Map<String, Double> common,
        Map<String, Double> answers, Map<String, AgentWeight> agents) {

    /** The weights before any outcome: all 0. */
    public static final LearnedWeights NONE = new LearnedWeights("0", 0, "", Map.of(), Map.of(),
            Map.of());

    /** Place of the only weight of a choice in which all weights are known. */
    private static final double[] NO_WEIGHTS = new double[0];

    public LearnedWeights {
        common = Collections.unmodifiableMap(new LinkedHashMap<>(common));
        answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
        agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));
    }

    /**
     * An agent's own part of the weights.
     *
     * @param outcomes the number of outcomes in which it had an answer
     * @param vote of its vote in nats, where it answered alone
     * @param debateVote of its last vote in nats, where it had read the others
     * @param confidences of each kind of stated confidence, in nats for one unit of log odds above the usual
     * @param usual the log odds that it usually states, by kind
     * @param category of its vote on tasks of this kind, in nats
     */
    public record AgentWeight(long outcomes, double vote, double debateVote, List<Double> confidences,
            List<Double> usual,
            double category) {

        public AgentWeight {
            confidences = List.copyOf(confidences);
            usual = List.copyOf(usual);
        }
    }

    /** True if nothing was learned: decisions have the probabilities of their offsets. */
    public boolean isEmpty() {
        return outcomes == 0;
    }

    /**
     * Whole weight of a vote of that agent in nats, without its confidence: beside the offset of the case.
     *
     * @param isDebate whether it had read the others
     */
    public double ofVote(String agent, boolean isDebate) {
        AgentWeight own = agents.get(agent);
        double ofAll = isDebate ? 0 : common.getOrDefault(TermNames.name(ModelTerm.AGENT), 0.0);
        return own == null ? ofAll : ofAll + (isDebate ? own.debateVote() : own.vote()) + own.category();
    }

    /** Probability of each option of a case, then of all answers together that nobody named. */
    public double[] probabilities(DecisionCase decision) {
        ChoiceSet choice = new ChoiceSet(CaseFeatures.scores(decision, decision.others()));
        CaseFeatures.write(decision, new Shifts(choice));
        double[] shares = choice.probabilities(NO_WEIGHTS);
        return decision.others() > 0 ? shares : Arrays.copyOf(shares, shares.length + 1);
    }

    /** Adds each feature with its known weight. */
    private final class Shifts implements CaseFeatures.Sink {

        private final ChoiceSet choice;
        /** Weight of the answer that was asked for last. */
        private double answer;

        private Shifts(ChoiceSet choice) {
            this.choice = choice;
        }

        @Override
        public void common(int option, int term, double value) {
            choice.shift(option, value
                    * (term >= ModelTerm.ANSWER ? answer : common.getOrDefault(TermNames.name(term), 0.0)));
        }

        @Override
        public void own(int option, String agent, int term, double value) {
            AgentWeight own = agents.get(agent);
            if (own != null) {
                choice.shift(option, value * weight(own, term));
            }
        }

        private static double weight(AgentWeight own, int term) {
            if (term == ModelTerm.AGENT) {
                return own.vote();
            }
            if (term == ModelTerm.DEBATER) {
                return own.debateVote();
            }
            if (term >= ModelTerm.CATEGORY) {
                return own.category();
            }
            int kind = term - ModelTerm.CONFIDENCE;
            return kind < own.confidences().size() ? own.confidences().get(kind) : 0;
        }

        @Override
        public double usual(String agent, int kind) {
            AgentWeight own = agents.get(agent);
            return own != null && kind < own.usual().size() ? own.usual().get(kind) : LogOdds.usual(0, 0);
        }

        @Override
        public int categoryTerm() {
            return ModelTerm.CATEGORY;
        }

        @Override
        public int answerTerm(String name) {
            answer = answers.getOrDefault(name, 0.0);
            return ModelTerm.ANSWER;
        }
    }
}
