package dev.waggle.cli.models;

import java.util.HashMap;
import java.util.Map;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.tape.Taped;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
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

    HarnessStack(ModelCatalog catalog, Taped taped, World world) {
        this.catalog = catalog;
        this.taped = taped;
        breakers = new CircuitBreakers(BreakerPolicy.DEFAULTS, world);
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

    private Harness build(String name) {
        try {
            Harness bare = catalog.harness(name);
            return taped.harness(new ResilientHarness(new MeteredHarness(bare), RetryPolicy.DEFAULTS,
                    breakers.of(bare.type())));
        } catch (IllegalArgumentException unknown) {
            throw UserError.of(unknown);
        }
    }
}
