package dev.waggle.swarm.agent;

/**
 * Somebody who can take part in solves: a model in a role, a recording, a person. An agent is a definition and may
 * take part in many solves at once; what it remembers of one solve lives in the {@link Participant} that it sends.
 */
public interface Agent {

    /** Who it is. Read when a swarm is made of it, or it was made for a swarm, and not again in solves. */
    AgentProfile profile();

    /**
     * Sends a fresh participant into a solve. All agents of a swarm join at once, each on some virtual thread. Who throws,
     * or has not joined when half of the time of the solve is over, is an {@code agent:error} in the log, and the others go
     * on.
     */
    Participant join(JoinContext briefing);

    /** An agent whose answers depend on the turn alone. */
    static Agent of(AgentProfile profile, Participant participant) {
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
