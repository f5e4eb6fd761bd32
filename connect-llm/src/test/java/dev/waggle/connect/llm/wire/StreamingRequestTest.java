package dev.waggle.connect.llm.wire;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that end at the moment in which their response comes. */
class StreamingRequestTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    /** The client delivers each response late, so every interrupt meets one that has come and is not delivered yet. */
    @Test
    void aResponseThatNobodyReceivesLeavesNoConnection() throws Exception {
        Executor late = CompletableFuture.delayedExecutor(60, TimeUnit.MILLISECONDS);
        HttpClientPool clients = new HttpClientPool(NetworkOptions.NONE, late);
        try (FakeModels server = FakeModels.answering(
                _ -> new FakeAnswer.Fault.NeverEnds("and ", Duration.ofMillis(1)))) {
            for (int i = 0; i < 30; i++) {
                StreamingRequest request = new StreamingRequest(clients, World.system(), 1 << 20, null);
                CompletableFuture<@Nullable Throwable> outcome = new CompletableFuture<>();
                Thread caller = Thread.ofVirtual().start(() -> {
                    try {
                        request.run(question(server), EventFormat.SERVER_SENT_EVENTS, new Nobody());
                        outcome.complete(null);
                    } catch (TransportException ended) {
                        outcome.complete(ended);
                    }
                });
                assertThat(server.awaitRequests(i + 1, SOON)).isTrue();
                var _ = World.system().await(new CompletableFuture<Void>(), Duration.ofMillis(5L * i));
                caller.interrupt();
                assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(TransportException.class);
            }
            assertThat(server.awaitOpenStreams(0, SOON)).isTrue();
        } finally {
            clients.close();
        }
    }

    private static HttpRequest question(FakeModels server) {
        return HttpRequest.newBuilder(URI.create(server.baseUrl(WireFormatName.OPENAI) + "/chat/completions"))
                .header("content-type", "application/json").header("authorization", "Bearer key")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"model": "fake-fast", "stream": true, "messages": [{"role": "user", "content": "Hello"}]}"""))
                .build();
    }

    /** Reads forever. */
    private static final class Nobody implements StreamingRequest.EventConsumer {

        @Override
        public void read(JsonValue event) {
            // Nothing is wanted.
        }

        @Override
        public boolean isComplete() {
            return false;
        }

        @Override
        public boolean isCut() {
            return false;
        }

        @Override
        public @Nullable String error() {
            return null;
        }
    }
}
