package dev.waggle.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;

/** Clients that are slow, silent or gone: each is bounded, and no other one notices. */
@Timeout(180)
class SlowClientTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration STEP = Duration.ofSeconds(31);
    private static final int TIMEOUT = 20_000;
    private static final int MAX_BEHIND = 100;
    /** Entries of 10 KB: more than a topic keeps, and the buffers of a connection hold. */
    private static final int FLOOD = 2_500;
    private static final String HOST = "Host: localhost\r\n";
    private static final String LIVE = "GET /v1/health/live HTTP/1.1\r\n" + HOST + "\r\n";

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(START, 1);

    @Test
    void aHeadThatDoesNotEndIsCut() throws Exception {
        try (ServedFolder folder = new ServedFolder(home, world);
                Socket slow = connect(folder.port()); ApiClient client = new ApiClient(folder.port())) {
            slow.getOutputStream().write("GET /v1/health/live HTTP/1.1\r\nX-A: ".getBytes(StandardCharsets.US_ASCII));
            until(() -> folder.server().connections() == 1);

            CompletableFuture<Integer> end = async(slow.getInputStream()::read);
            moveUntil(end::isDone);

            assertThat(end.get()).isEqualTo(-1);
            assertThat(client.get("/v1/health/live").status()).isEqualTo(200);
        }
    }

    @Test
    void aBodyThatArrivesByteByByteIsRefused() throws Exception {
        try (ServedFolder folder = new ServedFolder(home, world); Socket slow = connect(folder.port());
                ApiClient client = new ApiClient(folder.port())) {
            slow.getOutputStream().write(("POST /v1/solves HTTP/1.1\r\n" + HOST
                    + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            CompletableFuture<byte[]> answer = async(slow.getInputStream()::readAllBytes);
            while (!client.get("/v1/metrics").body().contains("startSolve")) {
                Thread.onSpinWait(); // Before that it is the head that is late.
            }
            while (!answer.isDone()) {
                try {
                    slow.getOutputStream().write(' ');
                } catch (IOException cut) {
                    break;
                }
                world.advance(STEP);
            }

            assertThat(new String(answer.get(), StandardCharsets.UTF_8)).startsWith("HTTP/1.1 408 ").contains(
                    "must arrive within", "Connection: close");
            assertThat(folder.solves().open()).isZero();
            assertThat(client.get("/v1/health/live").status()).isEqualTo(200);
        }
    }

    @Test
    void twoThousandIdleConnectionsAreHeldAndThenCut() throws Exception {
        idle(2_000);
    }

    @Test
    @Tag("long")
    void tenThousandIdleConnectionsAreHeldAndThenCut() throws Exception {
        idle(10_000);
    }

    private void idle(int count) throws Exception {
        try (ServedFolder folder = new ServedFolder(home, world); ApiClient client = new ApiClient(folder.port());
                IdleClients _ = IdleClients.open(folder.port(), count)) {
            until(() -> folder.server().connections() >= count);
            assertThat(client.get("/v1/health/live").status()).isEqualTo(200);

            moveUntil(() -> folder.server().connections() == 0);

            assertThat(client.get("/v1/health/live").status()).isEqualTo(200);
        }
    }

    @Test
    void aServerWithoutFreeConnectionsAnswersWhenSilentOnesAreCut() throws Exception {
        Place small = Place.local().withMaxConnections(4);
        List<Socket> idle = new ArrayList<>();
        try (ServedFolder folder = new ServedFolder(home, FileJournal.open(home.resolve("log"),
                JournalConfig.defaults(), World.system()), small, world)) {
            for (int i = 0; i < 4; i++) {
                idle.add(connect(folder.port()));
            }
            until(() -> folder.server().connections() == 4);
            List<CompletableFuture<Integer>> ends = idle.stream().map(one -> async(() -> one.getInputStream().read()))
                    .toList();
            moveUntil(() -> ends.stream().allMatch(CompletableFuture::isDone));

            try (Socket next = connect(folder.port())) { // The clock stands still for it.
                next.getOutputStream().write(LIVE.getBytes(StandardCharsets.US_ASCII));
                assertThat(next.getInputStream().read()).isEqualTo('H');
            }
        } finally {
            for (Socket one : idle) {
                one.close();
            }
        }
    }

    /** The reader has every entry once and in order; the other is told that it was too slow, and cut. */
    @Test
    void aClientThatStopsReadingIsCutAndNoOtherNotices() throws Exception {
        try (ServedFolder folder = new ServedFolder(home)) {
            String run = waiting(folder);
            try (Socket stalled = follow(folder.port(), run, 0); Socket reading = follow(folder.port(), run, 0)) {
                until(() -> folder.server().streamClients() == 2);
                long before = folder.journal().lastSequence();
                AtomicLong seen = new AtomicLong();
                CompletableFuture<List<Long>> ids = async(() -> ids(reading.getInputStream(), seen));
                for (int number = 1; number <= FLOOD; number++) {
                    say(folder, run, number);
                    long last = folder.journal().lastSequence();
                    until(() -> seen.get() > last - MAX_BEHIND); // The reader keeps up, as one on a usual line does.
                }
                String told = new String(stalled.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                folder.solves().openDoor();

                assertThat(told.lines().filter(line -> line.startsWith("event: ")).toList().getLast())
                        .isEqualTo("event: cut");
                assertThat(told).contains("reads slower than events happen");
                assertThat(ids.get()).startsWith(folder.journal().entriesOf(run).getFirst().sequence()).isSorted()
                        .doesNotHaveDuplicates()
                        .containsAll(LongStream.rangeClosed(before + 1, before + FLOOD).boxed().toList());
            }
            until(() -> folder.server().streamClients() == 0);
        }
    }

    @Test
    void aClientThatVanishesLeavesNothingBehind() throws Exception {
        try (ServedFolder folder = new ServedFolder(home)) {
            String run = waiting(folder);
            for (int i = 0; i < 20; i++) {
                Socket gone = follow(folder.port(), run, 0);
                gone.setSoLinger(true, 0);
                gone.close();
            }
            int count = 0;
            do {
                say(folder, run, ++count);
            } while (folder.server().streamClients() > 0 || folder.server().connections() > 1);

            folder.solves().openDoor();
            until(() -> folder.solves().open() == 0);
        }
    }

    /** A run that waits for its door. */
    private static String waiting(ServedFolder folder) throws Exception {
        try (ApiClient client = new ApiClient(folder.port())) {
            String run = client.post("/v1/solves", "{\"question\": \"wait for the door\"}").text("run");
            folder.solves().awaitEntry();
            return run;
        }
    }

    private static void say(ServedFolder folder, String run, int number) {
        String text = "x".repeat(10_000);
        var _ = folder.journal().append(Signal.of(Draft.of(new Payload.Discovery(text, null, 0.5), 0.5),
                new Stamp("flood_" + number, Source.agent("ada"), START, Scope.ofRun(run, 1))), Emission.by("test"),
                START);
    }

    private static Socket follow(int port, String run, long after) throws IOException {
        Socket socket = connect(port);
        socket.getOutputStream().write(("GET /v1/solves/" + run + "/events?after=" + after + " HTTP/1.1\r\n" + HOST
                + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static List<Long> ids(InputStream in, AtomicLong seen) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    ids.add(Long.valueOf(line.substring(4)));
                    seen.set(ids.getLast());
                }
            }
        }
        return ids;
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(TIMEOUT);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT);
        return socket;
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                future.complete(work.call());
            } catch (Exception failed) {
                future.completeExceptionally(failed);
            }
        });
        return future;
    }

    private void moveUntil(BooleanSupplier condition) {
        until(() -> {
            if (condition.getAsBoolean()) {
                return true;
            }
            world.advance(STEP);
            return false;
        });
    }
}
