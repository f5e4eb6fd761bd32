package dev.waggle.swarm.agent.call;

import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import org.jspecify.annotations.Nullable;

/** An agent with its profile, which was read once: the agent's own code is not asked again within a solve. */
public record ProfiledAgent(AgentProfile profile, Agent agent) implements Agent {

    /**
     * Reads the agent's current profile.
     *
     * @param named label of the agent in failure messages
     * @throws IllegalArgumentException when it has no profile
     */
    public static ProfiledAgent of(Agent agent, String named) {
        return agent instanceof ProfiledAgent known ? known : new ProfiledAgent(read(agent, named), agent);
    }

    private static AgentProfile read(Agent agent, String named) {
        @Nullable AgentProfile profile;
        try {
            profile = agent.profile();
        } catch (RuntimeException | Error failed) {
            throw new IllegalArgumentException(named + " cannot say its profile: " + CallOutcome.Failed.describe(failed)
                    + "\nMaybe make the profile before the agent, and let profile() return it.", failed);
        }
        if (profile == null) {
            throw new IllegalArgumentException(named + " has no profile: profile() returned null"
                    + "\nMaybe AgentProfile.of(\"critic\").");
        }
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return agent.join(briefing);
    }
}
