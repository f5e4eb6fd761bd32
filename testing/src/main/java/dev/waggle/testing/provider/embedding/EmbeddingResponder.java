package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;

/**
 * Answers of all providers to requests for vectors: a refusal, or the vectors of feature hashing in the length of the
 * model. Only computes.
 */
public final class EmbeddingResponder {

    /** Key that every provider refuses, for tests of wrong keys. */
    public static final String WRONG_KEY = "wrong-key";

    private static final List<EmbeddingRules> ALL = List.of(new OpenAiEmbeddingRules(), new OllamaEmbeddingRules(),
            new GeminiEmbeddingRules());

    private EmbeddingResponder() {}

    /** The answer; empty for a path that is not one of embeddings. */
    public static Optional<EmbeddingResponse> respond(FakeEmbeddingRequest request) {
        return ALL.stream().filter(rules -> rules.servesPath(request.path())).findFirst()
                .map(rules -> respond(rules, request));
    }

    private static EmbeddingResponse respond(EmbeddingRules rules, FakeEmbeddingRequest request) {
        if (request.key().equals(WRONG_KEY)) {
            // Words: API errors of OpenAI, quoted in many issues, 2023 to 2026.
            return OpenAiEmbeddingRules.error(401, "Incorrect API key provided: wro***-key. You can find your API key"
                    + " at https://platform.openai.com/account/api-keys.", "invalid_api_key");
        }
        return rules.refuse(request).orElseGet(() -> EmbeddingResponse.of(200,
                rules.answer(request, HashingEmbedder.of(Math.max(HashingEmbedder.MIN_DIMENSIONS,
                        rules.dimensions(request))).embed(request.texts(), EmbeddingPurpose.DOCUMENT))));
    }
}
