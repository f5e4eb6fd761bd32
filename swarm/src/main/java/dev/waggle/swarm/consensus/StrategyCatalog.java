package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.stream.Collectors;

/** The built-in strategies, by name. */
public final class StrategyCatalog {

    private static final List<ConsensusStrategy> BUILT_IN = List.of(new ConfidenceWeightedStrategy(),
            new BayesianStrategy(), new EntropyStrategy(), new HierarchicalStrategy(), LearnedStrategy.untaught(),
            new VotingStrategy());

    private StrategyCatalog() {}

    public static List<ConsensusStrategy> builtIn() {
        return BUILT_IN;
    }

    /**
     * Name of the number that the strategy of that name gives as the confidence of its verdict: the concentration of
     * support for {@code entropy}, else agreement.
     */
    public static String measureOf(String id) {
        return id.equals("entropy") ? "concentration" : "agreement";
    }

    /** The built-in strategy of that name; rejects unknown names and lists the known ones. */
    public static ConsensusStrategy named(String id) {
        for (ConsensusStrategy strategy : BUILT_IN) {
            if (strategy.id().equals(id)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("unknown strategy \"" + id + "\"\nMaybe one of: "
                + BUILT_IN.stream().map(ConsensusStrategy::id).collect(Collectors.joining(", ")) + ".");
    }
}
