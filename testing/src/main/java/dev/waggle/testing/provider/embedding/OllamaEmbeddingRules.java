package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Embeddings of Ollama (EmbedHandler of server/routes.go, 2026). A text beyond the context is refused although {@code
 * truncate} is asked for, as in versions from 0.13.5 (ollama/ollama#14186).
 */
final class OllamaEmbeddingRules implements EmbeddingRules {

    @Override
    public boolean servesPath(String path) {
        return path.equals("/api/embed");
    }

    @Override
    public Optional<EmbeddingResponse> refuse(FakeEmbeddingRequest request) {
        JsonValue input = WireJson.field(request.json(), "input");
        boolean isText = input instanceof JsonValue.Str || input instanceof JsonValue.Null
                || (input instanceof JsonValue.Arr list
                        && list.items().stream().allMatch(JsonValue.Str.class::isInstance));
        if (!isText) {
            return Optional.of(error(400, "invalid input type"));
        }
        Optional<FakeEmbeddingModel> model = model(request);
        if (model.isEmpty()) {
            return Optional.of(error(404, "model '" + WireJson.text(request.json(), "model") + "' not found"));
        }
        boolean isTooLong = request.texts().stream()
                .anyMatch(text -> FakeEmbeddingModel.tokens(text) > model.get().maxTokens());
        // Words: ollama/ollama#14186, 2026.
        return isTooLong ? Optional.of(error(400, "the input length exceeds the context length")) : Optional.empty();
    }

    private static Optional<FakeEmbeddingModel> model(FakeEmbeddingRequest request) {
        return FakeEmbeddingModel.find(FakeEmbeddingModel.OLLAMA,
                WireJson.text(request.json(), "model").replaceFirst(":latest$", ""));
    }

    private static EmbeddingResponse error(int status, String message) {
        return EmbeddingResponse.of(status, WireJson.object("error", message));
    }

    @Override
    public int dimensions(FakeEmbeddingRequest request) {
        int usual = model(request).orElse(FakeEmbeddingModel.FAKE).dimensions();
        Double asked = WireJson.number(request.json(), "dimensions");
        return asked != null && asked > 0 && asked < usual ? asked.intValue() : usual;
    }

    @Override
    public JsonValue answer(FakeEmbeddingRequest request, List<float[]> vectors) {
        return WireJson.object("model", WireJson.text(request.json(), "model"), "embeddings",
                JsonValue.of(vectors.stream().map(VectorJson::numbers).toList()), "total_duration",
                14_143_917L, "load_duration", 1_019_500L, "prompt_eval_count",
                FakeEmbeddingModel.tokens(request.texts()));
    }
}
