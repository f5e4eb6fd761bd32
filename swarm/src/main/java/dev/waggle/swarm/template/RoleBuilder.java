package dev.waggle.swarm.template;

import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;

/** Builder of the roles in built-in templates: profile, personality, subscriptions and emitted types. */
record RoleBuilder(AgentProfile profile, Personality personality) {

    static RoleBuilder of(String id, String name, Personality personality, String role) {
        return new RoleBuilder(AgentProfile.of(id).withName(name).withRole(role), personality);
    }

    RoleBuilder listensTo(SignalType... types) {
        return new RoleBuilder(profile.withListens(Set.of(types)), personality);
    }

    RoleBuilder withWeight(double weight) {
        return new RoleBuilder(profile.withWeight(weight), personality);
    }

    RoleSpec emits(SignalType... types) {
        return new RoleSpec(profile.withCanEmit(Set.of(types)), personality);
    }
}
