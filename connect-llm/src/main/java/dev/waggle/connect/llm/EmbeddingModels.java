package dev.waggle.connect.llm;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.connect.llm.provider.EmbeddingEndpoint;
import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingBudget;
import dev.waggle.signal.embedding.EmbeddingLedger;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Embedding models by name, with the keys, addresses and aliases of the models that speak. Requests are retried behind a
 * circuit breaker for each endpoint, and all models share one budget.
 *
 * <pre>
 *   try (EmbeddingModels models = EmbeddingModels.of(System.getenv())) {
 *       TextEmbedder embedder = models.named("openai:text-embedding-3-small@512");
 *       List&lt;float[]&gt; vectors = embedder.embed(List.of("shard the database"), EmbeddingPurpose.DOCUMENT);
 *   }
 * </pre>
 *
 * Thread-safe; one instance serves any number of memories.
 */
public final class EmbeddingModels implements AutoCloseable {

    /** Largest length of a vector that can be asked for; no known model has a longer one. */
    private static final int MAX_DIMENSIONS = 16_384;

    private static final Pattern DIMENSIONS = Pattern.compile("(.+)@([1-9]\\d{0,4})");

    private final ModelCatalog catalog;
    private final CircuitBreakerRegistry breakers;
    private final EmbeddingOptions options;
    private final EmbeddingLedger ledger;
    private final World world;

    private EmbeddingModels(ModelCatalog catalog, CircuitBreakerRegistry breakers, EmbeddingOptions options,
            EmbeddingLedger ledger, World world) {
        this.catalog = catalog;
        this.breakers = breakers;
        this.options = options;
        this.ledger = ledger;
        this.world = world;
    }

    /**
     * The models of a catalog, which is closed with this.
     *
     * @param world its stopwatch measures timeouts, waits and the hour of the budget
     */
    public static EmbeddingModels of(ModelCatalog catalog, World world) {
        return new EmbeddingModels(Objects.requireNonNull(catalog, "catalog must not be null"),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, world), EmbeddingOptions.DEFAULTS,
                EmbeddingLedger.unlimited(world), world);
    }

    /**
     * The built-in providers, with the keys and addresses of that environment.
     *
     * @param environment usually {@code System.getenv()}
     * @throws IllegalArgumentException when a variable holds no address; the message names it
     */
    public static EmbeddingModels of(Map<String, String> environment) {
        return of(ModelCatalog.of(environment), World.system());
    }

    /**
     * The built-in providers and the providers of a models file.
     *
     * @throws IllegalArgumentException as {@link ModelCatalog#of(Map, Path)}
     */
    public static EmbeddingModels of(Map<String, String> environment, Path file) {
        return of(ModelCatalog.of(environment, file), World.system());
    }

    /** The same models with other options. Closing either closes both. */
    public EmbeddingModels withOptions(EmbeddingOptions other) {
        return new EmbeddingModels(catalog, breakers, other, ledger, world);
    }

    /** The same models with a budget of their own, which begins now. Closing either closes both. */
    public EmbeddingModels withBudget(EmbeddingBudget budget) {
        return new EmbeddingModels(catalog, breakers, options, new EmbeddingLedger(budget, world), world);
    }

    /** The texts and tokens of these models so far. */
    public EmbeddingLedger ledger() {
        return ledger;
    }

    /**
     * The embedding model of that name. Its vectors are checked, and their length must not change. A missing key or
     * model is reported by the first call. {@value HashingEmbedder#NAME} needs no provider.
     *
     * @param name an alias of the models file or {@code provider:model}, and after {@code @} the length of the vectors
     *        if it is not the usual one, for example {@code openai:text-embedding-3-small@512}
     * @throws IllegalArgumentException when nothing has that name, or its provider has no embedding models
     */
    public TextEmbedder named(String name) {
        Matcher matcher = DIMENSIONS.matcher(name);
        if (!matcher.matches()) {
            return name.equals(HashingEmbedder.NAME)
                    ? HashingEmbedder.create()
                    : CheckedEmbedder.of(embedder(name, null));
        }
        int dimensions = Integer.parseInt(matcher.group(2));
        if (dimensions > MAX_DIMENSIONS) {
            throw new IllegalArgumentException("the dimensions of an embedding model must be at most " + MAX_DIMENSIONS
                    + ", got " + name);
        }
        return matcher.group(1).equals(HashingEmbedder.NAME)
                ? HashingEmbedder.of(dimensions)
                : CheckedEmbedder.of(embedder(matcher.group(1), dimensions), dimensions);
    }

    private ProviderEmbedder embedder(String name, @Nullable Integer dimensions) {
        EmbeddingEndpoint endpoint = catalog.embedding(name);
        EmbeddingCaller caller = new EmbeddingCaller(endpoint,
                breakers.of(catalog.endpoint(endpoint.name())), options, world);
        return new ProviderEmbedder(endpoint, caller, ledger, dimensions);
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        catalog.close();
    }
}
