package dev.waggle.connect.llm.rules;

import java.util.Map;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Price;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tokens of caches and thoughts are parts of input and output on every wire, counted and priced once. */
class CountedOnceTest {

    private static final Price PRICE = new Price(1, 10, 0.1, 1.25, 20.0);

    /** Counts as each wire can say them: 1,000 tokens read, 700 of them cached and 200 written, and 100 of output. */
    private static TokenUsage told(WireFormatName format) {
        return switch (format) {
            case OPENAI, OPENAI_RESPONSES, ANTHROPIC, AZURE -> new TokenUsage(1_000, 100, 1_100, 700, 200, 60);
            case GEMINI -> new TokenUsage(1_000, 100, 1_100, 700, 0, 60);
            case OLLAMA -> new TokenUsage(1_000, 100, 1_100);
        };
    }

    private static String model(WireFormatName format) {
        return switch (format) {
            case OPENAI -> "openai:gpt-4o";
            case OPENAI_RESPONSES -> "openai:gpt-5.5";
            case ANTHROPIC -> "anthropic:claude-opus-5";
            case GEMINI -> "gemini:gemini-2.5-pro";
            case OLLAMA -> "ollama:llama3.2";
            case AZURE -> "azure:gpt-4o";
        };
    }

    private static Map<String, String> environment(FakeModels server, WireFormatName format) {
        String key = "sk-test-0123456789abcdef";
        String url = server.baseUrl(format);
        return switch (format) {
            case OPENAI, OPENAI_RESPONSES -> Map.of("OPENAI_BASE_URL", url, "OPENAI_API_KEY", key);
            case ANTHROPIC -> Map.of("ANTHROPIC_BASE_URL", url, "ANTHROPIC_API_KEY", key);
            case GEMINI -> Map.of("GEMINI_BASE_URL", url, "GEMINI_API_KEY", key);
            case OLLAMA -> Map.of("OLLAMA_BASE_URL", url);
            case AZURE -> Map.of("AZURE_OPENAI_ENDPOINT", url, "AZURE_OPENAI_API_KEY", key);
        };
    }

    /** The price of those tokens, in millionths of a dollar. */
    private static double price(WireFormatName format) {
        return switch (format) {
            case OPENAI, OPENAI_RESPONSES, ANTHROPIC, AZURE -> 100 + 70 + 250 + 400 + 1_200;
            case GEMINI -> 300 + 70 + 400 + 1_200;
            case OLLAMA -> 1_000 + 1_000;
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyTokenIsCountedAndPricedOnce(WireFormatName format) throws Exception {
        FakeAnswer answer = FakeAnswer.says("fine").withUsage(new FakeAnswer.Usage(1_000, 100, 60, 700, 200));
        try (FakeModels server = FakeModels.answering(_ -> answer);
                ModelCatalog catalog = ModelCatalog.of(environment(server, format))) {
            RunContext context = RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
            });

            TokenUsage usage = TurnBed.run(catalog.harness(model(format)), TurnBed.asking(), context).usage();

            assertThat(usage).isEqualTo(told(format));
            assertThat(PRICE.of(told(format)) * 1e6).isCloseTo(price(format), within(1e-6));
        }
    }
}
