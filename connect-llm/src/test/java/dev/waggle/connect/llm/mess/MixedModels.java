package dev.waggle.connect.llm.mess;

import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;

/** Models of a file for tests, with a key in the variable {@code LAB_KEY}. */
final class MixedModels {

    private MixedModels() {}

    static LiveModels live(String file) {
        return new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), file),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
    }
}
