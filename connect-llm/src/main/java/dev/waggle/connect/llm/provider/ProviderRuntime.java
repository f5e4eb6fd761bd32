package dev.waggle.connect.llm.provider;

import java.util.function.Consumer;

import dev.waggle.connect.llm.family.LearnedLimits;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.signal.harness.session.SessionStore;

/**
 * Parts that all models of a catalog share.
 *
 * @param httpClient the connections
 * @param sessions the conversations, so that another model can continue one
 * @param learned what refusals have taught
 * @param notices receives a line for people when a request had to be changed for a model, once for each endpoint
 */
public record ProviderRuntime(ProviderHttpClient httpClient, SessionStore<ModelConversation> sessions,
        LearnedLimits learned,
        Consumer<String> notices) {}
