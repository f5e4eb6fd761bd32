package dev.waggle.lab.example;

// begin
import java.nio.file.Path;
import java.util.List;

import dev.waggle.connect.lucene.Memory;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;

// end

/**
 * Example of a swarm that remembers: what it proposed and agreed on is there in the next process.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.RememberedSolves FOLDER}
 */
public final class RememberedSolves {

    private RememberedSolves() {}

    public static void main(String... args) throws Exception {
        // begin
        Agent scout = Agent.of("scout", turn -> turn.round() > 1 ? List.of()
                : List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8)));
        Agent critic = Agent.of("critic", turn -> turn.round() < 2 ? List.of()
                : List.of(Draft.vote("shard", Stance.AGREE, 0.9)));
        try (Memory memory = Memory.open(Path.of(args[0]));
                Swarm swarm = new Swarm(SwarmConfig.of(List.of(scout, critic)).withMemory(memory))) {
            SwarmResult result = swarm.solve("How do we survive November?");
            System.out.println(result.answer());
            for (FoundMemory found : memory.search("sharding", 3, MemoryFilter.ALL)) {
                System.out.println(found.memory().content() + ", from " + found.memory().origin().author());
            }
        }
        // end
    }
}
