package dev.waggle.connect.llm.provider;

import java.util.Collection;
import java.util.function.Consumer;

import dev.waggle.connect.llm.family.LearnedLimits;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.signal.harness.session.SessionStore;
import dev.waggle.signal.text.SecretSet;

/**
 * Parts that all models of a catalog share.
 *
 * @param httpClient the connections
 * @param sessions the conversations, so that another model can continue one
 * @param learned what refusals have taught
 * @param secrets the secrets of all endpoints, which no answer may show
 * @param notices receives a line for people when a request had to be changed for a model, once for each endpoint
 */
public record ProviderRuntime(ProviderHttpClient httpClient, SessionStore<ModelConversation> sessions,
        LearnedLimits learned, SecretSet secrets, Consumer<String> notices) {

    /** The same parts without secrets. */
    public ProviderRuntime(ProviderHttpClient httpClient, SessionStore<ModelConversation> sessions,
            LearnedLimits learned, Consumer<String> notices) {
        this(httpClient, sessions, learned, SecretSet.NONE, notices);
    }

    /** The same parts with another receiver of notices. */
    public ProviderRuntime withNotices(Consumer<String> receiver) {
        return new ProviderRuntime(httpClient, sessions, learned, secrets, receiver);
    }

    /** The same parts with more secrets. */
    public ProviderRuntime withSecrets(Collection<String> more) {
        return new ProviderRuntime(httpClient, sessions, learned, secrets.with(more), notices);
    }
}
