package dev.waggle.connect.llm.family;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lookup of facts, the rows of a user and their errors. */
class ModelFamiliesTest {

    private static final int TRIALS = 300;

    @Test
    void theMostSpecificRowThatStatesAFactDecides() {
        ModelFamilies families = shipped("""
                {"openai:*": {"contextTokens": 1, "maxOutputTokens": 10},
                 "openai:gpt*": {"contextTokens": 2},
                 "openai:gpt-9*": {"contextTokens": 3},
                 "openai:gpt-9": {"contextTokens": 4}}""");

        assertThat(openAi(families, "gpt-9").contextTokens()).isEqualTo(4);
        assertThat(openAi(families, "gpt-9-x").contextTokens()).isEqualTo(3);
        assertThat(openAi(families, "gpt-8").contextTokens()).isEqualTo(2);
        assertThat(openAi(families, "o9").contextTokens()).isEqualTo(1);
        assertThat(openAi(families, "gpt-9").maxOutputTokens()).as("from the row that states it").isEqualTo(10);
    }

    /** Random tables over few names, so that most names match several rows; the oracle is a plain search. */
    @Test
    void theOrderOfRowsNeverMattersAndTheLongestMatchDecides() {
        for (int seed = 0; seed < TRIALS; seed++) {
            Random random = new Random(seed);
            Map<String, Integer> windows = new HashMap<>();
            for (int i = 0; i < 12; i++) {
                windows.put("openai:" + word(random) + (random.nextBoolean() ? "*" : ""), 1 + random.nextInt(1_000));
            }
            List<ModelFamily> rows = new ArrayList<>();
            windows.forEach((pattern, window) -> rows.addAll(rows("{\"" + pattern + "\": {\"contextTokens\": "
                    + window + "}}")));
            ModelFamilies first = ModelFamilies.ofRows(rows);
            Collections.shuffle(rows, random);
            ModelFamilies second = ModelFamilies.ofRows(rows);
            for (int i = 0; i < 20; i++) {
                String name = word(random);
                assertThat(openAi(first, name).contextTokens()).as("seed %s, %s in %s", seed, name, windows)
                        .isEqualTo(openAi(second, name).contextTokens()).isEqualTo(longest(windows, "openai:" + name));
            }
        }
    }

    @Test
    void rowsOfTheUserPrecedeTheShippedOnesFactByFact() {
        ModelFamilies families = ModelFamilies.shipped().with(rows("""
                {"openai:gpt-5.5*": {"temperature": "any", "source": "our tests", "date": "2026-11-20"},
                 "lab:*": {"contextTokens": 32768, "tokenLimitField": "max_tokens"}}"""));

        ModelProfile home = openAi(families, "gpt-5.5");
        assertThat(home.takesTemperature(true)).isTrue();
        assertThat(home.contextTokens()).isEqualTo(1_050_000);
        assertThat(home.endpoint()).isEqualTo(ModelApi.RESPONSES);
        assertThat(fact(home, "temperature")).isEqualTo(
                new FamilyFact("temperature", JsonValue.of("any"), "our tests", "2026-11-20"));

        ModelProfile lab = families.of(ModelHost.COMPATIBLE, "lab", "openai/gpt-5.5");
        assertThat(lab.contextTokens()).isEqualTo(32_768);
        assertThat(lab.tokenLimitField()).isEqualTo(TokenLimitField.MAX_TOKENS);
        assertThat(lab.takesTemperature(true)).as("what the user says of the model holds elsewhere").isTrue();
        assertThat(fact(lab, "contextTokens").source()).isEqualTo("models file");

        assertThat(families.of(ModelHost.COMPATIBLE, "other", "x").contextTokens()).isNull();
    }

    @Test
    void aRowOfTheUserForAForeignServerMayNameItsApi() {
        ModelFamilies families = ModelFamilies.shipped()
                .with(rows("{\"Lab:GPT-5.5*\": {\"endpoint\": \"responses\", \"lacks\": [\"tools\"]}}"));

        ModelProfile model = families.of(ModelHost.COMPATIBLE, "lab", "gpt-5.5");
        assertThat(model.endpoint()).isEqualTo(ModelApi.RESPONSES);
        assertThat(model.lacks(ModelGap.TOOLS)).isTrue();
        assertThat(model.lacks(ModelGap.TOOLS_ON_CHAT)).isFalse();
    }

    @Test
    void rowsAreListedWithEveryFactAndThoseOfTheUserFirst() {
        ModelFamilies families = ModelFamilies.shipped()
                .with(rows("{\"lab:*\": {\"efforts\": [\"low\", \"high\"], \"silenceSeconds\": 90}}"));

        ModelFamily first = families.rows().getFirst();
        assertThat(first.pattern()).isEqualTo("lab:*");
        assertThat(first.allFacts()).extracting(FamilyFact::name).containsExactly("endpoint", "temperature",
                "tokenLimitField", "lacks", "thinksByDefault", "canStopThinking", "thinkingSwitch", "efforts",
                "contextTokens", "maxOutputTokens", "silenceSeconds");
        assertThat(first.allFacts()).extracting(FamilyFact::text).containsExactly("unknown", "unknown", "unknown",
                "unknown", "unknown", "unknown", "unknown", "low, high", "unknown", "unknown", "90");
        assertThat(families.rows()).hasSize(ModelFamilies.shipped().rows().size() + 1);
        assertThat(fact(openAi(families, "gpt-5.5"), "thinksByDefault").text()).isEqualTo("yes");
    }

