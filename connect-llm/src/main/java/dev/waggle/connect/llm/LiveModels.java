package dev.waggle.connect.llm;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelRegistry;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.harness.call.ResilientHarness;

/**
 * Models of a catalog with retries, circuit breakers and a budget, for use by a swarm.
 *
 * <pre>
 *   retries and the breaker of the endpoint -> budget -> the provider's harness
 * </pre>
 *
 * Every attempt is paid from the budget of its solve. A transient failure is retried. All models of one endpoint
 * share its circuit breaker, which opens for a while when the endpoint fails too often. Thread-safe; one instance
 * serves any number of swarms.
 */
public final class LiveModels implements ModelRegistry {

    private final ModelCatalog catalog;
    private final CircuitBreakerRegistry breakers;

    /**
     * The models of that catalog, which is closed with this.
     *
     * @param breakers one for each endpoint; shared by catalogs with the same endpoints
     */
    public LiveModels(ModelCatalog catalog, CircuitBreakerRegistry breakers) {
        this.catalog = catalog;
        this.breakers = breakers;
    }

    /**
     * The built-in providers, with the keys and addresses of that environment.
     *
     * @param environment usually {@code System.getenv()}
     * @throws IllegalArgumentException when a variable holds no address; the message names it
     */
    public static LiveModels of(Map<String, String> environment) {
        return new LiveModels(ModelCatalog.of(environment), freshBreakers());
    }

    /**
     * The built-in providers and the providers of a models file.
     *
     * @throws IllegalArgumentException as {@link ModelCatalog#of(Map, Path)}
     */
    public static LiveModels of(Map<String, String> environment, Path file) {
        return new LiveModels(ModelCatalog.of(environment, file), freshBreakers());
    }

    /**
     * The model of that name. A missing key or model is reported by the first call.
     *
     * @param name an alias of the file, or {@code provider:model}, for example {@code ollama:llama3.2}
     * @throws IllegalArgumentException when nothing has that name; the message offers the nearest
     */
    @Override
    public Harness harness(String name) {
        MeteredHarness paid = new MeteredHarness(catalog.harness(name));
        String endpoint = catalog.endpoint(catalog.resolve(name));
        return new ResilientHarness(paid, RetryPolicy.DEFAULTS, breakers.of(endpoint));
    }

    @Override
    public void requireKey(String name) {
        Optional<String> failure = catalog.keyFailure(name);
        if (failure.isPresent()) {
            throw new IllegalStateException(failure.get());
        }
    }

    @Override
    public SpendingPolicy spending(Budget budget) {
        return SpendingPolicy.UNLIMITED.withBudget(budget).withPrices(catalog.prices());
    }

    /** The catalog. */
    public ModelCatalog catalog() {
        return catalog;
    }

    @Override
    public void close() {
        catalog.close();
    }

    private static CircuitBreakerRegistry freshBreakers() {
        return new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system());
    }
}
