package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.swarm.agent.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * What came of the advice in a solve.
 *
 * @param groupthinkCorrections how many doubts were raised against untested agreement
 * @param disabledAgents who lost its turns, in that order
 * @param reputationApplied whether votes weighed what reputation says
 * @param actions everything that was done, in order
 * @param topologyUpdates how often the swarm was rewired
 * @param finalTopology who heard whom in the end; {@code null} when it never was rewired
 * @param introspection how the swarm talked
 */
public record AdvisorReport(int groupthinkCorrections, List<String> disabledAgents, boolean reputationApplied,
        List<SwarmAdvice> actions, int topologyUpdates, @Nullable Topology finalTopology,
        IntrospectionReport introspection) {

    public AdvisorReport {
        disabledAgents = List.copyOf(disabledAgents);
        actions = List.copyOf(actions);
    }

    /** The report on these actions, which were all done. */
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

    /** The advisor doubts nothing but untested agreement. */
    private static boolean isCorrection(SwarmAdvice.InjectSignal said) {
        return said.from().equals(InfrastructureNames.ADVISOR) && said.draft().payload() instanceof Payload.Doubt;
    }
}
