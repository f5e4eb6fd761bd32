package dev.waggle.connect.llm.family;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The shipped table, read as a user gets it. */
class ShippedFamiliesTest {

    private static final ModelFamilies SHIPPED = ModelFamilies.shipped();

    private static final Set<String> VENDORS = Set.of("openai", "anthropic", "gemini", "ollama");

    @Test
    void everyFactHasASourceAndADate() {
        assertThat(SHIPPED.rows()).hasSizeGreaterThan(50).allSatisfy(row -> {
            assertThat(row.facts()).as(row.pattern()).isNotEmpty();
            assertThat(row.facts()).as(row.pattern()).allSatisfy(fact -> {
                assertThat(fact.source()).isNotBlank();
                assertThat(fact.date()).matches("20\\d\\d-\\d\\d(-\\d\\d)?");
                assertThat(fact.isKnown()).isTrue();
            });
        });
    }

    @Test
    void everyPatternIsOfAVendorAndInSmallLetters() {
        assertThat(SHIPPED.rows()).extracting(ModelFamily::pattern).doesNotHaveDuplicates()
                .allSatisfy(pattern -> assertThat(pattern).isEqualTo(pattern.toLowerCase(Locale.ROOT)));
        assertThat(SHIPPED.rows()).extracting(ModelFamily::vendor).isSubsetOf(VENDORS);
    }

    /** Two vendors may have a row for one model. Elsewhere either could decide, so they have to agree. */
    @Test
    void rowsOfTwoVendorsForOneModelAgree() {
        Map<String, List<ModelFamily>> byModel = SHIPPED.rows().stream().filter(row -> !row.isForAllModels())
                .collect(Collectors.groupingBy(row -> row.pattern().substring(row.vendor().length())));
        List<List<ModelFamily>> shared = byModel.values().stream().filter(rows -> rows.size() > 1).toList();

        assertThat(shared).isNotEmpty().allSatisfy(rows -> {
            for (ModelFact<?> fact : ModelFact.ALL) {
                Set<String> values = new HashSet<>();
                rows.forEach(row -> row.facts().stream().filter(known -> known.name().equals(fact.name()))
                        .forEach(known -> values.add(known.text())));
                if (fact.scope() == ModelFact.Scope.MODEL) {
                    assertThat(values).as(rows + " " + fact.name()).hasSizeLessThan(2);
                }
            }
        });
    }

