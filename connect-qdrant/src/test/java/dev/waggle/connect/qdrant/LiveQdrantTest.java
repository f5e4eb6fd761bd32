package dev.waggle.connect.qdrant;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.MemoryStoreContract;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The contract of memory stores, against a real Qdrant server. It runs when {@code WAGGLE_QDRANT_URL} is set, with
 * the key in {@code WAGGLE_QDRANT_KEY} if the server wants one. It uses the collection {@code waggle-contract-test},
 * and empties it.
 */
@EnabledIfEnvironmentVariable(named = LiveQdrantTest.URL, matches = ".+")
class LiveQdrantTest extends MemoryStoreContract {

    static final String URL = "WAGGLE_QDRANT_URL";

    @Override
    protected MemoryStore open(MemoryRules rules) throws Exception {
        Optional<QdrantKey> key = Optional.ofNullable(System.getenv("WAGGLE_QDRANT_KEY")).map(QdrantKey::of);
        QdrantConfig config = QdrantConfig
                .of(new QdrantConfig.Server(URI.create(System.getenv(URL)), key.orElse(null), true))
                .withCollection("waggle-contract-test");
        QdrantMemory store = new QdrantMemory(config, rules, new ForwardingWorld(World.system()) {
            @Override
            public Instant now() {
                return world.now();
            }
        });
        store.forget(store.list(MemoryFilter.ALL, null, 100_000).stream().map(StoredMemory::id).toList());
        return store;
    }
}
