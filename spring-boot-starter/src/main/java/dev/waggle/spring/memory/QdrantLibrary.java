package dev.waggle.spring.memory;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import dev.waggle.connect.qdrant.QdrantConfig;
import dev.waggle.connect.qdrant.QdrantKey;
import dev.waggle.connect.qdrant.QdrantMemory;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.MemorySettings.QdrantPlace;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import org.jspecify.annotations.Nullable;

/** Memories in a Qdrant server. Nothing is sent before the first recall, so an absent server delays no start. */
public final class QdrantLibrary implements MemoryLibrary {

    @Override
    public MemorySettings.Place place() {
        return MemorySettings.Place.QDRANT;
    }

    @Override
    public MemoryResource open(MemorySettings settings, @Nullable Path data, Map<String, String> environment) {
        QdrantConfig config = config(settings.qdrant(), environment);
        EmbedderHandle embedder = EmbedderHandle.open(settings, environment);
        QdrantMemory memory = embedder.model()
                .map(model -> new QdrantMemory(config, model, MemoryRules.defaults(), World.system()))
                .orElseGet(() -> new QdrantMemory(config, MemoryRules.defaults(), World.system()));
        return MemoryResource.of(memory, settings.tenant(), embedder);
    }

    private static QdrantConfig config(QdrantPlace place, Map<String, String> environment) {
        try {
            URI url = URI.create(place.url());
            return QdrantConfig.of(place.key(environment).map(key -> QdrantConfig.Server.of(url, QdrantKey.of(key)))
                    .orElseGet(() -> QdrantConfig.Server.of(url))).withCollection(place.collection());
        } catch (IllegalArgumentException refused) {
            SetupException refusal = SetupException.of(refused,
                    "Correct waggle.memory.url, collection or key-env.");
            throw new SetupException("waggle.memory: " + refusal.problem(), refusal.remedy());
        }
    }
}
