package dev.waggle.connect.langchain4j;

import dev.langchain4j.model.anthropic.AnthropicTokenUsage;
import dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.waggle.signal.harness.TokenUsage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TokenUsageReaderTest {

    @Test
    void theCoreKnowsInputAndOutput() {
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage(20, 10)))
                .isEqualTo(new TokenUsage(20, 10, 30));
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage(20, 10, 35)))
                .isEqualTo(new TokenUsage(20, 10, 35));
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage(20)))
                .isEqualTo(new TokenUsage(20, 0, 20));
    }

    @Test
    void nothingCountedIsNoUsage() {
        assertThat(TokenUsageReader.usage(null)).isNull();
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage())).isNull();
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage(-1, 10, 9))).isNull();
        assertThat(TokenUsageReader.usage(new dev.langchain4j.model.output.TokenUsage(1, 10, -9))).isNull();
    }

    @Test
    void openAiCountsCachedAndReasoningTokensWithinTheSums() {
        OpenAiTokenUsage counted = OpenAiTokenUsage.builder().inputTokenCount(100).outputTokenCount(50)
                .totalTokenCount(150)
                .inputTokensDetails(OpenAiTokenUsage.InputTokensDetails.builder().cachedTokens(80).build())
                .outputTokensDetails(OpenAiTokenUsage.OutputTokensDetails.builder().reasoningTokens(30).build())
                .build();
        OpenAiTokenUsage plain = OpenAiTokenUsage.builder().inputTokenCount(100).outputTokenCount(50)
                .totalTokenCount(150).build();

        assertThat(TokenUsageReader.usage(counted)).isEqualTo(new TokenUsage(100, 50, 150, 80, 0, 30));
        assertThat(TokenUsageReader.usage(plain)).isEqualTo(new TokenUsage(100, 50, 150));
    }

    @Test
    void anthropicCountsCachedTokensBesideTheInput() {
        AnthropicTokenUsage counted = AnthropicTokenUsage.builder().inputTokenCount(100).outputTokenCount(50)
                .cacheReadInputTokens(3_000).cacheCreationInputTokens(200).build();

        assertThat(TokenUsageReader.usage(counted)).isEqualTo(new TokenUsage(3_300, 50, 3_350, 3_000, 200, 0));
    }

    @Test
    void geminiCountsThoughtsBesideTheOutput() {
        GoogleAiGeminiTokenUsage counted = GoogleAiGeminiTokenUsage.builder().inputTokenCount(100)
                .outputTokenCount(50).totalTokenCount(180).cachedContentTokenCount(60).thoughtsTokenCount(30).build();

        assertThat(TokenUsageReader.usage(counted)).isEqualTo(new TokenUsage(100, 80, 180, 60, 0, 30));
    }

    @Test
    void partsAboveTheirWholeAreReduced() {
        OpenAiTokenUsage counted = OpenAiTokenUsage.builder().inputTokenCount(10).outputTokenCount(5)
                .totalTokenCount(15)
                .inputTokensDetails(OpenAiTokenUsage.InputTokensDetails.builder().cachedTokens(80).build()).build();

        assertThat(TokenUsageReader.usage(counted)).isEqualTo(new TokenUsage(10, 5, 15, 10, 0, 0));
    }
}
