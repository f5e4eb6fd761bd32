package dev.waggle.connect.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.MemoryStoreContract;
import org.junit.jupiter.api.io.TempDir;

/** A memory in a folder, with words alone. */
class MemoryTest extends MemoryStoreContract {

    @TempDir
    private Path folder;
    private int opened;

    @Override
    protected MemoryStore open(MemoryRules rules) throws IOException {
        return Memory.open(folder.resolve("memory" + opened++),
                MemoryConfig.defaults().withRules(rules).withDecayEvery(Duration.ZERO), world);
    }
}
