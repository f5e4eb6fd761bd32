package dev.waggle.connect.llm.embedding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings of OpenAI and everything compatible (developers.openai.com, API reference, "Create embeddings"). The
 * vectors come in the order of their {@code index}, not of the list.
 */
public final class OpenAiEmbeddingProtocol implements EmbeddingProtocol {

    @Override
    public String path(EmbeddingRequest request) {
        return "/embeddings";
    }

    @Override
    public JsonValue.Obj body(EmbeddingRequest request) {
        Map<String, JsonValue> body = new LinkedHashMap<>();
        body.put("model", JsonValue.of(request.model()));
        body.put("input", JsonValue.ofTexts(request.texts()));
        body.put("encoding_format", JsonValue.of("float"));
        if (request.dimensions() != null) {
            body.put("dimensions", JsonValue.of(request.dimensions().longValue()));
        }
        return new JsonValue.Obj(body);
    }

    @Override
    public EmbeddingReply read(JsonValue body) {
        Map<Integer, float[]> byIndex = new TreeMap<>();
        List<JsonValue> data = VectorReader.items(body, "data");
        for (int i = 0; i < data.size(); i++) {
            int index = index(VectorReader.field(data.get(i), "index"), i, data.size());
            float[] vector = VectorReader.vector(VectorReader.field(data.get(i), "embedding"));
            if (byIndex.put(index, vector) != null) {
                throw new IllegalArgumentException("the index " + index + " comes twice");
            }
        }
        return new EmbeddingReply(List.copyOf(byIndex.values()), tokens(VectorReader.field(body, "usage")));
    }

    private static int index(JsonValue value, int place, int count) {
        Long index = VectorReader.count(value);
        if (index == null) {
            return place; // Some compatible servers leave it out.
        }
        if (index >= count) {
            throw new IllegalArgumentException("the index " + index + " is beyond the " + count + " vectors");
        }
        return index.intValue();
    }

    private static @Nullable Long tokens(JsonValue usage) {
        Long prompt = VectorReader.count(VectorReader.field(usage, "prompt_tokens"));
        return prompt == null ? VectorReader.count(VectorReader.field(usage, "total_tokens")) : prompt;
    }
}
