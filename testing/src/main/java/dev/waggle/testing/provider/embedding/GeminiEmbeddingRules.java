package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/** Embeddings of Gemini (ai.google.dev/api/embeddings, 2026): batches of texts, of which long ones are cut. */
final class GeminiEmbeddingRules implements EmbeddingRules {

    private static final Pattern PATH = Pattern.compile("/v1beta/models/([^/:]+):batchEmbedContents");
    private static final int MAX_REQUESTS = 100;

    @Override
    public boolean servesPath(String path) {
        return PATH.matcher(path).matches();
    }

    @Override
    public Optional<EmbeddingResponse> refuse(FakeEmbeddingRequest request) {
        if (request.key().isEmpty()) {
            return Optional.of(error(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers (callers"
                    + " without established identity). Please use API Key or other form of API consumer identity to"
                    + " call this API."));
        }
        String name = name(request);
        if (FakeEmbeddingModel.find(FakeEmbeddingModel.GEMINI, name).isEmpty()) {
            return Optional.of(error(404, "NOT_FOUND", "models/" + name + " is not found for API version v1beta, or is"
                    + " not supported for embedContent."));
        }
        List<JsonValue> requests = WireJson.items(request.json(), "requests");
        if (requests.size() > MAX_REQUESTS) {
            // Words: geldata/gel#9032, 2025.
            return Optional.of(error(400, "INVALID_ARGUMENT",
                    "* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch\n"));
        }
        boolean isForeign = requests.stream().anyMatch(one -> !WireJson.text(one, "model").equals("models/" + name));
        if (requests.isEmpty() || isForeign) {
            return Optional.of(error(400, "INVALID_ARGUMENT",
                    "* BatchEmbedContentsRequest.requests: every model must be the one of the path\n"));
        }
        return request.texts().stream().anyMatch(String::isEmpty)
                ? Optional.of(error(400, "INVALID_ARGUMENT",
                        "* EmbedContentRequest.content: contents must not be empty\n"))
                : Optional.empty();
    }

    private static String name(FakeEmbeddingRequest request) {
        Matcher matcher = PATH.matcher(request.path());
        return matcher.matches() ? matcher.group(1) : "";
    }

    private static EmbeddingResponse error(int status, String word, String message) {
        return EmbeddingResponse.of(status,
                WireJson.object("error", WireJson.object("code", status, "message", message, "status", word)));
    }

    @Override
    public int dimensions(FakeEmbeddingRequest request) {
        Double asked = WireJson.items(request.json(), "requests").stream()
                .map(one -> WireJson.number(one, "outputDimensionality")).filter(number -> number != null).findFirst()
                .orElse(null);
        return asked != null
                ? asked.intValue()
                : FakeEmbeddingModel.find(FakeEmbeddingModel.GEMINI, name(request)).orElse(FakeEmbeddingModel.FAKE)
                        .dimensions();
    }

    @Override
    public JsonValue answer(FakeEmbeddingRequest request, List<float[]> vectors) {
        return WireJson.object("embeddings", JsonValue.of(vectors.stream()
                .<JsonValue>map(vector -> WireJson.object("values", VectorJson.numbers(vector))).toList()));
    }
}
