package dev.waggle.connect.llm.provider;

import java.net.http.HttpRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.waggle.connect.llm.embedding.EmbeddingProtocol;
import dev.waggle.connect.llm.embedding.EmbeddingRequest;
import dev.waggle.connect.llm.embedding.EmbeddingResult;
import dev.waggle.connect.llm.embedding.GeminiEmbeddingProtocol;
import dev.waggle.connect.llm.embedding.OllamaEmbeddingProtocol;
import dev.waggle.connect.llm.embedding.OpenAiEmbeddingProtocol;
import dev.waggle.connect.llm.embedding.SizeRefusals;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Endpoint of one embedding model. It makes one attempt; its caller retries and checks the vectors. Thread-safe. */
public final class EmbeddingEndpoint {

    /** The largest reply: several times 128 vectors of 4,096 dimensions, at 25 bytes a number. */
    static final long MAX_REPLY = 64L * 1_024 * 1_024;

    private static final int NOT_FOUND = 404;

    private final ProviderConfig provider;
    private final ModelName name;
    private final EndpointAccess access;
    private final EmbeddingProtocol protocol;
    private final ProviderRuntime runtime;

    /**
     * @param found the result of the search for the key
     * @throws IllegalArgumentException when the provider has no embedding models
     */
    public EmbeddingEndpoint(ProviderConfig provider, ModelName name, KeySource.KeyLookup found,
            ProviderRuntime runtime) {
        this.provider = provider;
        this.name = name;
        this.runtime = runtime;
        access = new EndpointAccess(provider, found);
        protocol = protocol(provider);
    }

    private static EmbeddingProtocol protocol(ProviderConfig provider) {
        return switch (provider.kind()) {
            case OPENAI, AZURE -> new OpenAiEmbeddingProtocol();
            case OLLAMA -> new OllamaEmbeddingProtocol();
            case GEMINI -> new GeminiEmbeddingProtocol();
            case ANTHROPIC -> throw new IllegalArgumentException(provider.name() + " has no embedding models"
                    + "\nMaybe openai:text-embedding-3-small, or ollama:nomic-embed-text.");
        };
    }

    public ModelName name() {
        return name;
    }

    /**
     * Most texts of a request. OpenAI and Azure take 2,048 and Gemini 100, but a reply of many vectors is large. Servers
     * of their own take 32 by default (Text Embeddings Inference, {@code --max-client-batch-size}).
     */
    public int maxTexts() {
        return switch (provider.kind()) {
            case OPENAI -> provider.usesDefaultUrl() ? 128 : 32;
            case AZURE -> 128;
            case GEMINI -> 100;
            case OLLAMA, ANTHROPIC -> 64;
        };
    }

    /** Most estimated tokens of a request: 300,000 at OpenAI (API reference, "Create embeddings"), less elsewhere. */
    public int maxTokens() {
        return switch (provider.kind()) {
            case OPENAI, AZURE -> provider.kind() == ProviderConfig.Kind.AZURE || provider.usesDefaultUrl()
                    ? 250_000
                    : 32_768;
            case GEMINI -> 20_000; // garrytan/gbrain#3651, 2026: each text of it has at most 2,048.
            case OLLAMA, ANTHROPIC -> 65_536;
        };
    }

    /**
     * Asks once for the vectors of these texts.
     *
     * @param dimensions length of the vectors; null for the usual one
     * @throws HarnessException when there is no usable answer before the deadline
     */
    public EmbeddingResult embed(List<String> texts, EmbeddingPurpose purpose, @Nullable Integer dimensions,
            Deadline deadline) throws HarnessException, InterruptedException {
        ApiKey key = access.key(name.model());
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, name.model(), key, runtime.secrets());
        EmbeddingRequest request = new EmbeddingRequest(provider.requestedName(name.model()), texts, purpose,
                dimensions, provider.settings().keepAliveJson());
        HttpRequest message = new EndpointRequest(provider, key).post(name.model(), protocol.path(request),
                JsonLine.of(protocol.body(request)));
        try {
            return new EmbeddingResult.Vectors(protocol.read(json(send(message, deadline))));
        } catch (CompletionException failed) {
            return sizeRefusal(failed, failures).orElseThrow(() -> failure(failed, failures));
        } catch (IllegalArgumentException foreign) {
            throw failures.of(new TransportError.ForeignFormat(200, "JSON", String.valueOf(foreign.getMessage())));
        }
    }

    private static JsonValue json(String body) {
        try {
            return JsonText.read(body);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(body.isBlank() ? "nothing" : body, bad);
        }
    }

    private String send(HttpRequest message, Deadline deadline) throws HarnessException, InterruptedException {
        World world = deadline.world();
        StreamingRequest line = runtime.httpClient().newRequest(world, provider.endpoint().caFile());
        CompletableFuture<String> body = new CompletableFuture<>();
        Thread thread = world.start("waggle-embedding-call", () -> fetch(line, message, body));
        try {
            if (!deadline.await(body)) {
                throw HarnessException.of(HarnessFailure.Kind.STALLED, name + " gave no vectors in time"
                        + "\nMaybe set a longer timeout, or look at the server.");
            }
            return body.join();
        } finally {
            line.stop();
            thread.interrupt();
        }
    }

    private static void fetch(StreamingRequest line, HttpRequest message, CompletableFuture<String> body) {
        try {
            body.complete(line.readChecked(message, MAX_REPLY));
        } catch (Throwable failed) {
            body.completeExceptionally(failed);
        }
    }

    private static Optional<EmbeddingResult> sizeRefusal(CompletionException failed, ProviderErrorMapper failures) {
        return failed.getCause() instanceof TransportException refused
                && refused.error() instanceof TransportError.Status status
                && SizeRefusals.isOne(status.code(), status.excerpt())
                        ? Optional.of(new EmbeddingResult.SizeRefusal(failures.of(status).failure()))
                        : Optional.empty();
    }

    private HarnessException failure(CompletionException failed, ProviderErrorMapper failures) {
        boolean isMissingAtOllama = provider.kind() == ProviderConfig.Kind.OLLAMA
                && failed.getCause() instanceof TransportException refused
                && refused.error() instanceof TransportError.Status status && status.code() == NOT_FOUND;
        return isMissingAtOllama
                ? failures.notInstalled(List.of(name.model()), Optional.empty())
                : failures.of(failed);
    }
}
