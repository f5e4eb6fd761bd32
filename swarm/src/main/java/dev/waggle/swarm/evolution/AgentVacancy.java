package dev.waggle.swarm.evolution;

import java.util.Objects;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.Personality;

/**
 * A vacancy for an agent, with its profile and reason.
 *
 * @param agentId the id that the agent has from now on, everywhere: in its profile, in events, in the log
 * @param domain the gap that it fills, for example {@code critical-challenger}
 * @param reason the reason, in one sentence for people
 * @param profile the types that it may receive and emit, and its role in words
 * @param personality its tendencies to react
 */
public record AgentVacancy(String agentId, String domain, String reason, AgentProfile profile,
        Personality personality) {

    public AgentVacancy {
        Objects.requireNonNull(domain, "domain");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(personality, "personality");
        if (!profile.id().equals(agentId)) {
            throw new IllegalArgumentException(
                    "the profile of agent \"" + agentId + "\" has another id: \"" + profile.id() + "\"");
        }
    }
}
