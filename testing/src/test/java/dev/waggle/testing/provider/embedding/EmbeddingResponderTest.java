package dev.waggle.testing.provider.embedding;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddingResponderTest {

    private static final String OPENAI = "/v1/embeddings";
    private static final String OLLAMA = "/api/embed";
    private static final String GEMINI = "/v1beta/models/gemini-embedding-001:batchEmbedContents";

    @Test
    void openAiTakesTextsAndCountsTokens() {
        JsonValue body = answer(OPENAI, openAi(List.of("shard the database", "b")));
        assertThat(WireJson.items(body, "data")).hasSize(2);
        assertThat(WireJson.items(WireJson.items(body, "data").getFirst(), "embedding")).hasSize(1_536);
        assertThat(WireJson.number(body, "usage", "prompt_tokens")).isEqualTo(6);
    }

    @Test
    void openAiRefusesBadInput() {
        String invalid = "'$.input' is invalid";
        assertRefused(OPENAI, openAi(List.of("a", "")), 400, invalid);
        assertRefused(OPENAI, openAi(List.of(" ")), 400, invalid);
        assertRefused(OPENAI, openAi(List.of()), 400, invalid);
        assertRefused(OPENAI, openAi(Collections.nCopies(2_049, "a")), 400, invalid);
        assertRefused(OPENAI, "{\"model\":\"text-embedding-3-small\",\"input\":[1.5]}", 400, invalid);
        assertRefused(OPENAI, openAi(List.of("word ".repeat(8_000))), 400,
                "maximum context length is 8192 tokens, however you requested 10000 tokens");
        assertRefused(OPENAI, openAi(Collections.nCopies(60, "word ".repeat(5_000))), 400,
                "Requested 375000 tokens, max 300000 tokens per request");
    }

    @Test
    void openAiRefusesUnknownFieldsModelsAndForms() {
        assertRefused(OPENAI, "{\"model\":\"gpt-4o\",\"input\":\"a\"}", 404, "`gpt-4o` does not exist");
        assertRefused(OPENAI, "{\"input\":\"a\"}", 400, "Missing required parameter: 'model'");
        assertRefused(OPENAI, "{\"model\":\"fake-embedding\",\"input\":\"a\",\"truncate\":true}", 400,
                "Unrecognized request argument supplied: truncate");
        assertRefused(OPENAI, "{\"model\":\"fake-embedding\",\"input\":\"a\",\"encoding_format\":\"int8\"}", 400,
                "'encoding_format'");
        assertRefused(OPENAI, "{\"model\":\"fake-embedding\",\"input\":\"a\",\"dimensions\":65}", 400,
                "less than or equal to 64");
        assertRefused(OPENAI, "{\"model\":\"text-embedding-ada-002\",\"input\":\"a\",\"dimensions\":64}", 400,
                "does not support specifying dimensions");
        assertRefused(OPENAI, "no JSON", 400, "Invalid type");
    }

    @Test
    void openAiAnswersInBase64IfItIsAskedTo() {
        JsonValue body = answer(OPENAI,
                "{\"model\":\"fake-embedding\",\"input\":\"a\",\"encoding_format\":\"base64\"}");
        assertThat(WireJson.text(WireJson.items(body, "data").getFirst(), "embedding")).hasSize(344);
    }

    @Test
    void keysAreRequired() {
        assertThat(respond(OPENAI, openAi(List.of("a")), Map.of()).status()).isEqualTo(401);
        assertThat(respond(GEMINI, "{}", Map.of()).status()).isEqualTo(403);
        assertThat(respond(OLLAMA, "{\"model\":\"fake-embedding\",\"input\":\"a\"}", Map.of()).status())
                .isEqualTo(200);
        assertThat(respond(OPENAI, openAi(List.of("a")), Map.of("authorization", "Bearer wrong-key")).body())
                .contains("invalid_api_key");
    }

    @Test
    void ollamaTakesEmptyTextsAndRefusesLongOnes() {
        assertThat(WireJson.items(answer(OLLAMA, "{\"model\":\"all-minilm\",\"input\":[\"\",\"a\"]}"), "embeddings"))
                .hasSize(2);
        assertThat(WireJson.items(answer(OLLAMA, "{\"model\":\"all-minilm:latest\",\"input\":[]}"), "embeddings"))
                .isEmpty();
        assertRefused(OLLAMA, "{\"model\":\"all-minilm\",\"input\":\"" + "word ".repeat(300) + "\"}", 400,
                "the input length exceeds the context length");
        assertRefused(OLLAMA, "{\"model\":\"nope\",\"input\":\"a\"}", 404, "model 'nope' not found");
        assertRefused(OLLAMA, "{\"model\":\"all-minilm\",\"input\":[1]}", 400, "invalid input type");
        assertThat(WireJson.items(WireJson.items(
                answer(OLLAMA, "{\"model\":\"all-minilm\",\"input\":\"a\",\"dimensions\":100}"), "embeddings")
                .getFirst())).hasSize(100);
    }

    @Test
    void geminiTakesAHundredTexts() {
        assertThat(WireJson.items(answer(GEMINI, gemini(100, "a")), "embeddings")).hasSize(100);
        assertRefused(GEMINI, gemini(101, "a"), 400, "at most 100 requests can be in one batch");
        assertRefused(GEMINI, gemini(1, ""), 400, "contents must not be empty");
        assertRefused("/v1beta/models/nope:batchEmbedContents", "{}", 404, "models/nope is not found");
    }

    @Test
    void otherPathsAreNotServed() {
        assertThat(EmbeddingResponder.respond(new FakeEmbeddingRequest("/v1/chat/completions", Map.of(),
                JsonValue.ofNull()))).isEmpty();
    }

    private static String openAi(List<String> texts) {
        return JsonText.write(WireJson.object("model", "text-embedding-3-small", "input", JsonValue.ofTexts(texts)));
    }

    private static String gemini(int count, String text) {
        return "{\"requests\":[" + String.join(",", Collections.nCopies(count,
                "{\"model\":\"models/gemini-embedding-001\",\"content\":{\"parts\":[{\"text\":\"" + text + "\"}]}}"))
                + "]}";
    }

    private static JsonValue answer(String path, String body) {
        EmbeddingResponse response = respond(path, body, Map.of("authorization", "Bearer k", "x-goog-api-key", "k"));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JsonText.read(response.body());
    }

    private static void assertRefused(String path, String body, int status, String words) {
        EmbeddingResponse response = respond(path, body, Map.of("authorization", "Bearer k", "x-goog-api-key", "k"));
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.body()).contains(words);
    }

    private static EmbeddingResponse respond(String path, String body, Map<String, String> headers) {
        JsonValue json = body.startsWith("{") ? JsonText.read(body) : JsonValue.ofNull();
        return EmbeddingResponder.respond(new FakeEmbeddingRequest(path, headers, json)).orElseThrow();
    }
}
