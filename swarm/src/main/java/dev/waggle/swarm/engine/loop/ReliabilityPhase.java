package dev.waggle.swarm.engine.loop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilitySource;
import dev.waggle.swarm.reliability.SolveWeights;
import dev.waggle.swarm.selection.TurnEffort;

/**
 * Reads the weights of the strategy {@code learned}, once, before the first round. The log has them, so outcomes that
 * come during the solve, or before it is resumed, change nothing in it. An agent that joins later has the weights that
 * all agents have in common. Without the weights, after a failure too, the strategy is untaught. With adaptive effort
 * there are weights of their own for votes of a part of the panel.
 *
 * <p>A solve by another strategy reads nothing. Owned by the thread of the solve.
 */
final class ReliabilityPhase {

    private final SolveContext context;
    private final HelperExecutor helpers;

    ReliabilityPhase(SolveContext context, HelperExecutor helpers) {
        this.context = context;
        this.helpers = helpers;
    }

    /** The strategy with the weights that it uses in this solve; empty for another strategy. */
    Optional<LearnedStrategy> recall() {
        if (!(context.config().consensus().strategy() instanceof LearnedStrategy configured)) {
            return Optional.empty();
        }
        ReliabilitySource known = context.config().services().experience().reliability();
        ReliabilitySource source = known.equals(ReliabilitySource.NONE) ? (_, _) -> configured.weights() : known;
        List<String> agents = context.config().agents().stream().map(agent -> agent.profile().id()).toList();
        String category = context.task().category();
        boolean sparesAgents = context.config().steering().effort() != TurnEffort.FULL;
        HelperExecutor.HelperJob recall = _ -> {
            LearnedWeights panels = used(source.weightsOf(agents, category), agents);
            return (sparesAgents
                    ? new SolveWeights(panels, used(source.weightsOfFirstAnswers(agents, category), agents))
                    : SolveWeights.of(panels)).toJson();
        };
        SolveWeights weights = helpers
                .run(InfrastructureNames.LEARNED_WEIGHTS, "reliability.weights", StopGuard.HELPER_TIMEOUT,
                        recall.withReader(SolveWeights::read))
                .map(SolveWeights::read).orElse(SolveWeights.NONE);
        return Optional.of(new LearnedStrategy(weights.panels(), weights.firstAnswers(), cases(context)));
    }

    /** The cases that the solve decides by and that its outcome teaches; its panel are the agents that may vote. */
    static LearnedCase cases(SolveContext context) {
        int panel = (int) context.config().agents().stream()
                .filter(agent -> agent.profile().mayEmit(SignalType.VOTE)).count();
        return LearnedCase.ofReaders(context.task().category(), panel)
                .withDependence(context.config().math().thresholds().dependence());
    }

    /** The weights that a solve of these agents can use. */
    private static LearnedWeights used(LearnedWeights known, List<String> agents) {
        Map<String, LearnedWeights.AgentWeight> own = new LinkedHashMap<>();
        for (String agent : agents) {
            LearnedWeights.AgentWeight weight = known.agents().get(agent);
            if (weight != null) {
                own.put(agent, weight);
            }
        }
        return new LearnedWeights(known.version(), known.outcomes(), known.category(), known.common(), Map.of(), own);
    }
}
