package dev.waggle.lab.example;

// begin
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
// end

/**
 * Agents that are code decide a question. They need no model.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.OwnAgents}
 */
// begin
public final class OwnAgents {

    public static void main(String... args) {
        try (Swarm swarm = Swarm.builder()
                .agent(Agent.of("scout", turn -> turn.round() > 1 ? List.of()
                        : List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8))))
                .agent(Agent.of("critic", turn -> turn.round() < 2 ? List.of()
                        : List.of(Draft.vote("shard", Stance.AGREE, 0.9))))
                .agent(Agent.of("lead", turn -> turn.round() < 2 ? List.of()
                        : List.of(Draft.vote("shard", Stance.AGREE, 0.7))))
                .build()) {
            SwarmResult result = swarm.solve("How do we survive November?");
            System.out.println(result.answer() + ", " + result.agreement());    // Shard by tenant, 1.0
        }
    }
}
