package dev.waggle.swarm.advisor;

import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.identity.InfrastructureNames;

/** Action that the advisor requests: one of three kinds, with the reason for people. */
public sealed interface SwarmAdvice {

    /** Reason, in one sentence. */
    String reason();

    /**
     * Request to publish a signal to the swarm.
     *
     * @param draft the content of the signal
     * @param from the part of the infrastructure that publishes it, for example {@code advisor}
     */
    record InjectSignal(Draft draft, String from, String reason) implements SwarmAdvice {
        public InjectSignal {
            Objects.requireNonNull(draft, "draft");
            Objects.requireNonNull(reason, "reason");
            if (!InfrastructureNames.contains(from)) {
                throw new IllegalArgumentException("\"" + from + "\" is no part of the infrastructure; those are "
                        + InfrastructureNames.NAMES.stream().sorted().toList());
            }
        }
    }

    /** Request to give an agent no more turns; its statements stand. */
    record DisableAgent(String agentId, String reason) implements SwarmAdvice {
        public DisableAgent {
            Objects.requireNonNull(agentId, "agentId");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Request to change the topology from now on. */
    record UpdateTopology(Topology topology, String reason) implements SwarmAdvice {
        public UpdateTopology {
            Objects.requireNonNull(topology, "topology");
            Objects.requireNonNull(reason, "reason");
        }
    }
}
