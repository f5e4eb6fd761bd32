package dev.waggle.connect.llm.embedding;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddingFamilyTest {

    private static final String PASSAGES = "Represent this sentence for searching relevant passages: ";

    @ParameterizedTest
    @CsvSource(delimiter = ';', ignoreLeadingAndTrailingWhitespace = false, value = {
        "nomic-embed-text;search_document: ;search_query: ;2048",
        "nomic-embed-text:v1.5;search_document: ;search_query: ;2048",
        "nomic-ai/nomic-embed-text-v2-moe;search_document: ;search_query: ;512",
        "mxbai-embed-large:latest;'';" + PASSAGES + ";512",
        "intfloat/multilingual-e5-large;passage: ;query: ;512",
        "e5-base-v2;passage: ;query: ;512",
        "bge-m3;'';'';8192",
        "BAAI/bge-large-en-v1.5;'';" + PASSAGES + ";512",
        "BAAI/bge-large-zh-v1.5;'';为这个句子生成表示以用于检索相关文章：;512",
        "embeddinggemma:300m;title: none | text: ;task: search result | query: ;2048",
        "snowflake-arctic-embed2;'';query: ;8192",
        "snowflake-arctic-embed:110m;'';" + PASSAGES + ";512",
        "Snowflake/snowflake-arctic-embed-l-v2.0;'';query: ;8192",
        "text-embedding-3-small;'';'';8192",
        "text-embedding-nomic-embed-text-v1.5;search_document: ;search_query: ;2048",
        "all-minilm;'';'';256",
        "intfloat/multilingual-e5-large-instruct;'';'';8192",
        "my-model;'';'';8192"})
    void aModelHasThePrefixesOfItsCard(String model, String document, String query, int maxTokens) {
        EmbeddingFamily family = EmbeddingFamily.of(model);
        assertThat(family.prefix(EmbeddingPurpose.DOCUMENT)).isEqualTo(document);
        assertThat(family.prefix(EmbeddingPurpose.QUERY)).isEqualTo(query);
        assertThat(family.maxTokens()).isEqualTo(maxTokens);
        assertThat(family.source()).isNotBlank();
    }

    @Test
    void refusalsForSizeAreToldFromOthers() {
        assertThat(SizeRefusals.isOne(413, "")).isTrue();
        assertThat(SizeRefusals.isOne(400, "{\"error\":\"the input length exceeds the context length\"}")).isTrue();
        assertThat(SizeRefusals.isOne(422, "batch size 64 > maximum allowed batch size 32")).isTrue();
        assertThat(SizeRefusals.isOne(500, "input is too large to process. increase the physical batch size"))
                .isTrue();
        assertThat(SizeRefusals.isOne(429, "Rate limit; maximum context length")).isFalse();
        assertThat(SizeRefusals.isOne(401, "Incorrect API key provided")).isFalse();
    }
}
