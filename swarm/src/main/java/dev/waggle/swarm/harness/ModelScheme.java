package dev.waggle.swarm.harness;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;

/**
 * Port to models that no catalog lists, by the scheme of their names, for example {@code a2a:https://agents.example/}.
 * A module registers its schemes as services. A registry of models asks them for names of theirs.
 */
public interface ModelScheme {

    /** Returns the part of names before the first colon, for example {@code a2a}. */
    String scheme();

    /**
     * Opens the models of the scheme; nothing is sent yet.
     *
     * @param environment keys and proxies, usually {@code System.getenv()}
     * @throws IllegalArgumentException when a value of the environment is bad
     */
    SchemeModels open(Map<String, String> environment);

    /** Models of one scheme. Thread-safe. */
    interface SchemeModels extends AutoCloseable {

        /**
         * Returns a model, which makes one attempt in each call and pays nothing itself.
         *
         * @param name the whole name with its scheme
         * @throws IllegalArgumentException when the name is not one of the scheme
         */
        Harness harness(String name, SchemeOptions options);

        /**
         * Returns the failure of every call for its key as far as it shows without a request; empty without one.
         *
         * @throws IllegalArgumentException when the name is not one of the scheme
         */
        Optional<HarnessFailure> keyFailure(String name);

        /** Returns the failure that each call would have, after one free request; empty if none is known. */
        Optional<HarnessFailure> failure(String name) throws InterruptedException;

        /** Returns the place that the model shares its failures with, for example {@code a2a at https://agents.example}. */
        String endpoint(String name);

        /** Ends all calls at once. Closing twice is harmless. */
        @Override
        void close();
    }

    /**
     * Options of a model.
     *
     * @param pricing its prices, if they are known
     * @param secrets values that no answer may show
     * @param notices receiver of lines for people, called on the thread of a call
     */
    record SchemeOptions(Optional<TokenPricing> pricing, List<String> secrets, Consumer<String> notices) {

        /** No prices, no secrets, and notices are dropped. */
        public static final SchemeOptions NONE = new SchemeOptions(Optional.empty(), List.of(), notice -> {
        });

        public SchemeOptions {
            secrets = List.copyOf(secrets);
        }

        /** Shows no secret. */
        @Override
        public String toString() {
            return "SchemeOptions[pricing=" + pricing + ", secrets=" + secrets.size() + ']';
        }
    }
}
