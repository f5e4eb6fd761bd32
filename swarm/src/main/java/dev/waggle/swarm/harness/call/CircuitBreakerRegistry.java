package dev.waggle.swarm.harness.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;

/** Circuit breakers of all endpoints, one for each name; callers of one endpoint share its circuit. Thread-safe. */
public final class CircuitBreakerRegistry {

    /** Maximum number of endpoints. They come from a configuration; more are names made up at run time. */
    private static final int MAX_ENDPOINTS = 1_000;

    private final BreakerPolicy policy;
    private final World world;
    private final Map<String, CircuitBreaker> breakers = new LinkedHashMap<>();

    public CircuitBreakerRegistry(BreakerPolicy policy, World world) {
        this.policy = policy;
        this.world = world;
    }

    /**
     * Returns the circuit of that endpoint, created closed at the first request.
     *
     * @param endpoint for example {@code openai} or the base address, without user and key
     */
    public synchronized CircuitBreaker of(String endpoint) {
        CircuitBreaker known = breakers.get(endpoint);
        if (known != null) {
            return known;
        }
        if (breakers.size() == MAX_ENDPOINTS) {
            throw new IllegalStateException("there are " + MAX_ENDPOINTS + " endpoints already, and now \"" + endpoint
                    + "\"\nMaybe the name holds something that changes with each call.");
        }
        CircuitBreaker made = new CircuitBreaker(endpoint, policy, world);
        breakers.put(endpoint, made);
        return made;
    }

    /** The circuits of all endpoints that were asked for so far. */
    public synchronized List<CircuitBreaker> all() {
        return List.copyOf(breakers.values());
    }
}
