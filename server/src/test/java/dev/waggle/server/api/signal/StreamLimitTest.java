package dev.waggle.server.api.signal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Streams of signals at once of a token. */
@Timeout(60)
class StreamLimitTest {

    private static final String SIGNALS = "/v1/signals/events";
    private static final String ENGINE = "/v1/engine/events";

    @TempDir
    private Path folder;

    private SignalServer server;

    @BeforeEach
    void serve() {
        ManualWorld world = new ManualWorld(SignalServer.START, 1);
        var _ = SignalServer.tokens(folder, world).create(TokenGrant.of("tester", AccessScope.READ)
                .withLimits(CallerLimits.defaults().withConcurrency(1, 1)));
        server = new SignalServer(folder, world);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNALS, ENGINE})
    void aStreamOccupiesAPlaceUntilItsClientLeaves(String path) throws Exception {
        try (EventReader _ = new EventReader(server.http.port(), path)) {
            for (String other : new String[] {SIGNALS, ENGINE}) {
                assertThatThrownBy(() -> new EventReader(server.http.port(), other)).isInstanceOf(IOException.class)
                        .hasMessage("status 429");
            }
            assertThat(server.http.get(SIGNALS).text()).contains("open streams", "Maybe wait until one ends.");
        }

        until(() -> {
            generate(); // A write finds out that the client has left.
            return isFree(path);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNALS, ENGINE})
    void aRequestForTheHeadEndsAtOnceAndOccupiesNoPlace(String path) throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(server.http.send("HEAD", path, "").status()).isEqualTo(200);
        }
        assertThat(isFree(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNALS, ENGINE})
    void theStreamOfARevokedTokenEnds(String path) throws Exception {
        try (EventReader stream = new EventReader(server.http.port(), path).begun()) {
            var _ = SignalServer.tokens(folder, server.world).revoke("tester");
            server.world.advance(Duration.ofSeconds(2));
            generate();

            EventReader.SentEvent event = stream.next();
            while (!event.name().equals("bye")) {
                event = stream.next();
            }
            assertThat(event.text("reason")).isEqualTo("the token is not valid any more");
        }
        assertThat(isFree(path)).as("its place").isTrue();
    }

    private void generate() {
        try {
            assertThat(server.http.post("/v1/signals", "{\"type\":\"build:done\"}").status()).isEqualTo(201);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private boolean isFree(String path) {
        try (EventReader _ = new EventReader(server.http.port(), path)) {
            return true;
        } catch (IOException taken) {
            return false;
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
