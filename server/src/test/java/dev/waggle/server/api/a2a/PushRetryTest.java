package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import com.sun.net.httpserver.HttpServer;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.connect.web.WebPolicy;
import dev.waggle.connect.web.WebPost;
import dev.waggle.server.BoundedWait;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PushRetryTest {

    private static final int ATTEMPTS = 4;
    private static final A2aTaskStatus WORKING = new A2aTaskStatus(A2aTaskState.WORKING, null, Instant.EPOCH);

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger log = Logger.getLogger(PushDelivery.class.getName());
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
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
    private final CompletableFuture<Void> door = new CompletableFuture<>();
    private HttpServer receiver;
    private PushDelivery delivery;

    @BeforeEach
    void begin() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            requests.add(path);
            if (path.equals("/slow")) {
                door.join();
            }
            exchange.sendResponseHeaders(path.startsWith("/bad") ? 503 : 200, -1);
            exchange.close();
        });
        receiver.start();
        delivery = new PushDelivery(WebPost.of(WebPolicy.defaults().allowing(place()), World.system(1)), world);
        log.addHandler(listening);
    }

    @AfterEach
    void end() {
        log.removeHandler(listening);
        delivery.close();
        receiver.stop(0);
    }

    @Test
    void anUpdateIsGivenUpAfterFourAttemptsAndIsCountedAndLogged() {
        send("/bad");
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            int next = attempt + 1;
            BoundedWait.until(() -> {
                world.advance(Duration.ofSeconds(30));
                return requests.size() >= next;
            });
        }
        BoundedWait.until(() -> delivery.lost() == 1);

        // Time goes on, and the receiver is not asked again.
        world.advance(Duration.ofHours(1));
        send("/well");
        BoundedWait.until(() -> requests.contains("/well"));
        assertThat(requests).containsExactly("/bad", "/bad", "/bad", "/bad", "/well");
        assertThat(lines).singleElement().asString().contains("solve_1", "its status is 503");
        assertThat(delivery.lost()).isEqualTo(1);
    }

    @Test
    void noFurtherAttemptIsMadeBeforeItsPause() {
        send("/bad");
        BoundedWait.until(() -> requests.size() == 1);
        world.advance(Duration.ofMillis(999));
        send("/well");
        BoundedWait.until(() -> requests.contains("/well"));

        assertThat(requests).containsExactly("/bad", "/well");
        assertThat(delivery.lost()).isZero();
        endOfDelivery(1);
    }

    @Test
    void aCallerWhoseReceiversAreAwayDisplacesNoUpdateOfAnother() {
        for (int i = 0; i <= PushDelivery.LIMIT_OF_CALLER.updates(); i++) {
            send("solve_" + i, "bob", "/bad");
        }
        BoundedWait.until(() -> requests.size() == PushDelivery.LIMIT_OF_CALLER.updates());
        send("/well");

        BoundedWait.until(() -> requests.contains("/well"));
        assertThat(delivery.lost()).isEqualTo(1);
        assertThat(lines).singleElement().asString().contains("250 updates of ", " of bob wait already");
        endOfDelivery(PushDelivery.LIMIT_OF_CALLER.updates() + 1);
    }

    @Test
    void updatesBeyondTheMemoryOfACallerAreGivenUp() {
        String page = "x".repeat((int) (PushDelivery.LIMIT_OF_CALLER.characters() / 2));
        for (String path : List.of("/bad1", "/bad2", "/bad3")) {
            send("solve_1", "bob", path, page);
        }
        send("/well");
        BoundedWait.until(() -> requests.contains("/well") && requests.contains("/bad1"));

        assertThat(delivery.lost()).isEqualTo(2);
        endOfDelivery(3);
    }

    @Test
    void updatesThatWaitWhenTheServerEndsAreNotSent() {
        send("/slow");
        send("/slow");
        BoundedWait.until(() -> requests.size() == 1);
        delivery.close();
        door.complete(null);

        BoundedWait.until(() -> delivery.lost() == 1);
        assertThat(requests).containsExactly("/slow");
        assertThat(lines).singleElement().asString().contains("the server ends");
    }

    /** Ends the delivery, and waits until the updates under way are given up, so that no other test hears of them. */
    private void endOfDelivery(int lost) {
        delivery.close();
        BoundedWait.until(() -> delivery.lost() == lost);
    }

    private String place() {
        return "127.0.0.1:" + receiver.getAddress().getPort();
    }

    private void send(String path) {
        send("solve_1", "ada", path);
    }

    private void send(String id, String caller, String path) {
        send(id, caller, path, "q");
    }

    private void send(String id, String caller, String path, String text) {
        TaskRecord.Origin origin = new TaskRecord.Origin(id, "context", caller, null, Instant.EPOCH,
                EventVerbosity.STANDARD);
        TaskRecord task = TaskRecord.of(origin, new A2aMessage("m", A2aRole.USER, List.of(A2aPart.text("q")),
                A2aMessage.Links.NONE)).with(path, new TaskRecord.Target(A2aVersion.V1_0,
                        new A2aPushTarget(path, "http://" + place() + path, null, null)));
        A2aTaskStatus status = new A2aTaskStatus(A2aTaskState.WORKING, new A2aMessage("s", A2aRole.AGENT,
                List.of(A2aPart.text(text)), A2aMessage.Links.NONE), Instant.EPOCH);
        delivery.send(task, List.of(new A2aEvent.StatusUpdate(task.id(), origin.contextId(), status, false,
                A2aMetadata.NONE)), new A2aTask(task.id(), origin.contextId(), WORKING, List.of(), List.of(),
                        A2aMetadata.NONE));
    }
}
