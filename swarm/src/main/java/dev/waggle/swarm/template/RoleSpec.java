package dev.waggle.swarm.template;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;

/**
 * Role of a template, to be played by a model, a person or a recording.
 *
 * @param profile identity, subscriptions and emitted types
 * @param personality its reactions; never one that ignores a type that the profile listens to
 */
public record RoleSpec(AgentProfile profile, Personality personality) {

    public RoleSpec {
        personality = personality.adjustedToHear(profile.listens());
    }

    public String id() {
        return profile.id();
    }
}