    @Test
    void anOutputLimitIsBelowTheContextWindow() {
        List<String> wrong = new ArrayList<>();
        for (ModelFamily row : SHIPPED.rows()) {
            ModelProfile model = SHIPPED.of(hostOf(row), row.vendor(), nameOf(row));
            Integer window = model.contextTokens();
            Integer most = model.maxOutputTokens();
            if (window != null && most != null && most >= window) {
                wrong.add(row.pattern());
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** A word for no thinking among the efforts means that thinking can be stopped, and the other way round. */
    @Test
    void theEffortNoneAndTheEndOfThinkingGoTogether() {
        assertThat(SHIPPED.rows()).allSatisfy(row -> {
            ModelProfile model = SHIPPED.of(hostOf(row), row.vendor(), nameOf(row));
            if (model.thinkingSwitch() == ThinkingSwitch.REASONING_EFFORT && !model.efforts().isEmpty()) {
                assertThat(model.efforts().contains("none")).as(row.pattern())
                        .isEqualTo(Boolean.TRUE.equals(model.canStopThinking()));
            }
        });
    }

    /** Rules 6, 7, 9, 10 and 11 of November 2026. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpt-4o            | CHAT      | true  | MAX_COMPLETION_TOKENS | false | false | 1200
            gpt-4.1-mini      | CHAT      | true  | MAX_COMPLETION_TOKENS | false | false | 1200
            o1                | CHAT      | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            o3-pro            | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            o4-mini           | CHAT      | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            gpt-5             | CHAT      | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            gpt-5-pro         | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            gpt-5-codex       | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            gpt-5.1           | CHAT      | true  | MAX_COMPLETION_TOKENS | false | false | 1200
            gpt-5.2-2025-12-11 | CHAT     | true  | MAX_COMPLETION_TOKENS | false | false | 1200
            gpt-5.3-codex     | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | false | 8192
            gpt-5.4           | RESPONSES | true  | MAX_COMPLETION_TOKENS | false | true  | 1200
            gpt-5.5           | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | true  | 8192
            gpt-5.5-2026-04-23 | RESPONSES | false | MAX_COMPLETION_TOKENS | true | true  | 8192
            gpt-5.6-terra     | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | true  | 8192
            gpt-6-astra       | RESPONSES | false | MAX_COMPLETION_TOKENS | true  | true  | 8192
            """)
    void knowsTheModelsOfOpenAi(String name, ModelApi api, boolean temperature, TokenLimitField field, boolean thinks,
            boolean noToolsOnChat, int output) {
        ModelProfile model = SHIPPED.of(ModelHost.OPENAI, "openai", name);

        assertThat(model.endpoint()).isEqualTo(api);
        assertThat(model.takesTemperature(model.mayThink())).isEqualTo(temperature);
        assertThat(model.tokenLimitField()).isEqualTo(field);
        assertThat(model.thinksByDefault()).isEqualTo(thinks);
        assertThat(model.lacks(ModelGap.TOOLS_ON_CHAT)).isEqualTo(noToolsOnChat);
        assertThat(model.usualOutputTokens()).isEqualTo(output);
        if (thinks) {
            assertThat(model.silence()).isEqualTo(Duration.ofMinutes(10));
        }
    }

    /** Rule 3: temperature is refused from Opus 4.7, Sonnet 5 and Opus 5 on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            claude-haiku-4-5            | true  | false | true  | ANTHROPIC_BUDGET   | 200000  | 64000
            claude-sonnet-4-5-20250929  | true  | false | true  | ANTHROPIC_BUDGET   | 200000  | 64000
            claude-opus-4-5             | true  | false | true  | ANTHROPIC_BUDGET   | 200000  | 64000
            claude-opus-4-6             | true  | false | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-sonnet-4-6           | true  | false | true  | ANTHROPIC_ADAPTIVE | 1000000 | 64000
            claude-opus-4-7             | false | false | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-opus-4-8             | false | false | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-sonnet-5             | false | true  | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-opus-5               | false | true  | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-opus-5-5             | false | true  | false | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-sonnet-5-5           | false | true  | false | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-haiku-5-5            | false | true  | true  | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            claude-fable-5-1            | false | true  | false | ANTHROPIC_ADAPTIVE | 1000000 | 128000
            """)
    void knowsTheModelsOfAnthropic(String name, boolean temperature, boolean thinks, boolean canStop,
            ThinkingSwitch control, int context, int most) {
        ModelProfile model = SHIPPED.of(ModelHost.ANTHROPIC, "anthropic", name);

        assertThat(model.takesTemperature(thinks)).isEqualTo(temperature);
        assertThat(model.takesTemperature(true)).isFalse();
        assertThat(model.thinksByDefault()).isEqualTo(thinks);
        assertThat(model.canStopThinking()).isEqualTo(canStop);
        assertThat(model.thinkingSwitch()).isEqualTo(control);
        assertThat(model.contextTokens()).isEqualTo(context);
        assertThat(model.maxOutputTokens()).isEqualTo(most);
        assertThat(model.usualOutputTokens(true)).isEqualTo(8_192);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gemini-2.5-pro          | true  | false | GEMINI_BUDGET |
            gemini-2.5-flash        | true  | true  | GEMINI_BUDGET |
            gemini-2.5-flash-lite   | false | true  | GEMINI_BUDGET |
            gemini-3-pro-preview    | true  | false | GEMINI_LEVEL  | low high
            gemini-3-flash-preview  | true  | false | GEMINI_LEVEL  | minimal low medium high
            gemini-3.1-pro-preview  | true  | false | GEMINI_LEVEL  | low medium high
            gemini-3.8-flash        | true  |       | GEMINI_LEVEL  | low medium high
            models/gemini-2.5-pro   | true  | false | GEMINI_BUDGET |
            """)
    void knowsTheModelsOfGemini(String name, boolean thinks, Boolean canStop, ThinkingSwitch control, String efforts) {
        ModelProfile model = SHIPPED.of(ModelHost.GEMINI, "gemini", name);

        assertThat(model.thinksByDefault()).isEqualTo(thinks);
        assertThat(model.canStopThinking()).isEqualTo(canStop);
        assertThat(model.thinkingSwitch()).isEqualTo(control);
        assertThat(model.efforts()).isEqualTo(efforts == null ? List.of() : List.of(efforts.split(" ")));
        assertThat(model.maxOutputTokens()).isEqualTo(65_536);
        assertThat(model.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS)).isEqualTo(name.contains("2.5"));
    }

    /** Rules 17 and 19: a format is a grammar, and the default window is small. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            qwen3:8b         | true  | OLLAMA_FLAG  | false | 8192
            qwen3-coder:30b  | false | NONE         | false | 1200
            deepseek-r1:14b  | true  | OLLAMA_FLAG  | false | 8192
            gpt-oss:20b      | true  | OLLAMA_LEVEL | false | 8192
            llama3.1:8b      | false | NONE         | false | 1200
            llama3.2:3b      |       |              | false | 1200
            gemma3:12b       |       |              | true  | 1200
            """)
    void knowsTheModelsOfOllama(String name, Boolean thinks, ThinkingSwitch control, boolean noTools, int output) {
        ModelProfile model = SHIPPED.of(ModelHost.OLLAMA, "ollama", name);

        assertThat(model.thinksByDefault()).isEqualTo(thinks);
        assertThat(model.thinkingSwitch()).isEqualTo(control);
        assertThat(model.lacks(ModelGap.TOOLS)).isEqualTo(noTools);
        assertThat(model.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS)).isTrue();
        assertThat(model.contextTokens()).isEqualTo(4_096);
        assertThat(model.usualOutputTokens()).isEqualTo(output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai/gpt-5.5", "gpt-5.5", "openrouter/openai/gpt-5.5", "azure/gpt-5.5",
        "OpenAI/GPT-5.5"})
    void aGatewaySharesTheFactsOfAModelButNotTheApiOfItsVendor(String name) {
        ModelProfile model = SHIPPED.of(ModelHost.COMPATIBLE, "lab", name);

        assertThat(model.endpoint()).isEqualTo(ModelApi.CHAT);
        assertThat(model.lacks(ModelGap.TOOLS_ON_CHAT)).isFalse();
        assertThat(model.tokenLimitField()).isEqualTo(TokenLimitField.MAX_COMPLETION_TOKENS);
        assertThat(model.takesTemperature(true)).isFalse();
        assertThat(model.contextTokens()).isEqualTo(1_050_000);
        assertThat(model.thinkingSwitch()).isEqualTo(ThinkingSwitch.REASONING_EFFORT);
        assertThat(model.usualOutputTokens()).isEqualTo(8_192);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic/claude-opus-4.7", "us.anthropic.claude-opus-4-7", "claude-opus-4-7",
        "bedrock/eu.anthropic.claude-opus-4-7-v1:0", "vertex_ai/claude-opus-4-7@20260416"})
    void aModelOfAnthropicIsKnownBehindGatewaysAndRegions(String name) {
        ModelProfile model = SHIPPED.of(ModelHost.COMPATIBLE, "lab", name);

        assertThat(model.takesTemperature(false)).isFalse();
        assertThat(model.contextTokens()).isEqualTo(1_000_000);
        assertThat(model.thinkingSwitch()).as("its fields are of another format").isNull();
        assertThat(model.efforts()).isEmpty();
    }

    /** Structured outputs begin with the models 4.5 of Anthropic, and Opus 4.1. */
    @ParameterizedTest
    @CsvSource({"claude-3-5-haiku-latest, true", "claude-3-haiku-20240307, true", "claude-sonnet-4-20250514, true",
        "claude-sonnet-4-0, true", "claude-haiku-4-5, false", "claude-sonnet-4-5-20250929, false",
        "claude-opus-4-1, false", "claude-sonnet-4-6, false", "claude-opus-5-5, false"})
    void olderModelsOfAnthropicHoldNoAnswerToASchema(String name, boolean lacks) {
        assertThat(SHIPPED.of(ModelHost.ANTHROPIC, "anthropic", name).lacks(ModelGap.STRUCTURED_OUTPUT))
                .isEqualTo(lacks);
    }

    @ParameterizedTest
    @CsvSource({"ft:gpt-4o-mini-2024-07-18:acme::Ab1, false", "ft:o4-mini-2025-04-16:acme:bees:Ab1, true",
        "openai/ft:gpt-4.1-2025-04-14:acme::Ab1, false"})
    void aFineTunedModelHasTheFactsOfItsBase(String name, boolean thinks) {
        for (ModelHost host : List.of(ModelHost.OPENAI, ModelHost.COMPATIBLE)) {
            assertThat(SHIPPED.of(host, "lab", name).thinksByDefault()).isEqualTo(thinks);
        }
    }

    @Test
    void aDeploymentOfAzureThatBeginsLikeAModelHasItsFacts() {
        ModelProfile known = SHIPPED.of(ModelHost.AZURE, "azure", "gpt-5.5-sweden-1");
        ModelProfile unknown = SHIPPED.of(ModelHost.AZURE, "azure", "our-model");

        assertThat(known.endpoint()).isEqualTo(ModelApi.CHAT);
        assertThat(known.takesTemperature(false)).isFalse();
        assertThat(known.usualOutputTokens()).isEqualTo(8_192);
        assertThat(unknown.takesTemperature(true)).isTrue();
        assertThat(unknown.facts()).noneMatch(FamilyFact::isKnown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"my-gpt-5.5", "acme/gpt-5.5", "openai/", "/", ":", "x", "us.gpt-5.5", "claude"})
    void anUnknownNameHasNoFacts(String name) {
        assertThat(SHIPPED.of(ModelHost.COMPATIBLE, "lab", name).facts()).extracting(FamilyFact::text)
                .containsOnly("unknown");
    }

    /** The rows of Ollama's own server say nothing about another server with the same models. */
    @Test
    void theWindowOfOllamaIsNotThatOfAnotherServer() {
        ModelProfile elsewhere = SHIPPED.of(ModelHost.COMPATIBLE, "vllm", "deepseek-ai/DeepSeek-R1");

        assertThat(elsewhere.thinksByDefault()).isTrue();
        assertThat(elsewhere.contextTokens()).isNull();
        assertThat(elsewhere.thinkingSwitch()).isNull();
        assertThat(elsewhere.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, 8192, MAX_COMPLETION_TOKENS", "AZURE, 8192, MAX_COMPLETION_TOKENS",
        "ANTHROPIC, 8192, MAX_TOKENS", "GEMINI, 8192, MAX_TOKENS", "OLLAMA, 1200, MAX_TOKENS",
        "COMPATIBLE, 1200, MAX_TOKENS"})
    void anUnknownModelHasSafeDefaults(ModelHost host, int output, TokenLimitField field) {
        ModelProfile model = SHIPPED.of(host, "any", "never-heard-of");

        assertThat(model.endpoint()).isEqualTo(ModelApi.CHAT);
        assertThat(model.usualOutputTokens()).isEqualTo(output);
        assertThat(model.tokenLimitField()).isEqualTo(field);
        assertThat(model.takesTemperature(true)).isTrue();
        assertThat(model.thinksByDefault()).isNull();
        assertThat(model.silence()).isNull();
        assertThat(model.capped(1_000_000)).isEqualTo(1_000_000);
    }

    private static ModelHost hostOf(ModelFamily row) {
        return ModelHost.valueOf(row.vendor().toUpperCase(Locale.ROOT));
    }

    private static String nameOf(ModelFamily row) {
        return row.pattern().substring(row.vendor().length() + 1).replace("*", "");
    }
}
