package dev.waggle.cli.models;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.tape.Taped;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.harness.CircuitBreakers;
import dev.waggle.swarm.harness.MeteredHarness;
import dev.waggle.swarm.harness.ResilientHarness;
import dev.waggle.swarm.harness.RetryPolicy;

/**
 * Models as a solve asks them.
 *
 * <pre>
 *   recording or replay -> retries and the breaker of the endpoint -> budget -> the provider's harness
 * </pre>
 *
 * Agents with one model share its harness, and all models of one endpoint share its breaker.
 */
final class HarnessStack {

    private final ModelCatalog catalog;
    private final Taped taped;
    private final CircuitBreakers breakers;
    private final Map<String, Harness> built = new HashMap<>();

    HarnessStack(ModelCatalog catalog, Taped taped, CircuitBreakers breakers) {
        this.catalog = catalog;
        this.taped = taped;
        this.breakers = breakers;
    }

    /** The model of that name: an alias of the configuration, or {@code provider:model}. */
    Harness of(String name) {
        Harness known = built.get(name);
        if (known != null) {
            return known;
        }
        Harness harness = build(name);
        built.put(name, harness);
        return harness;
    }

    /** What a provider is called by whoever reads messages: its name and its address. */
    private String endpoint(String provider) {
        return catalog.providers().stream().map(ModelCatalog.Listing::provider)
                .filter(known -> known.name().equals(provider)).findFirst()
                .map(known -> known.name() + " at " + known.baseUrl()).orElse(provider);
    }

    private Harness build(String name) {
        try {
            Harness bare = catalog.harness(name);
            return taped.harness(new ResilientHarness(new MeteredHarness(bare), RetryPolicy.DEFAULTS,
                    breakers.of(endpoint(catalog.resolve(name).provider()))));
        } catch (IllegalArgumentException unknown) {
            throw UserError.of(unknown);
        }
    }
}
