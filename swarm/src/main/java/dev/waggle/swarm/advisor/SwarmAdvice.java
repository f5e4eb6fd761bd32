package dev.waggle.swarm.advisor;

import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.agent.InfrastructureNames;

/** What the advisor wants done: one of three things, with the reason for people. */
public sealed interface SwarmAdvice {

    /** Why, in one sentence. */
    String reason();

    /** The name in events and logs. */
    default String wireName() {
        return switch (this) {
            case InjectSignal _ -> "inject-signal";
            case DisableAgent _ -> "disable-agent";
            case UpdateTopology _ -> "update-topology";
        };
    }

    /**
     * Say this to the swarm.
     *
     * @param draft what to say
     * @param from the part of the infrastructure that says it, for example {@code advisor}
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

    /** That agent gets no more turns; what it said stands. */
    record DisableAgent(String agentId, String reason) implements SwarmAdvice {
        public DisableAgent {
            Objects.requireNonNull(agentId, "agentId");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** From now on agents hear whom it lets them hear. */
    record UpdateTopology(Topology topology, String reason) implements SwarmAdvice {
        public UpdateTopology {
            Objects.requireNonNull(topology, "topology");
            Objects.requireNonNull(reason, "reason");
        }
    }
}
