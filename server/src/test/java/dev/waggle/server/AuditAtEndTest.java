package dev.waggle.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;

/** Audit entries of requests while a server ends. */
@Timeout(60)
class AuditAtEndTest {

    private static final int REFUSALS = 40;

    @TempDir
    private Path folder;

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch door = new CountDownLatch(1);
    private final List<String> complaints = new ArrayList<>();
    private final Logger log = Logger.getLogger(AuditLog.class.getName());
    private final Handler listening = new Handler() {

        @Override
        public void publish(LogRecord said) {
            complaints.add(said.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    };

    @BeforeEach
    void listen() {
        log.addHandler(listening);
    }

    @AfterEach
    void stopListening() {
        door.countDown();
        log.removeHandler(listening);
    }

    @Test
    void aRequestThatEndsDuringTheStopIsAuditedAndALaterOneIsRefused() throws Exception {
        WaggleServer server = serve(AccessConfig.Credentials.NONE);
        int port = server.port();
        CompletableFuture<Integer> answer = async(() -> RawClient.send(port, "POST /v1/slow", host(port),
                "Content-Length: 0").status());
        entered.await();
        CompletableFuture<Integer> end = async(() -> {
            server.close();
            return 0;
        });
        until(() -> isRefused(port));
        assertThat(end).isNotDone();

        door.countDown();
        assertThat(answer.get()).isEqualTo(204);
        assertThat(end.get()).isZero();
        assertThat(audits()).singleElement().asString().contains("\"operation\":\"slow\"", "\"status\":204");
        assertThat(complaints).isEmpty();
    }

    @Test
    void refusalsBeyondTheQuotaAreCountedBeforeTheLogIsClosed() throws Exception {
        try (WaggleServer server = serve(AccessConfig.Credentials.REQUIRED)) {
            for (int i = 0; i < REFUSALS; i++) {
                assertThat(RawClient.send(server.port(), "POST /v1/slow", host(server.port()), "Content-Length: 0")
                        .status()).isEqualTo(401);
            }
        }
        assertThat(audits()).hasSize(31).last().asString().contains("\"event\":\"refusals:omitted\"",
                "\"count\":10");
        assertThat(complaints).isEmpty();
    }

    private WaggleServer serve(AccessConfig.Credentials credentials) {
        World world = World.system();
        FileJournal journal = FileJournal.open(folder.resolve("log"));
        ServerAccess access = ServerAccess.open(AccessConfig.local().withCredentials(credentials),
                TokenFile.of(folder.resolve("tokens.jsonl"), world), journal, FolderSecret.random(), SecretSet.NONE,
                world);
        Operation slow = Operation.of("slow", HttpVerb.POST, "/v1/slow", "Waits.", _ -> {
            entered.countDown();
            door.await();
            return ApiAnswer.empty();
        }).needing(AccessScope.SOLVE);
        return WaggleServer.open(new WaggleServer.Parts("test", Place.local(), access.gate(), access,
                new CodedSolves(journal, FileSeatAnswers.open(folder, world)), 1, _ -> List.of(slow)), folder, journal,
                world, (_, _) -> Optional.empty());
    }

    private List<String> audits() {
        try (FileJournal journal = FileJournal.open(folder.resolve("log"))) {
            return journal.read(1, 1_000).stream().filter(AuditLog::isAudit)
                    .map(entry -> entry.signal().payload() instanceof Payload.Open open && open.data() != null
                            ? JsonLine.of(open.data())
                            : "")
                    .toList();
        }
    }

    private static boolean isRefused(int port) {
        try {
            return RawClient.send(port, "GET /v1/health/live", host(port)).status() == 503;
        } catch (IOException closed) {
            return true;
        }
    }

    private static String host(int port) {
        return "Host: 127.0.0.1:" + port;
    }

    private static CompletableFuture<Integer> async(RawCall call) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                future.complete(call.run());
            } catch (IOException | RuntimeException failed) {
                future.completeExceptionally(failed);
            }
        });
        return future;
    }

    /** A call of the server. */
    private interface RawCall {
        int run() throws IOException;
    }
}
