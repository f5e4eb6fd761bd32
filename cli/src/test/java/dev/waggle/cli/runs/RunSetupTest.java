package dev.waggle.cli.runs;

import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SpendingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunSetupTest {

    private static final String LOGGED = """
            {"command":"solve","options":{"--model":["a:x","b:y"],"--rounds":["3"]},"config":"agents: 3",\
            "modelsFile":"models.json","budget":{"tokens":1000,"usd":0.5},"prices":{"rows":{"a:x":[1.0,2.5]},\
            "otherwise":[0.0,0.0]},"assistants":["synthesizer"]}""";

    private static final RunSetup SETUP = new RunSetup(Map.of("--rounds", List.of("3"), "--model",
            List.of("a:x", "b:y")), "agents: 3", "models.json",
            new SpendingPolicy(new Budget(1000L, 0.5), new PriceTable(Map.of("a:x", new Price(1, 2.5)),
                    new Price(0, 0))),
            List.of(RunSetup.SYNTHESIZER));

    @Test
    void aLoggedSetupIsReadAndWrittenUnchanged() {
        assertThat(JsonText.write(SETUP.toJson())).isEqualTo(LOGGED);
        assertThat(RunSetup.of(JsonText.read(LOGGED))).isEqualTo(SETUP);
    }

    @Test
    void pricesOfCachesAndThinkingAreLoggedWhereThereAreAny() {
        RunSetup setup = new RunSetup(SETUP.options(), SETUP.config(), SETUP.modelsFile(), SETUP.spending().withPrices(
                new PriceTable(Map.of("a:x", new Price(1, 2.5, 0.1, null, 3.0)), new Price(0, 0))), SETUP.assistants());
        String logged = LOGGED.replace("[1.0,2.5]",
                "{\"input\":1.0,\"output\":2.5,\"cachedInput\":0.1,\"reasoning\":3.0}");

        assertThat(JsonText.write(setup.toJson())).isEqualTo(logged);
        assertThat(RunSetup.of(JsonText.read(logged))).isEqualTo(setup);
    }

    @Test
    void theSetupOfAnotherProgramIsNone() {
        assertThat(RunSetup.find(JsonText.read("{\"command\":\"application\",\"properties\":{}}"))).isEmpty();
        assertThat(RunSetup.find(JsonText.read(LOGGED))).contains(SETUP);
    }

    @Test
    void absentPartsStayAbsent() {
        RunSetup bare = new RunSetup(Map.of(), null, null, new SpendingPolicy(Budget.UNLIMITED, PriceTable.FLAT),
                List.of());

        assertThat(JsonText.write(bare.toJson())).doesNotContain("null", "config", "modelsFile", "tokens", "usd");
        assertThat(RunSetup.of(bare.toJson())).isEqualTo(bare);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "options":{"--model"             | "was":{"--model"        | options is missing
            ["a:x","b:y"]                    | ["a:x",3]               | options.--model[1] must be a text, got 3
            "agents: 3"                      | 3                       | config must be a text, got 3
            "models.json"                    | null                    | modelsFile must be a text, got null
            "tokens":1000                    | "tokens":"many"         | budget.tokens must be a whole number
            "tokens":1000                    | "tokens":0              | the token budget must be at least 1
            "usd":0.5                        | "usd":[]                | budget.usd must be a finite number
            [1.0,2.5]                        | [1.0]                   | prices.rows.a:x must be two numbers
            [1.0,2.5]                        | [1.0,true]              | prices.rows.a:x[1] must be a finite number
            [1.0,2.5]                        | {"input":1}             | prices.rows.a:x.output is missing
            [1.0,2.5] | {"input":1,"output":1,"cached":1} | prices.rows.a:x
            [1.0,2.5] | {"input":1,"output":1,"cacheWrite":-1} | prices.rows.a:x
            "otherwise":[0.0,0.0] | "otherwise":[0.0,-1] | prices.otherwise.outputPerMillion must be
            ["synthesizer"]                  | "synthesizer"           | assistants must be an array
            """)
    void aSetupOfAnotherFormIsRefusedWithItsPlace(String part, String damage, String reason) {
        assertThat(LOGGED).contains(part);
        JsonValue damaged = JsonText.read(LOGGED.replace(part, damage));

        assertThatThrownBy(() -> RunSetup.of(damaged)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(reason);
    }
}
