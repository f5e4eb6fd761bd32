package dev.waggle.spring;

import dev.waggle.swarm.SwarmConfig;

/** Bean that changes the configuration of the application's swarm; several apply in order. */
@FunctionalInterface
public interface SwarmCustomizer {

    /** The changed configuration. */
    SwarmConfig customize(SwarmConfig config);
}
