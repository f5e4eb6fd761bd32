package dev.waggle.connect.llm.embedding;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.signal.embedding.EmbeddingPurpose;

/**
 * Facts about a family of embedding models.
 *
 * @param beginning of the model's name in lower case, without registry and owner
 * @param document prefix of stored texts; may be empty
 * @param query prefix of queries; may be empty
 * @param maxTokens most tokens of a text, the prefix included, at least 64
 * @param source where the facts are from
 */
public record EmbeddingFamily(String beginning, String document, String query, int maxTokens, String source) {

    private static final String PASSAGES = "Represent this sentence for searching relevant passages: ";

    private static final String LM_STUDIO = "text-embedding-";

    private static final int MIN_TOKENS = 64;

    /** Facts assumed for any other model: no prefix, and the limit of OpenAI, which refusals correct. */
    static final EmbeddingFamily UNKNOWN = new EmbeddingFamily("", "", "", 8_192, "assumed");

    /** Longer beginnings stand before shorter ones. */
    private static final List<EmbeddingFamily> FAMILIES = List.of(
            new EmbeddingFamily("text-embedding-", "", "", 8_192,
                    "developers.openai.com, API reference, \"Create embeddings\", 2026"),
            new EmbeddingFamily("gemini-embedding-", "", "", 2_048, "geldata/gel#9032, 2025"),
            new EmbeddingFamily("nomic-embed-text-v2", "search_document: ", "search_query: ", 512,
                    "model card of nomic-ai/nomic-embed-text-v2-moe"),
            // The model takes 8,192 tokens, its setting at Ollama 2,048 (GoBeromsu/open-connections#84, 2026).
            new EmbeddingFamily("nomic-embed-text", "search_document: ", "search_query: ", 2_048,
                    "model card of nomic-ai/nomic-embed-text-v1.5, \"Task instruction prefixes\""),
            new EmbeddingFamily("mxbai-embed-large", "", PASSAGES, 512,
                    "mixedbread.ai/docs/embeddings/mxbai-embed-large-v1, \"Using a Prompt\""),
            new EmbeddingFamily("multilingual-e5-", "passage: ", "query: ", 512,
                    "model card of intfloat/multilingual-e5-large, \"FAQ\""),
            new EmbeddingFamily("e5-", "passage: ", "query: ", 512, "model card of intfloat/e5-large-v2, \"FAQ\""),
            new EmbeddingFamily("bge-m3", "", "", 8_192, "model card of BAAI/bge-m3, \"FAQ\""),
            new EmbeddingFamily("bge-", "", PASSAGES, 512, "model card of BAAI/bge-large-en-v1.5, \"Model List\""),
            new EmbeddingFamily("embeddinggemma", "title: none | text: ", "task: search result | query: ", 2_048,
                    "model card of google/embeddinggemma-300m, \"Prompt Instructions\""),
            new EmbeddingFamily("snowflake-arctic-embed2", "", "query: ", 8_192,
                    "model card of Snowflake/snowflake-arctic-embed-l-v2.0"),
            new EmbeddingFamily("snowflake-arctic-embed-l-v2", "", "query: ", 8_192,
                    "model card of Snowflake/snowflake-arctic-embed-l-v2.0"),
            new EmbeddingFamily("snowflake-arctic-embed-m-v2", "", "query: ", 8_192,
                    "model card of Snowflake/snowflake-arctic-embed-m-v2.0"),
            new EmbeddingFamily("snowflake-arctic-embed", "", PASSAGES, 512,
                    "model card of Snowflake/snowflake-arctic-embed-l"),
            new EmbeddingFamily("qwen3-embedding", "", "Instruct: Given a web search query, retrieve relevant passages"
                    + " that answer the query\nQuery:", 8_192, "README of QwenLM/Qwen3-Embedding, \"Usage\""),
            new EmbeddingFamily("all-minilm", "", "", 256, "model card of sentence-transformers/all-MiniLM-L6-v2"));

    public EmbeddingFamily {
        if (maxTokens < MIN_TOKENS) {
            throw new IllegalArgumentException("maxTokens must be at least " + MIN_TOKENS + ", got " + maxTokens);
        }
    }

    /**
     * The family of a model; one without prefixes for an unknown model.
     *
     * @param model its name at the provider, such as {@code nomic-embed-text:v1.5} or {@code intfloat/e5-large-v2}
     */
    public static EmbeddingFamily of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (name.contains("instruct")) {
            return UNKNOWN; // Each such model wants an instruction of its user.
        }
        // LM Studio lists text-embedding-nomic-embed-text-v1.5 and the like (lmstudio.ai/docs, "Embeddings").
        String own = name.startsWith(LM_STUDIO) ? name.substring(LM_STUDIO.length()) : name;
        EmbeddingFamily family = find(own).or(() -> find(name)).orElse(UNKNOWN);
        return family.beginning.equals("bge-") && name.contains("-zh") ? chinese(family) : family;
    }

    private static Optional<EmbeddingFamily> find(String name) {
        return FAMILIES.stream().filter(row -> name.startsWith(row.beginning)).findFirst();
    }

    private static EmbeddingFamily chinese(EmbeddingFamily bge) {
        return new EmbeddingFamily(bge.beginning, "", "为这个句子生成表示以用于检索相关文章：", bge.maxTokens,
                "model card of BAAI/bge-large-zh-v1.5, \"Model List\"");
    }

    /** Prefix of a text; empty for none. */
    public String prefix(EmbeddingPurpose purpose) {
        return switch (purpose) {
            case DOCUMENT -> document;
            case QUERY -> query;
        };
    }
}
