package dev.waggle.connect.qdrant;

import java.io.IOException;

import dev.waggle.connect.qdrant.server.QdrantServer;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.MemoryStoreContract;
import org.junit.jupiter.api.AfterEach;

/** The contract of memory stores, against the fake of a Qdrant server. */
class QdrantMemoryTest extends MemoryStoreContract {

    private QdrantServer server = startServer();

    @Override
    protected MemoryStore open(MemoryRules rules) {
        server.close();
        server = startServer();
        return new QdrantMemory(QdrantConfig.of(QdrantConfig.Server.of(server.url())), rules, world);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static QdrantServer startServer() {
        try {
            return QdrantServer.start();
        } catch (IOException noPort) {
            throw new IllegalStateException(noPort);
        }
    }
}
