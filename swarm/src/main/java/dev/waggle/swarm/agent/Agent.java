package dev.waggle.swarm.agent;

import java.util.Objects;

/**
 * A participant definition for solves: a model in a role, a recording or a person. One agent may take part in many
 * solves at once; the state of one solve lives in the {@link Participant} that it creates.
 */
public interface Agent {

    /** Profile of the agent. Read when a swarm is built from it, or it is built for a swarm; never during a solve. */
    AgentProfile profile();

    /**
     * Creates a new participant for a solve. All agents of a swarm join at once, each on a virtual thread. An agent
     * that throws, or has not joined after half of the solve's time, is logged as {@code agent:error}; the others
     * continue.
     */
    Participant join(JoinContext briefing);

    /** An agent with the profile {@link AgentProfile#of}, whose answers depend on the turn alone. */
    static Agent of(String id, Participant participant) {
        return of(AgentProfile.of(id), participant);
    }

    /** An agent whose answers depend on the turn alone. */
    static Agent of(AgentProfile profile, Participant participant) {
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(participant, "participant");
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile;
            }

            @Override
            public Participant join(JoinContext briefing) {
                return participant;
            }
        };
    }
}
