package dev.waggle.connect.llm.provider;

import java.util.Optional;

import dev.waggle.signal.harness.HarnessException;
import org.jspecify.annotations.Nullable;

/**
 * Access to an endpoint: its key and the values of its own headers and query parameters, or the failure without them.
 * Sends nothing.
 *
 * @param provider the endpoint
 * @param found the result of the search for the key
 */
record EndpointAccess(ProviderConfig provider, KeySource.KeyLookup found) {

    /**
     * The key; {@code null} for an endpoint without one.
     *
     * @param model a model for messages
     * @throws HarnessException when the key is missing or unusable, or a header cannot be sent
     */
    @Nullable ApiKey key(String model) throws HarnessException {
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, model, null);
        ApiKey key = switch (found) {
            case KeySource.KeyLookup.Key it -> it.key();
            case KeySource.KeyLookup.Unusable it -> throw failures.unusableKey(it.reason());
            case KeySource.KeyLookup.Missing _ -> {
                if (provider.needsKey()) {
                    throw failures.noKey();
                }
                yield null;
            }
        };
        Optional<String> fault = provider.endpoint().fault();
        if (fault.isPresent()) {
            throw new ProviderErrorMapper(provider, model, key).unusableEndpoint(fault.get());
        }
        return key;
    }
}
