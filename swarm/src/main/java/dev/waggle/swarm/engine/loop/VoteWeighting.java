package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.function.ToDoubleFunction;

import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;

/**
 * Final weight of a vote:
 *
 * <pre>
 *   stated weight, cut to the largest -> times the weight of its agent -> times each factor in order
 *   (the deliberation, when the vote is heard)                            (here, when votes are counted)
 * </pre>
 * A factor is a multiplier for all votes of an agent. The first is the attention of mathematics, the second the
 * reputation of the agent from other solves. The rest of a vote stays as it was cast, its causal level too.
 */
final class VoteWeighting {

    private final List<Factor> factors;
    private final double heaviestStated;

    /** The factors of a solve, in order. */
    VoteWeighting(SwarmConfig config, List<Factor> factors) {
        this.factors = List.copyOf(factors);
        heaviestStated = config.consensus().maxWeight()
                * config.agents().stream().mapToDouble(agent -> agent.profile().weight()).max().orElse(1);
    }

    /** Consensus input with the current weights of votes. */
    ConsensusInput weightedInput(ConsensusInput input) {
        return factors.isEmpty() ? input : input.weighted(this::multiplier);
    }

    /** Maximum weight of a vote, at most the limit of exact sums. */
    double heaviest() {
        double heaviest = heaviestStated;
        for (Factor factor : factors) {
            heaviest *= factor.most();
        }
        return Math.min(ConsensusConfig.WEIGHT_LIMIT, heaviest);
    }

    private double multiplier(String agent) {
        double product = 1;
        for (Factor factor : factors) {
            product *= factor.ofAgent().applyAsDouble(agent);
        }
        return product;
    }

    /**
     * Factor of an agent's votes.
     *
     * @param ofAgent factor by agent, from 0
     * @param most upper bound of the factor
     */
    record Factor(ToDoubleFunction<String> ofAgent, double most) {}
}
