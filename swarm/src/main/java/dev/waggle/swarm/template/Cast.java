package dev.waggle.swarm.template;

import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;

/** How the built-in templates write a role: who, how it tends to react, what it hears, what it says. */
record Cast(AgentProfile profile, Personality personality) {

    static Cast of(String id, String name, Personality personality, String role) {
        return new Cast(AgentProfile.of(id).withName(name).withRole(role), personality);
    }

    Cast hears(SignalType... types) {
        return new Cast(profile.listening(Set.of(types)), personality);
    }

    Cast weighs(double weight) {
        return new Cast(profile.withWeight(weight), personality);
    }

    RoleSpec says(SignalType... types) {
        return new RoleSpec(profile.emitting(Set.of(types)), personality);
    }
}
