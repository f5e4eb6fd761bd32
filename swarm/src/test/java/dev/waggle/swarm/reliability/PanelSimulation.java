package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;

/** Panels that answer questions of {@value #OPTIONS} options with the share of right answers that each agent has. */
final class PanelSimulation {

    static final int OPTIONS = 4;

    private final Random random;
    private final Map<String, Double> shares = new HashMap<>();

    PanelSimulation(long seed) {
        random = new Random(seed);
    }

    /** A question, its ballots and the right one of its options. */
    record Item(DecisionCase decision, int right) {

        void teach(ReliabilityState state) {
            state.learn(decision, OptionalInt.of(right));
        }

        double logLoss(double[] probabilities) {
            return -Math.log(Math.max(1e-12, probabilities[right]));
        }

        boolean isFound(double[] probabilities) {
            int best = 0;
            for (int option = 1; option < decision.options(); option++) {
                best = probabilities[option] > probabilities[best] ? option : best;
            }
            return best == right;
        }

        /** The same question without some of the agents. */
        Item without(List<String> agents) {
            return new Item(decided(decision.category(),
                    decision.ballots().stream().filter(ballot -> !agents.contains(ballot.agent())).toList(), 0), right);
        }
    }

    PanelSimulation with(String agent, double share) {
        shares.put(agent, share);
        return this;
    }

    /** An item of these agents, which are right as often as they are and are a little surer then. */
    Item item(String category, List<String> agents) {
        int right = random.nextInt(OPTIONS);
        List<CaseBallot> ballots = new ArrayList<>();
        for (String agent : agents) {
            boolean knows = random.nextDouble() < shares.getOrDefault(agent, 0.0);
            int answer = knows ? right : (right + 1 + random.nextInt(OPTIONS - 1)) % OPTIONS;
            double stated = 0.6 + 0.3 * random.nextDouble() + (knows ? 0.05 : 0);
            ballots.add(new CaseBallot(agent, Map.of(answer, 1.0), List.of(stated)));
        }
        return new Item(decided(category, ballots, 0), right);
    }

    /** An item of some of the agents. */
    Item itemOfSome(List<String> agents, int panel) {
        List<String> shuffled = new ArrayList<>(agents);
        Collections.shuffle(shuffled, random);
        return item("", shuffled.subList(0, panel));
    }

    /** A case of ballots that were cast alone, with the offsets of one item. */
    static DecisionCase decided(String category, List<CaseBallot> ballots, int others) {
        return decided(category, OPTIONS, ballots, others, VoterModel.ALONE, List.of());
    }

    static DecisionCase decided(String category, int options, List<CaseBallot> ballots, int others, VoterModel model,
            List<Double> first) {
        List<Double> offsets = new ArrayList<>();
        for (double nats : posterior(options, ballots).evidence(model)) {
            offsets.add(nats);
        }
        return new DecisionCase(category, ballots.size(), offsets, others, ballots, List.of(), first);
    }

    static AnswerPosterior posterior(int options, List<CaseBallot> ballots) {
        AnswerPosterior posterior = new AnswerPosterior(options);
        ballots.forEach(ballot -> posterior.cast(AnswerBallot.ofStances(ballot.stances())));
        return posterior;
    }

    static List<String> agents(String prefix, int number) {
        List<String> agents = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            agents.add(prefix + i);
        }
        return agents;
    }
}
