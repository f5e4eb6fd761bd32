package example;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;

/** Agents that are code. */
final class OwnAgents {

    private OwnAgents() {}

    static SwarmResult decide() {
        try (Swarm swarm = Swarm.builder()
                .agent(Agent.of("scout", turn -> turn.round() > 1 ? List.of()
                        : List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8))))
                .agent(Agent.of("critic", turn -> turn.round() < 2 ? List.of()
                        : List.of(Draft.vote("shard", Stance.AGREE, 0.9))))
                .agent(Agent.of("lead", turn -> turn.round() < 2 ? List.of()
                        : List.of(Draft.vote("shard", Stance.AGREE, 0.7))))
                .build()) {
            return swarm.solve("How do we survive November?");
        }
    }
}
