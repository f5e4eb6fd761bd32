package dev.waggle.swarm.agent;

import java.util.Collection;
import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;

/**
 * Identity of an agent and the signal types that it may receive and emit.
 *
 * @param id unique in its swarm; at most 512 characters, no control characters
 * @param name for people
 * @param role its task in the team; may be empty
 * @param weight multiplies the weights of its votes, above 0 and at most 256
 * @param listens the types that give it a turn
 * @param canEmit the types that it may emit, where an empty set means every type
 */
public record AgentProfile(String id, String name, String role, double weight, Set<SignalType> listens,
        Set<SignalType> canEmit) {

    public AgentProfile {
        // // Rejects what a signal would reject as its source, before a solve begins.
        id = new Source.Agent(id).id();
        if (!(weight > 0 && weight <= 256)) {
            throw new IllegalArgumentException(
                    "weight of agent " + id + " must be above 0 and at most 256, got " + weight);
        }
        listens = Set.copyOf(listens);
        canEmit = Set.copyOf(canEmit);
    }

    /** An agent of weight 1 that listens to the types of a deliberation and may emit everything. */
    public static AgentProfile of(String id) {
        return new AgentProfile(id, id, "", 1,
                Set.of(SignalType.TASK_NEW, SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.DOUBT,
                        SignalType.CHALLENGE, SignalType.VOTE, SignalType.ESCALATE, SignalType.MEMORY_SHARED,
                        SignalType.TOOL_RESULT),
                Set.of());
    }

    public AgentProfile withName(String newName) {
        return new AgentProfile(id, newName, role, weight, listens, canEmit);
    }

    public AgentProfile withRole(String newRole) {
        return new AgentProfile(id, name, newRole, weight, listens, canEmit);
    }

    public AgentProfile withWeight(double newWeight) {
        return new AgentProfile(id, name, role, newWeight, listens, canEmit);
    }

    public AgentProfile withListens(Collection<SignalType> types) {
        return new AgentProfile(id, name, role, weight, Set.copyOf(types), canEmit);
    }

    public AgentProfile withCanEmit(Collection<SignalType> types) {
        return new AgentProfile(id, name, role, weight, listens, Set.copyOf(types));
    }

    /** True if the agent may emit that type. */
    public boolean mayEmit(SignalType type) {
        return canEmit.isEmpty() || canEmit.contains(type);
    }
}
