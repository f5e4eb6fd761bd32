package dev.waggle.connect.lucene;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The order of memories of full relevance. */
class MemoryOrderTest {

    @TempDir
    private Path parent;

    private static NewMemory memory(String content) {
        return new NewMemory(content, "discovery", 0.5, MemoryOrigin.byHand("a", Instant.EPOCH), Map.of());
    }

    @Test
    void aMemoryWithTheWholeTextComesBeforeNewerOnesThatDifferByANumber() throws Exception {
        String asked = "retry, retry: the retry budget of the service is 3 attempts, 3 attempts";
        try (Memory memory = Memory.open(parent.resolve("memory"))) {
            memory.share(List.of(memory(asked)));
            for (int i = 0; i < 20; i++) {
                memory.share(List.of(memory("the search service has shard number " + i)));
            }
            memory.share(List.of(memory(asked.replace("is 3", "is 5"))));

            assertThat(memory.search(asked, 2, MemoryFilter.ALL)).extracting(found -> found.memory().content())
                    .containsExactly(asked, asked.replace("is 3", "is 5"));
        }
    }
}
