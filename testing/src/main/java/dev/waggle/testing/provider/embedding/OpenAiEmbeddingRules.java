package dev.waggle.testing.provider.embedding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.RequestShape.ShapeError;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings of OpenAI, and of Azure whose deployments have the names of models. Inputs of tokens are not served.
 *
 * <p>Source: developers.openai.com, API reference, "Create embeddings", 2026.
 */
final class OpenAiEmbeddingRules implements EmbeddingRules {

    private static final int MAX_INPUTS = 2_048;
    private static final int MAX_REQUEST_TOKENS = 300_000;

    private static final Pattern PATH = Pattern.compile("/v1/embeddings|/openai/(v1|deployments/[^/]+)/embeddings");

    private static final RequestShape BODY = RequestShape.object()
            .needing("model", RequestShape.text())
            .needing("input", RequestShape.either(RequestShape.text(), RequestShape.list(RequestShape.text())))
            .with("encoding_format", RequestShape.words("float", "base64"))
            .with("dimensions", RequestShape.integer())
            .with("user", RequestShape.text());

    @Override
    public boolean servesPath(String path) {
        return PATH.matcher(path).matches();
    }

    @Override
    public Optional<EmbeddingResponse> refuse(FakeEmbeddingRequest request) {
        if (request.key().isEmpty()) {
            // Words: openai/openai-cookbook#2347, January 2026.
            return Optional.of(error(401, "Missing bearer or basic authentication in header", null));
        }
        JsonValue body = request.json();
        Optional<ShapeError> misshapen = BODY.check(body);
        if (misshapen.isPresent()) {
            return Optional.of(ofShape(misshapen.get()));
        }
        String name = WireJson.text(body, "model");
        Optional<FakeEmbeddingModel> model = FakeEmbeddingModel.find(FakeEmbeddingModel.OPENAI, name);
        if (model.isEmpty()) {
            return Optional.of(error(404, "The model `" + name + "` does not exist or you do not have access to it.",
                    "model_not_found"));
        }
        return refuseSize(request.texts(), model.get()).or(() -> refuseDimensions(body, model.get()));
    }

    private static EmbeddingResponse ofShape(ShapeError error) {
        String path = error.path(true);
        return switch (error.kind()) {
            case UNKNOWN_FIELD -> error(400, "Unrecognized request argument supplied: " + error.detail(), null);
            case MISSING_FIELD -> error(400, "Missing required parameter: '" + path + "'.",
                    "missing_required_parameter");
            case WRONG_TYPE -> path.startsWith("input")
                    ? invalidInput()
                    : error(400, "Invalid type for '" + path + "'.", "invalid_type");
            case UNKNOWN_WORD -> error(400, "Invalid value for '" + path + "'. Supported values are: " + error.detail()
                    + ".", "invalid_value");
        };
    }

    private static Optional<EmbeddingResponse> refuseSize(List<String> texts, FakeEmbeddingModel model) {
        // A blank text too: aryn-ai/sycamore#943, 2024.
        if (texts.isEmpty() || texts.size() > MAX_INPUTS || texts.stream().anyMatch(String::isBlank)) {
            return Optional.of(invalidInput());
        }
        for (String text : texts) {
            long tokens = FakeEmbeddingModel.tokens(text);
            if (tokens > model.maxTokens()) {
                // Words: pingcap/autoflow#265, 2024.
                return Optional.of(error(400, "This model's maximum context length is " + model.maxTokens()
                        + " tokens, however you requested " + tokens + " tokens (" + tokens + " in your prompt; 0 for"
                        + " the completion). Please reduce your prompt; or completion length.", null));
            }
        }
        long tokens = FakeEmbeddingModel.tokens(texts);
        // Words: assafelovic/gpt-researcher#1500, 2025.
        return tokens > MAX_REQUEST_TOKENS
                ? Optional.of(error(400, "Requested " + tokens + " tokens, max " + MAX_REQUEST_TOKENS
                        + " tokens per request", "max_tokens_per_request"))
                : Optional.empty();
    }

    private static Optional<EmbeddingResponse> refuseDimensions(JsonValue body, FakeEmbeddingModel model) {
        Double asked = WireJson.number(body, "dimensions");
        if (asked == null) {
            return Optional.empty();
        }
        if (!model.shortens()) {
            return Optional.of(error(400, "This model does not support specifying dimensions.", null));
        }
        return asked < 1 || asked > model.dimensions()
                ? Optional.of(error(400, "Invalid value for 'dimensions' = " + asked.longValue()
                        + ". Must be less than or equal to " + model.dimensions() + ".", null))
                : Optional.empty();
    }

    /** Words: embeddings-benchmark/mteb#1200, 2024. */
    private static EmbeddingResponse invalidInput() {
        return error(400, "'$.input' is invalid. Please check the API reference:"
                + " https://platform.openai.com/docs/api-reference.", null);
    }

    static EmbeddingResponse error(int status, String message, @Nullable String code) {
        return EmbeddingResponse.of(status, WireJson.object("error", WireJson.object("message", message, "type",
                "invalid_request_error", "param", WireJson.nothing(), "code", code == null
                        ? WireJson.nothing()
                        : JsonValue.of(code))));
    }

    @Override
    public int dimensions(FakeEmbeddingRequest request) {
        Double asked = WireJson.number(request.json(), "dimensions");
        return asked != null
                ? asked.intValue()
                : FakeEmbeddingModel.find(FakeEmbeddingModel.OPENAI, WireJson.text(request.json(), "model"))
                        .orElse(FakeEmbeddingModel.FAKE).dimensions();
    }

    @Override
    public JsonValue answer(FakeEmbeddingRequest request, List<float[]> vectors) {
        boolean isBase64 = WireJson.text(request.json(), "encoding_format").equals("base64");
        List<JsonValue> data = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            data.add(WireJson.object("object", "embedding", "index", i, "embedding",
                    isBase64 ? base64(vectors.get(i)) : VectorJson.numbers(vectors.get(i))));
        }
        long tokens = FakeEmbeddingModel.tokens(request.texts());
        return WireJson.object("object", "list", "data", JsonValue.of(data), "model",
                WireJson.text(request.json(), "model"), "usage",
                WireJson.object("prompt_tokens", tokens, "total_tokens", tokens));
    }

    private static JsonValue base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return JsonValue.of(Base64.getEncoder().encodeToString(bytes.array()));
    }
}
