package dev.waggle.connect.llm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.connect.llm.ModelCatalog.UnavailableProvider;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Providers that cannot be called are known before anything is paid, in the words of a call. */
class UnavailableProvidersTest {

    private static final String KEY = ProviderTestBed.KEY;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Map<String, String> headers = new HashMap<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    /** The address of a server that answers every request so. */
    private String server(int status, String type, String body) throws IOException {
        return server(exchange -> {
            exchange.getResponseHeaders().add("Content-Type", type);
            if (status / 100 == 3) {
                exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private String server(Reply reply) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            reply.to(exchange);
        });
        server.start();
        open.add(() -> {
            server.stop(0);
            threads.shutdownNow();
        });
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @FunctionalInterface
    private interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    private static String ofCall(ModelCatalog catalog, String model) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + catalog.harness(model).run(ProviderTestBed.hello(),
                    RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
                    })));
        } catch (HarnessException failed) {
            return failed.failure().message();
        }
    }

    private static List<UnavailableProvider> unavailable(Map<String, String> environment, String... models)
            throws InterruptedException {
        try (ModelCatalog catalog = ModelCatalog.of(environment)) {
            return catalog.unavailable(List.of(models));
        }
    }

    @Test
    void aMissingKeyIsSaidOnceForAProviderInTheWordsOfACallAndNothingIsSent() throws Exception {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of())) {
            List<UnavailableProvider> unavailable = catalog
                    .unavailable(List.of("anthropic:a", "anthropic:b", "openai:c"));

            assertThat(unavailable).extracting(UnavailableProvider::provider).containsExactly("anthropic", "openai");
            assertThat(unavailable.getFirst().message()).isEqualTo(ofCall(catalog, "anthropic:a"))
                    .contains("ANTHROPIC_API_KEY", "\nMaybe set");
        }
    }

    @Test
    void anUnusableKeyIsNotSentAndNotShown() throws Exception {
        String url = server(200, "application/json", "{}");

        assertThat(unavailable(Map.of("OPENAI_BASE_URL", url, "OPENAI_API_KEY", "two words"), "openai:a"))
                .singleElement().satisfies(found -> assertThat(found.message()).contains("no key for openai",
                        "OPENAI_API_KEY").doesNotContain("two words"));
        assertThat(asked).isEmpty();
    }

    @Test
    void aServerThatIsNotThereIsSaidInTheWordsOfACall() throws Exception {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("OLLAMA_HOST", "127.0.0.1:" + freePort()))) {
            assertThat(catalog.unavailable(List.of("ollama:llama3.2"))).singleElement()
                    .satisfies(found -> assertThat(found.message()).isEqualTo(ofCall(catalog, "ollama:llama3.2"))
                            .contains("cannot be reached", "\nMaybe start it: ollama serve"));
        }
    }

    /** A firewall that drops packets, as a queue of connections that is full does. */
    @Test
    @Timeout(60)
    void aServerToWhichNoConnectionComesIsNotThere() throws Exception {
        try (ServerSocketChannel full = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1)) {
            List<SocketChannel> waiting = new ArrayList<>();
            try {
                for (int i = 0; i < 16; i++) {
                    SocketChannel client = SocketChannel.open();
                    waiting.add(client);
                    client.configureBlocking(false);
                    client.connect(full.getLocalAddress());
                }
                assertThat(unavailable(Map.of("OLLAMA_HOST", "127.0.0.1:" + full.socket().getLocalPort()),
                        "ollama:any")).singleElement()
                        .satisfies(found -> assertThat(found.message()).contains("cannot be reached"));
            } finally {
                for (SocketChannel client : waiting) {
                    client.close();
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aWrongKeyIsSaidInTheWordsOfACallAndNotShown(int status) throws Exception {
        String url = server(status, "application/json",
                "{\"error\": {\"message\": \"Incorrect API key provided: " + KEY + "\"}}");
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("ANTHROPIC_BASE_URL", url, "ANTHROPIC_API_KEY", KEY))) {
            List<UnavailableProvider> unavailable = catalog.unavailable(List.of("anthropic:any"));

            assertThat(unavailable).singleElement()
                    .satisfies(found -> assertThat(found.message()).contains("does not accept the key",
                            "HTTP " + status).doesNotContain(KEY).isEqualTo(ofCall(catalog, "anthropic:any")));
        }
    }

    @Test
    void aKeyOfGeminiThatIsRefusedAsABadRequestIsAWrongKey() throws Exception {
        String url = server(400, "application/json", """
                {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.",
                 "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}}""");

        assertThat(unavailable(Map.of("GEMINI_BASE_URL", url, "GEMINI_API_KEY", KEY), "gemini:any")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | application/json | {"data": []}
            200 | text/html        | <html>welcome</html>
            302 | text/plain       | moved
            400 | application/json | {"error": {"message": "no"}}
            404 | text/plain       | 404 page not found
            405 | text/plain       | no GET here
            429 | application/json | {"error": {"message": "slow down"}}
            500 | application/json | {"error": {"message": "broken"}}
            503 | text/html        | <html>busy</html>
            401 | application/json | {"error": {"message": "Insufficient permissions. Missing scopes: api.model.read"}}
            403 | application/json | {"error": {"message": "Insufficient permissions. Missing scopes: api.model.read"}}
            403 | application/json | {"message": "Missing Authentication Token"}
            403 | application/json | {"detail": "Virtual key is not allowed to call this route. Tried to call: /v1/models"}
            """)
    void anyOtherAnswerShowsThatTheServerIsThere(int status, String type, String body) throws Exception {
        String url = server(status, type, body);

        assertThat(unavailable(Map.of("OPENAI_BASE_URL", url, "OPENAI_API_KEY", KEY, "OLLAMA_BASE_URL", url),
                "openai:any", "ollama:any")).isEmpty();
        assertThat(asked).hasSize(2);
    }

    @Test
    void eachKindIsAskedForItsListOfModelsWithItsHeaders() throws Exception {
        String url = server(404, "text/plain", "none");
        Map<String, String> environment = Map.of("OPENAI_BASE_URL", url + "/v1", "OPENAI_API_KEY", KEY,
                "ANTHROPIC_BASE_URL", url, "ANTHROPIC_API_KEY", KEY, "GEMINI_BASE_URL", url, "GEMINI_API_KEY", KEY,
                "OLLAMA_BASE_URL", url, "AZURE_OPENAI_ENDPOINT", url, "AZURE_OPENAI_API_KEY", KEY);

        assertThat(unavailable(environment, "openai:a", "anthropic:a", "gemini:a", "ollama:a", "azure:a")).isEmpty();
        assertThat(asked).containsExactlyInAnyOrder("GET /v1/models", "GET /v1/models", "GET /v1beta/models",
                "GET /api/tags", "GET /openai/v1/models");
        assertThat(headers).containsEntry("Authorization", "Bearer " + KEY).containsEntry("X-api-key", KEY)
                .containsEntry("X-goog-api-key", KEY).containsEntry("Api-key", KEY).containsKey("Anthropic-version");
    }

    @Test
    void theDatedFormOfAzureHasAListOfItsOwn() throws Exception {
        String url = server(200, "application/json", "{\"data\": []}");

        assertThat(unavailable(Map.of("AZURE_OPENAI_ENDPOINT", url, "AZURE_OPENAI_API_KEY", KEY, "OPENAI_API_VERSION",
                "2024-10-21"), "azure:gpt")).isEmpty();
        assertThat(asked).containsExactly("GET /openai/models?api-version=2024-10-21");
    }

    @ParameterizedTest
    @CsvSource({"llama3.2, true", "llama3.2:latest, true", "LLAMA3.2, true", "library/llama3.2, true",
        "qwen3:8b, true", "hf.co/some/Model:Q4, true", "gpt-oss:120b-cloud, true", "qwen3, false",
        "llama3.2:1b, false", "nosuch, false", "hf.co/some/Model, false"})
    void ollamaIsAskedWhetherItHasTheModel(String model, boolean has) throws Exception {
        String url = server(200, "application/json", """
                {"models": [{"name": "llama3.2:latest"}, {"name": "qwen3:8b"}, {"name": "hf.co/some/model:Q4"}]}""");

        List<UnavailableProvider> unavailable = unavailable(Map.of("OLLAMA_BASE_URL", url), "ollama:" + model);

        assertThat(unavailable).hasSize(has ? 0 : 1).allSatisfy(found -> assertThat(found.message())
                .contains("ollama at " + url + " knows no model " + model, "ollama pull " + model));
    }

    @Test
    void theNearestModelOfOllamaIsOffered() throws Exception {
        String url = server(200, "application/json", "{\"models\": [{\"name\": \"llama3.2:latest\"}]}");

        assertThat(unavailable(Map.of("OLLAMA_BASE_URL", url), "ollama:lama3.2", "ollama:nosuch")).singleElement()
                .satisfies(found -> assertThat(found.message()).endsWith("knows no model lama3.2, nosuch"
                        + "\nMaybe llama3.2, or: ollama pull lama3.2 && ollama pull nosuch"));
    }

    @Test
    void aListThatIsNoneProvesNothing() throws Exception {
        String url = server(200, "application/json", "[1, {\"models\": 2}]");

        assertThat(unavailable(Map.of("OLLAMA_BASE_URL", url), "ollama:nosuch")).isEmpty();
    }

    @Test
    @Timeout(60)
    void allProvidersAreAskedAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        String url = server(exchange -> {
            try {
                together.await(30, TimeUnit.SECONDS); // Broken, and so no answer, unless three requests wait at once.
            } catch (Exception alone) {
                throw new IOException(alone);
            }
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });

        assertThat(unavailable(Map.of("OPENAI_BASE_URL", url, "ANTHROPIC_BASE_URL", url, "ANTHROPIC_API_KEY", KEY,
                "OLLAMA_BASE_URL", url), "openai:a", "anthropic:a", "ollama:a", "openai:b")).isEmpty();
        assertThat(asked).hasSize(3);
        assertThat(together.isBroken()).isFalse();
    }

    @Test
    @Timeout(60)
    void aServerThatAcceptsAndNeverAnswersIsThereAfterTheLimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                ModelCatalog catalog = ModelCatalog
                        .of(Map.of("OLLAMA_HOST", "127.0.0.1:" + silent.getLocalPort()))) {
            ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
            CompletableFuture<List<UnavailableProvider>> found = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    found.complete(catalog.unavailable(List.of("ollama:any"), world));
                } catch (InterruptedException | RuntimeException failed) {
                    found.completeExceptionally(failed);
                }
            });
            try (Socket client = silent.accept()) {
                assertThat(client.getInputStream().read()).isPositive(); // The request has begun to arrive.
                while (!found.isDone()) { // The check may not wait yet when the clock moves first.
                    world.advance(Duration.ofSeconds(6));
                    Thread.onSpinWait();
                }
            }
            assertThat(found.get()).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void anInterruptedCallerDoesNotWait() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                ModelCatalog catalog = ModelCatalog
                        .of(Map.of("OLLAMA_HOST", "127.0.0.1:" + silent.getLocalPort()))) {
            CompletableFuture<String> ended = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    ended.complete("found " + catalog.unavailable(List.of("ollama:any"),
                            new ManualWorld(Instant.EPOCH, 1)));
                } catch (InterruptedException stopped) {
                    ended.complete("interrupted");
                }
            });
            try (Socket client = silent.accept()) {
                assertThat(client.getInputStream().read()).isPositive();
                caller.interrupt();
                assertThat(ended.get()).isEqualTo("interrupted");
            }
        }
    }

    @Test
    void aliasesStandForTheirModelsAndUnknownNamesAreRefused() throws Exception {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "http://127.0.0.1:1/v1"}},
                 "models": {"cheap": "lab:small"}}""")) {
            assertThat(catalog.unavailable(List.of("cheap"))).extracting(UnavailableProvider::provider)
                    .containsExactly("lab");
            assertThat(catalog.unavailable(List.of())).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> catalog.unavailable(List.of("chep")))
                    .withMessageContaining("cheap");
            assertThatIllegalArgumentException().isThrownBy(() -> catalog.unavailable(List.of("lap:x")))
                    .withMessageContaining("Maybe lab");
        }
    }

    @Test
    void aRegistryChecksKeysWithoutARequest() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                LiveModels models = LiveModels.of(Map.of("OLLAMA_HOST", "127.0.0.1:1", "OPENAI_BASE_URL",
                        bed.server.baseUrl(WireFormatName.OPENAI)))) {
            models.requireKey("ollama:any");
            models.requireKey("openai:any");

            assertThatIllegalStateException().isThrownBy(() -> models.requireKey("anthropic:any"))
                    .withMessage(ofCall(models.catalog(), "anthropic:any"));
        }
    }
}
