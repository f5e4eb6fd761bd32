package dev.waggle.server;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.journal.file.DiskJournals;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.FullDisk;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.server.ApiClient.Answer;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A disk that becomes full while the server solves. */
@Timeout(60)
class FullDiskTest {

    private static final String ORDER = "{\"question\": \"Shard or buy time?\"}";
    private static final String CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    private Path home;

    private final AtomicBoolean isFull = new AtomicBoolean();

    @Test
    void anOrderWithoutRoomIsRefusedWithAReasonAndTheServerGoesOn() throws Exception {
        try (ServedFolder folder = serve(); ApiClient client = new ApiClient(folder.port())) {
            isFull.set(true);
            Answer refused = client.post("/v1/solves", ORDER);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("No space left");
            assertThat(client.get("/v1/health/live").status()).isEqualTo(200);
            assertThat(folder.solves().open()).isZero();

            isFull.set(false);
            String next = client.post("/v1/solves", ORDER).text("run");
            assertThat(ended(client, next).text("status")).isEqualTo("finished");
            assertThat(client.get("/v1/solves/" + next + "/replay").text("verdict")).isEqualTo("equal");
        }
    }

    /** The run that was under way is in the log up to the last whole entry, and goes on from there. */
    @Test
    void aSolveThatLosesTheDiskHalfwayIsResumed() throws Exception {
        try (ServedFolder folder = serve(); ApiClient client = new ApiClient(folder.port())) {
            String run = client.post("/v1/solves", "{\"question\": \"wait for the disk\"}").text("run");
            folder.solves().awaitEntry();
            isFull.set(true);
            folder.solves().openDoor();
            assertThat(ended(client, run).text("status")).isEqualTo("failed");
            long entries = folder.journal().lastSequence();

            isFull.set(false);
            assertThat(folder.journal().lastSequence()).isEqualTo(entries);
            assertThat(client.send("POST", "/v1/solves/" + run + "/resume", Map.of("traceparent", CALLER),
                    BodyPublishers.noBody()).status()).isEqualTo(202);
            assertThat(ended(client, run).text("status")).isEqualTo("finished");
            assertThat(folder.solves().callers()).containsExactly(Map.of("traceparent", CALLER));
            assertThat(client.get("/v1/solves/" + run + "/replay").text("verdict")).isEqualTo("equal");
        }
        try (FileJournal again = FileJournal.open(home.resolve("log"))) {
            assertThat(again.recovery().isClean()).isTrue();
        }
    }

    private ServedFolder serve() {
        FileJournal log = DiskJournals.open(home.resolve("log"), JournalConfig.defaults(), World.system(),
                new FullDisk(_ -> isFull.get()));
        return new ServedFolder(home, log, Place.local(), World.system());
    }

    private static Answer ended(ApiClient client, String run) throws Exception {
        Answer line = client.get("/v1/solves/" + run);
        while (line.text("status").equals("running")) {
            line = client.get("/v1/solves/" + run);
        }
        return line;
    }
}