    @Test
    void aModelsFileHoldsFamilies() {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "http://lab:8000/v1"}},
                 "families": {"lab:*": {"thinksByDefault": true, "maxOutputTokens": 4000}}}""")) {
            ModelProfile model = catalog.families().of(ModelHost.COMPATIBLE, "lab", "big");

            assertThat(model.mayThink()).isTrue();
            assertThat(model.usualOutputTokens()).isEqualTo(4_000);
        }
        try (ModelCatalog plain = ModelCatalog.of(Map.of())) {
            assertThat(plain.families().rows()).hasSameSizeAs(ModelFamilies.shipped().rows());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"lab:*": {"contextToken": 1}}            | families.lab:*.contextToken is unknown Maybe contextTokens.
            {"lab:*": {"temperature": "some"}}        | must be one of any, without-thinking, only-default, got "some"
            {"lab:*": {"temperature": "onlydefault"}} | Maybe only-default.
            {"lab:*": {"lacks": ["tool"]}}            | families.lab:*.lacks must be a list of tools, tools-on-chat
            {"lab:*": {"lacks": ["tool"]}}            | Maybe tools.
            {"lab:*": {"contextTokens": 0}}           | contextTokens must be a whole number above 0, got 0
            {"lab:*": {"contextTokens": 1.5}}         | families.lab:*.contextTokens must be
            {"lab:*": {"silenceSeconds": -1}}         | silenceSeconds must be a whole number above 0
            {"lab:*": {"efforts": ["low", "low"]}}    | must be a list of different words
            {"lab:*": {"thinksByDefault": "yes"}}     | families.lab:*.thinksByDefault must be true or false
            {"lab:*": {"endpoint": {"valu": "chat"}}} | families.lab:*.endpoint.valu is unknown Maybe value.
            {"lab:*": {"endpoint": {"value": "a"}}}   | families.lab:*.endpoint.value must be one of chat, responses
            {"lab": {}}                               | families: a family must be named provider:model
            {"la*b:x": {}}                            | got "la*b:x"
            {"*": {}}                                 | got "*"
            {"lab:": {}}                              | got "lab:"
            {"lab:A": {}, "LAB:a": {}}                | families.LAB:a is there twice
            {"lab:*": 3}                              | families.lab:* must be an object, got 3
            """)
    void aMistakeInTheFileIsNamedWithTheNearest(String families, String message) {
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), "{\"families\": " + families + "}").close())
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(bad -> assertThat(String.valueOf(bad.getMessage()).replace('\n', ' ')).contains(message));
    }

    @Test
    void aShippedFactWithoutADocumentIsRefused() {
        assertThatThrownBy(() -> shipped("{\"openai:x\": {\"source\": \"guid\", \"contextTokens\": 5}}"))
                .hasMessageContaining("names no document of the list, got \"guid\"")
                .hasMessageContaining("Maybe guide.");
        assertThatThrownBy(() -> FamilyReader.ofTable(root("""
                {"sources": {"guide": {"document": "a guide", "date": "2026-11"}},
                 "families": {"openai:x": {"contextTokens": 5}}}"""))).hasMessageContaining("source is missing");
    }

    private static ModelFamilies shipped(String families) {
        return ModelFamilies.ofRows(FamilyReader.ofTable(root("""
                {"sources": {"guide": {"document": "a guide", "date": "2026-11"}}, "families": %s}"""
                .formatted(families.replace("{\"contextTokens\"", "{\"source\": \"guide\", \"contextTokens\"")))));
    }

    private static List<ModelFamily> rows(String json) {
        return ModelFamilies.readRows(root(json));
    }

    private static JsonObjectReader root(String json) {
        return JsonObjectReader.root("the rows", JsonText.read(json));
    }

    private static ModelProfile openAi(ModelFamilies families, String model) {
        return families.of(ModelHost.OPENAI, "openai", model);
    }

    private static FamilyFact fact(ModelProfile model, String name) {
        return model.facts().stream().filter(fact -> fact.name().equals(name)).findFirst().orElseThrow();
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        int length = 1 + random.nextInt(4);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(2)));
        }
        return word.toString();
    }

    private static @Nullable Integer longest(Map<String, Integer> windows, String name) {
        Integer exact = windows.get(name);
        for (int length = name.length(); exact == null && length > 0; length--) {
            exact = windows.get(name.substring(0, length) + '*');
        }
        return exact;
    }
}
