package dev.waggle.lab.example;

// begin
import java.nio.file.Path;
import java.util.List;

import dev.waggle.connect.llm.EmbeddingModels;
import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.signal.embedding.EmbeddingBudget;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;

// end

/**
 * Example of memories that are searched by their meaning.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.MemoriesByMeaning FOLDER ollama:nomic-embed-text}
 */
public final class MemoriesByMeaning {

    private MemoriesByMeaning() {}

    public static void main(String... args) throws Exception {
        // begin
        try (EmbeddingModels models = EmbeddingModels.of(System.getenv())
                .withBudget(EmbeddingBudget.UNLIMITED.withTokensPerHour(1_000_000))) {
            TextEmbedder embedder = models.named(args[1]); // for example "ollama:nomic-embed-text"
            List<float[]> vectors = embedder.embed(List.of("shard the database"), EmbeddingPurpose.DOCUMENT);
            System.out.println(vectors.getFirst().length + " numbers from " + embedder.model());
            MemoryConfig config = MemoryConfig.defaults().withEmbedder(embedder);
            try (Memory memory = Memory.open(Path.of(args[0]), config, World.system())) {
                System.out.println(memory.search("divide the tables", 3, MemoryFilter.ALL).size() + " found");
            }
        }
        // end
    }
}
