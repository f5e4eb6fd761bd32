package dev.waggle.swarm.template;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;

/**
 * A role of a template, to be played by a model, a person or a recording.
 *
 * @param profile who it is, what it hears and what it may say
 * @param personality how it tends to react; never one that is deaf to a type that the profile listens to
 */
public record RoleSpec(AgentProfile profile, Personality personality) {

    public RoleSpec {
        personality = personality.adjustedToHear(profile.listens());
    }

    public String id() {
        return profile.id();
    }
}
