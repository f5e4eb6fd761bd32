package dev.waggle.lab.example;

// begin memory
import java.nio.file.Path;
import java.util.List;

import dev.waggle.connect.llm.EmbeddingModels;
import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.embedding.EmbeddingBudget;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;

/**
 * Example of a swarm that remembers: what it proposed and agreed on is there in the next process.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.RememberedSolves FOLDER}
 */
public final class RememberedSolves {

    private RememberedSolves() {}

    public static void main(String... args) throws Exception {
        solve(Path.of(args[0]));
        search(Path.of(args[0]), "hashing:ngrams-v1");
    }

    static void solve(Path folder) throws Exception {
        // begin memory
        Agent scout = Agent.of("scout", turn -> turn.round() > 1 ? List.of()
                : List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8)));
        Agent critic = Agent.of("critic", turn -> turn.round() < 2 ? List.of()
                : List.of(Draft.vote("shard", Stance.AGREE, 0.9)));
        try (Memory memory = Memory.open(folder);
                Swarm swarm = new Swarm(SwarmConfig.of(List.of(scout, critic)).withMemory(memory))) {
            SwarmResult result = swarm.solve(Task.of("How do we survive November?"));
            System.out.println(result.answer());
            for (FoundMemory found : memory.search("sharding", 3, MemoryFilter.ALL)) {
                System.out.println(found.memory().content() + ", from " + found.memory().origin().author());
            }
        }
        // end memory
    }

    static void search(Path folder, String name) throws Exception {
        // begin embedding
        try (EmbeddingModels models = EmbeddingModels.of(System.getenv())
                .withBudget(EmbeddingBudget.UNLIMITED.withTokensPerHour(1_000_000))) {
            TextEmbedder embedder = models.named(name); // for example "ollama:nomic-embed-text"
            List<float[]> vectors = embedder.embed(List.of("shard the database"), EmbeddingPurpose.DOCUMENT);
            System.out.println(vectors.getFirst().length + " numbers from " + embedder.model());
            try (Memory memory = Memory.open(folder, MemoryConfig.defaults().withEmbedder(embedder), World.system())) {
                System.out.println(memory.search("divide the tables", 3, MemoryFilter.ALL).size());
            }
        }
        // end embedding
    }
}
