package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.lens.runner.MathBridge;
import dev.waggle.swarm.reliability.SolveWeights;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Rules by which the votes of a run became a decision, according to its log. Missing values get their defaults.
 *
 * @param consensus strategy, threshold and the rest, with the maximum weight of a vote
 * @param weights weights of votes, without attention
 * @param steered whether votes were also weighted by attention
 * @param confidence the assumption by which votes become a probability; empty for a run of before the fourth version of
 *        the loop
 * @param assumed defaults used for missing values, each as a sentence
 */
public record DecisionRules(ConsensusConfig consensus, VoteWeights weights, boolean steered,
        Optional<ConfidenceModel> confidence, List<String> assumed) {

    public DecisionRules {
        assumed = List.copyOf(assumed);
    }

    /** The rules of a run without attention, which changes the weight of votes and not their evidence. */
    public static DecisionRules of(RunLog log) {
        return of(log.opened(), log.loop(), false, log.weights());
    }

    /**
     * @param opened the signal that opened the run
     * @param loop the version of its loop
     * @param steered whether mathematics steered it
     * @param weights the weights that its log has for the strategy {@code learned}
     */
    static DecisionRules of(Optional<Signal> opened, LoopVersion loop, boolean steered,
            Optional<SolveWeights> weights) {
        RunParameters rules = opened.map(RunParameters::of).orElseGet(RunParameters::unknown);
        Map<String, JsonValue> facts = opened.map(RunParameters::facts).orElseGet(Map::of);
        List<String> assumed = new ArrayList<>();
        ConsensusConfig usual = ConsensusConfig.defaults();
        ConsensusConfig consensus = usual.withBallots(rules.ballots())
                .withStrategy(rules.loop().strategyOf(taught(strategy(facts, usual.strategy(), assumed), opened, rules,
                        weights)))
                .withThreshold(threshold(facts, usual.threshold(), assumed))
                .withMinVoters(minVoters(facts, rules, assumed))
                .withMaxWeight(heaviest(rules.weights(), steered))
                .withApproval(approval(facts, assumed))
                .withThresholdConfidence(thresholdConfidence(facts, assumed));
        return new DecisionRules(consensus, rules.weights(), steered, loop.confidence(rules.thresholds().dependence()),
                assumed);
    }

    private static ConsensusStrategy strategy(Map<String, JsonValue> facts, ConsensusStrategy usual,
            List<String> assumed) {
        Optional<String> named = RunParameters.text(facts, "strategy");
        Optional<ConsensusStrategy> known = named.flatMap(id -> StrategyCatalog.builtIn().stream()
                .filter(strategy -> strategy.id().equals(id)).findFirst());
        if (known.isEmpty()) {
            assumed.add(named.map(id -> "the strategy \"" + id + "\" is not known here; the votes are counted by "
                    + usual.id() + " instead")
                    .orElse("the log does not name the strategy; " + usual.id() + " is assumed"));
        }
        return known.orElse(usual);
    }

    /** The strategy with the weights of the run, if it learns. */
    private static ConsensusStrategy taught(ConsensusStrategy strategy, Optional<Signal> opened, RunParameters rules,
            Optional<SolveWeights> weights) {
        if (!(strategy instanceof LearnedStrategy) || weights.isEmpty()) {
            return strategy;
        }
        SolveWeights known = weights.get();
        return new LearnedStrategy(known.panels(), known.firstAnswers(),
                LearnedCase.ofReaders(known.panels().category(), panel(opened, rules))
                        .withDependence(rules.thresholds().dependence()));
    }

    /** Number of agents that could vote; all of them in a log that does not have their profiles. */
    public static int panel(Optional<Signal> opened) {
        return panel(opened, opened.map(RunParameters::of).orElseGet(RunParameters::unknown));
    }

    private static int panel(Optional<Signal> opened, RunParameters rules) {
        try {
            return opened.isEmpty() ? 0 : RunFacts.panel(FactBody.of(opened.get()));
        } catch (IllegalArgumentException unreadable) {
            return rules.agents().size();
        }
    }

    private static double threshold(Map<String, JsonValue> facts, double usual, List<String> assumed) {
        if (facts.get("threshold") instanceof JsonValue.Num(var number)) {
            double threshold = number.doubleValue();
            if (threshold >= 0 && threshold <= 1) {
                return threshold;
            }
        }
        assumed.add("the log does not say the threshold; " + usual + " is assumed");
        return usual;
    }

    /** Probability that a decision needs; none in a log that does not have one, and a note when it cannot be read. */
    private static double thresholdConfidence(Map<String, JsonValue> facts, List<String> assumed) {
        JsonValue logged = facts.get("thresholdConfidence");
        if (logged == null) {
            return 0;
        }
        if (logged instanceof JsonValue.Num(var number) && number.doubleValue() >= 0 && number.doubleValue() <= 1) {
            return number.doubleValue();
        }
        assumed.add("the probability in the log that a decision needs cannot be read; none is assumed");
        return 0;
    }

    /**
     * Minimum number of voters. The default is more than half of the agents, the rule of {@code waggle demo} and
     * {@code waggle solve}.
     */
    private static int minVoters(Map<String, JsonValue> facts, RunParameters rules, List<String> assumed) {
        if (RunParameters.number(facts, "minVoters").isPresent()) {
            return rules.minVoters();
        }
        int usual = rules.agents().isEmpty()
                ? ConsensusConfig.defaults().minVoters()
                : rules.agents().size() / 2 + 1;
        assumed.add("the log does not say how many had to vote; " + usual + " is assumed");
        return usual;
    }

    /** Approval rule; none in a log that does not have one, and a note when it cannot be read. */
    private static ApprovalRule approval(Map<String, JsonValue> facts, List<String> assumed) {
        JsonValue rule = facts.get("approval");
        try {
            return rule == null ? ApprovalRule.NONE : ApprovalRule.of(rule);
        } catch (IllegalArgumentException unreadable) {
            assumed.add("the approval rule in the log cannot be read; none is assumed");
            return ApprovalRule.NONE;
        }
    }

    /**
     * Maximum vote weight, as in the loop: the largest weight, times the weight of the heaviest agent, times the
     * largest attention.
     */
    private static double heaviest(VoteWeights weights, boolean steered) {
        double agent = weights.ofAgents().values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        return Math.min(ConsensusConfig.WEIGHT_LIMIT,
                weights.largest() * agent * (steered ? MathBridge.MAX_ATTENTION : 1));
    }
}
