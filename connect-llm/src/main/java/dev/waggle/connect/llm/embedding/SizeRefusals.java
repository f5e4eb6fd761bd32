package dev.waggle.connect.llm.embedding;

import java.util.List;
import java.util.Locale;

/** Words by which providers refuse a request for its size. */
public final class SizeRefusals {

    private static final int PAYLOAD_TOO_LARGE = 413;

    /**
     * Words in a refusal with a status of 400 to 499, or of 500 for servers that report it as their failure.
     * <ul>
     * <li>"maximum context length": OpenAI and vLLM (pingcap/autoflow#265, 2024).
     * <li>"maximum input length": OpenAI (Fergana-Labs/stash#268, 2026).
     * <li>"max_tokens_per_request": OpenAI (assafelovic/gpt-researcher#1500, 2025).
     * <li>"input length exceeds", "exceeds maximum context length": Ollama (ollama/ollama#14186, n8n-io/n8n#11144).
     * <li>"too many inputs": Azure (openai/openai-cookbook#252, 2023).
     * <li>"requests can be in one batch", "payload size exceeds": Gemini (geldata/gel#9032,
     * quarkiverse/quarkus-langchain4j#1705, 2025).
     * <li>"too large to process": llama.cpp, for a text beyond its physical batch.
     * <li>"batch size": Text Embeddings Inference.
     * </ul>
     */
    private static final List<String> WORDS = List.of("maximum context length", "maximum input length",
            "max_tokens_per_request", "input length exceeds", "exceeds maximum context length", "too many inputs",
            "requests can be in one batch", "payload size exceeds", "too large to process", "batch size");

    private SizeRefusals() {}

    /** True if that answer refuses the size of the request. */
    public static boolean isOne(int status, String body) {
        String lower = body.toLowerCase(Locale.ROOT);
        return status == PAYLOAD_TOO_LARGE
                || (status >= 400 && status <= 500 && status != 429 && WORDS.stream().anyMatch(lower::contains));
    }
}
