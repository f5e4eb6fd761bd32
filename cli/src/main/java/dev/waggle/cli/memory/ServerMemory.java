package dev.waggle.cli.memory;

import java.net.URI;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.qdrant.QdrantConfig;
import dev.waggle.connect.qdrant.QdrantKey;
import dev.waggle.connect.qdrant.QdrantMemory;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.MemorySettings.QdrantPlace;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;

/** Memory of solves in a Qdrant server. It alone names the classes of Qdrant. */
final class ServerMemory implements SolveMemory {

    private final QdrantMemory memory;
    private final @Nullable MemoryEmbedder embedder;
    private final @Nullable String tenant;

    private ServerMemory(QdrantMemory memory, @Nullable MemoryEmbedder embedder, @Nullable String tenant) {
        this.memory = memory;
        this.embedder = embedder;
        this.tenant = tenant;
    }

    /** Nothing is sent before the first recall, so a solve goes on without a server that is not there. */
    static SolveMemory open(MemorySettings settings, Map<String, String> environment) {
        QdrantConfig config = UserException.checked(() -> config(settings.qdrant(), environment));
        String name = settings.embeddings();
        MemoryEmbedder embedder = name == null ? null
                : MemoryEmbedder.named(name, settings.models(), environment);
        QdrantMemory memory = embedder == null
                ? new QdrantMemory(config, MemoryRules.defaults(), World.system())
                : new QdrantMemory(config, embedder.embedder(), MemoryRules.defaults(), World.system());
        return new ServerMemory(memory, embedder, settings.tenant());
    }

    private static QdrantConfig config(QdrantPlace place, Map<String, String> environment) {
        URI url = URI.create(place.url());
        return QdrantConfig.of(place.key(environment).map(key -> QdrantConfig.Server.of(url, QdrantKey.of(key)))
                .orElseGet(() -> QdrantConfig.Server.of(url))).withCollection(place.collection());
    }

    @Override
    public SharedMemory shared() {
        return memory.ofTenant(tenant);
    }

    /** Vectors are stored with their memories. */
    @Override
    public void complete() {}

    @Override
    public void close() {
        try (embedder) {
            memory.close();
        }
    }
}
