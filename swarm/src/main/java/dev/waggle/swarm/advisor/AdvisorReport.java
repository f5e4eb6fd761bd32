package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * Report on the advice in a solve.
 *
 * @param groupthinkCorrections the number of doubts raised against untested agreement
 * @param disabledAgents the agents that lost their turns, in that order
 * @param reputationApplied whether votes were weighted by reputation
 * @param actions all actions, in order
 * @param topologyUpdates the number of rewirings of the swarm
 * @param finalTopology the last topology; {@code null} when the swarm was never rewired
 * @param introspection the report on the communication of the swarm
 */
public record AdvisorReport(int groupthinkCorrections, List<String> disabledAgents, boolean reputationApplied,
        List<SwarmAdvice> actions, int topologyUpdates, @Nullable Topology finalTopology,
        IntrospectionReport introspection) {

    public AdvisorReport {
        disabledAgents = List.copyOf(disabledAgents);
        actions = List.copyOf(actions);
    }

    /** Report on these actions, which were all applied. */
    public static AdvisorReport of(List<SwarmAdvice> done, boolean reputationApplied,
            IntrospectionReport introspection) {
        int corrections = 0;
        int updates = 0;
        Topology last = null;
        for (SwarmAdvice advice : done) {
            switch (advice) {
                case SwarmAdvice.InjectSignal said -> corrections += isCorrection(said) ? 1 : 0;
                case SwarmAdvice.UpdateTopology rewired -> {
                    updates++;
                    last = rewired.topology();
                }
                case SwarmAdvice.DisableAgent _ -> {}
            }
        }
        List<String> disabled = done.stream().filter(SwarmAdvice.DisableAgent.class::isInstance)
                .map(advice -> ((SwarmAdvice.DisableAgent) advice).agentId()).toList();
        return new AdvisorReport(corrections, disabled, reputationApplied, done, updates, last, introspection);
    }

    /** True for a doubt: the advisor doubts nothing but untested agreement. */
    private static boolean isCorrection(SwarmAdvice.InjectSignal said) {
        return said.from().equals(InfrastructureNames.ADVISOR) && said.draft().payload() instanceof Payload.Doubt;
    }
}
