package dev.waggle.swarm.harness;

import java.util.Map;
import java.util.ServiceLoader;

import dev.waggle.signal.harness.Harness;

/** Registry of models by name, with their prices. Thread-safe. */
public interface ModelRegistry extends AutoCloseable {

    /**
     * The model of that name. Its calls are paid from the budget of their solve. A missing key is reported by the
     * first call.
     *
     * @param name for example {@code ollama:llama3.2}
     * @throws IllegalArgumentException when nothing has that name
     */
    Harness harness(String name);

    /**
     * Checks that the key of a model is there, as far as it can be without a request. By default nothing is checked.
     *
     * @throws IllegalStateException when its key is missing or unusable, in the words of a call
     * @throws IllegalArgumentException when nothing has that name
     */
    default void requireKey(String name) {
        // A registry whose models need no keys has nothing to check.
    }

    /** That budget for each solve, at the prices of these models. */
    SpendingPolicy spending(Budget budget);

    /** Ends all calls at once. Closing twice is harmless. */
    @Override
    void close();

    /**
     * Opens the registry whose factory is registered as a service, the first one found.
     *
     * @param environment keys and addresses of models, usually {@code System.getenv()}
     * @throws IllegalStateException when no factory is registered
     * @throws IllegalArgumentException when a value of the environment is bad
     */
    static ModelRegistry open(Map<String, String> environment) {
        return ServiceLoader.load(Factory.class, ModelRegistry.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("no module with models is installed\n"
                        + "Maybe add dev.waggle:waggle-connect-llm to the dependencies."))
                .open(environment);
    }

    /** Factory of registries. A module that has models registers one; {@code waggle-connect-llm} does. */
    @FunctionalInterface
    interface Factory {

        /**
         * Opens a registry, which the caller closes.
         *
         * @param environment keys and addresses of models
         * @throws IllegalArgumentException when a value of the environment is bad
         */
        ModelRegistry open(Map<String, String> environment);
    }
}
