package dev.waggle.connect.llm.provider;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Check before the calls of a solve that a provider can be called: its key, then one free request for its list of
 * models. A failure has the words that a call would have.
 *
 * <pre>
 *   no key, or an unusable one                    -> failure, and nothing is sent
 *   no connection, certificate, proxy, 401, 403   -> failure
 *   a model that is not in Ollama's list          -> failure
 *   any other answer, or none in time             -> the server is there
 * </pre>
 */
public final class ProviderCheck {

    /** Longest wait for a connection, and for the list of models. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    /**
     * Time beyond the limit in which the HTTP client reports whether there was a connection. On a busy machine its
     * first timeout comes half a second late.
     */
    private static final Duration LINGER = Duration.ofSeconds(3);

    /** Largest part of a list that is read, in bytes: some thousand models. */
    private static final int MAX_LIST = 4 * 1_024 * 1_024;

    /**
     * Words of HTTP 401 or 403 for a list that is refused to a key which may call models.
     * <ul>
     * <li>"Missing scopes": OpenAI (microsoft/PowerToys#32989, 2024; pressidium/pressidium-cookie-consent#156, 2025).
     * <li>"Missing Authentication Token": Amazon API Gateway, for any path that it does not serve (aws/chalice#12).
     * <li>"not allowed to call this route": LiteLLM, for a key with few routes (BerriAI/litellm#32443, 2026).
     * </ul>
     */
    private static final List<String> LIST_REFUSALS = List.of("missing scopes", "missing authentication token",
            "not allowed to call this route");

    private final ProviderConfig provider;
    private final EndpointAccess access;
    private final List<String> models;
    private final ProviderHttpClient httpClient;

    /**
     * @param found the result of the search for the key
     * @param models the models to be called, at least one
     */
    public ProviderCheck(ProviderConfig provider, KeySource.KeyLookup found, List<String> models,
            ProviderHttpClient httpClient) {
        this.provider = provider;
        this.models = List.copyOf(models);
        this.httpClient = httpClient;
        access = new EndpointAccess(provider, found);
    }

    /** The failure of a call for its key or its headers; empty without one. Nothing is sent. */
    public Optional<HarnessFailure> keyFailure() {
        try {
            access.key(models.getFirst());
            return Optional.empty();
        } catch (HarnessException unusable) {
            return Optional.of(unusable.failure());
        }
    }

    /**
     * The failure that each call would have; empty if the provider can be called as far as is known.
     *
     * @throws InterruptedException when the caller is interrupted; the request is cancelled
     */
    public Optional<HarnessFailure> failure(World world) throws InterruptedException {
        ApiKey key;
        try {
            key = access.key(models.getFirst());
        } catch (HarnessException unusable) {
            return Optional.of(unusable.failure());
        }
        HttpRequest message = HttpRequest.newBuilder(new EndpointRequest(provider, key).listOfModels(),
                (_, _) -> true).timeout(LIMIT).build();
        StreamingRequest line = httpClient.newRequest(world, provider.endpoint().caFile());
        CompletableFuture<String> list = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("waggle-provider-check").start(() -> fetch(line, message, list));
        try {
            return world.await(list, LIMIT.plus(LINGER)) ? failure(list, key) : Optional.empty();
        } finally {
            line.stop();
            thread.interrupt();
        }
    }

    private static void fetch(StreamingRequest line, HttpRequest message, CompletableFuture<String> list) {
        try {
            list.complete(line.readWhole(message, MAX_LIST));
        } catch (Throwable failed) {
            list.completeExceptionally(failed);
        }
    }

    private Optional<HarnessFailure> failure(CompletableFuture<String> list, @Nullable ApiKey key) {
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, models.getFirst(), key);
        try {
            return missing(list.join(), failures);
        } catch (CompletionException failed) {
            return failed.getCause() instanceof TransportException ofTransport && endsCalls(ofTransport.error())
                    ? Optional.of(failures.of(ofTransport.error()).failure()).filter(ProviderCheck::isCertain)
                    : Optional.empty();
        }
    }

    /** Only Ollama refuses every model that it does not list. Others serve models and aliases beside their list. */
    private Optional<HarnessFailure> missing(String body, ProviderErrorMapper failures) {
        if (provider.kind() != ProviderConfig.Kind.OLLAMA) {
            return Optional.empty();
        }
        return InstalledModels.read(body).flatMap(installed -> {
            List<String> absent = models.stream().filter(model -> !installed.has(model)).toList();
            return absent.isEmpty()
                    ? Optional.empty()
                    : Optional.of(failures.notInstalled(absent, installed.nearest(absent.getFirst())).failure());
        });
    }

    private static boolean endsCalls(TransportError error) {
        return switch (error) {
            case TransportError.Unreachable _, TransportError.Untrusted _, TransportError.ProxyLogin _, TransportError.Misconfiguration _ ->
                true;
            case TransportError.Status status -> !lacksOnlyTheList(status);
            case TransportError.ErrorEvent _, TransportError.Redirect _, TransportError.ForeignFormat _, TransportError.InvalidEncoding _, TransportError.TooLarge _,TransportError.Interruption _,TransportError.Cancellation _ ->
                false;
        };
    }

    private static boolean lacksOnlyTheList(TransportError.Status status) {
        String excerpt = status.excerpt().toLowerCase(Locale.ROOT);
        return LIST_REFUSALS.stream().anyMatch(excerpt::contains);
    }

    /** A refusal of the list other than one of the key shows a server that is there. */
    private static boolean isCertain(HarnessFailure failure) {
        return switch (failure.kind()) {
            case AUTHENTICATION, UNREACHABLE, FAILED -> true;
            case BAD_REQUEST, UNKNOWN_SESSION, UNKNOWN_MODEL, REFUSED, RATE_LIMITED, OVERLOADED, STALLED, TRUNCATED,
                    MALFORMED, TOO_LARGE, DEADLINE, CANCELLED, CIRCUIT_OPEN, BUDGET, DEPARTED ->
                false;
        };
    }
}
