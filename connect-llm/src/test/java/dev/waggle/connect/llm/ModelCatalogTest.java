package dev.waggle.connect.llm;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelCatalogTest {

    private static final String FILE = """
            {"providers": {"lab": {"kind": "openai", "baseUrl": "http://lab:8000/v1", "keyEnv": "LAB_KEY"}},
             "models": {"cheap": "ollama:llama3.2:3b", "deep": "lab:big"},
             "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 4.0}},
             "costPerToken": 0.5}""";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = "OPENAI_RESPONSES", mode = EnumSource.Mode.EXCLUDE) // Its models decide, not its address.
    void findsEachProviderWhereTheEnvironmentSays(WireFormatName format) throws Exception {
        String provider = ProviderTestBed.kind(format).configName();
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                ModelCatalog catalog = ModelCatalog
                        .of(Map.of("AZURE_OPENAI_ENDPOINT", bed.server.url(), "AZURE_OPENAI_API_KEY",
                                ProviderTestBed.KEY,
                                "OPENAI_BASE_URL", bed.server.baseUrl(WireFormatName.OPENAI),
                                "ANTHROPIC_BASE_URL", bed.server.url(), "GEMINI_BASE_URL", bed.server.url() + "/",
                                "OLLAMA_HOST", "127.0.0.1:" + bed.server.port(), "OPENAI_API_KEY", ProviderTestBed.KEY,
                                "ANTHROPIC_API_KEY", ProviderTestBed.KEY, "GOOGLE_API_KEY", ProviderTestBed.KEY))) {
            Harness model = catalog.harness(provider + ":fake-fast");

            assertThat(model.run(ProviderTestBed.hello(), bed.context()).content()).isEqualTo("fine");
            assertThat(model.type()).isEqualTo(provider);
            assertThat(model.model()).isEqualTo(provider + ":fake-fast");
            assertThat(model.displayName()).endsWith(" fake-fast");
            assertThat(bed.server.requests().getFirst().format()).isEqualTo(format);
        }
    }

    @Test
    void asksACompatibleServerWithoutAKey() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(FakeServerConfig.compatible(), _ -> FakeAnswer.says("fine"));
                ModelCatalog catalog = ModelCatalog
                        .of(Map.of("WAGGLE_BASE_URL", bed.server.baseUrl(WireFormatName.OPENAI)))) {
            Harness model = catalog.harness("compatible:any");

            assertThat(model.run(ProviderTestBed.hello(), bed.context()).content()).isEqualTo("fine");
            assertThat(model.capabilities().structuredOutput()).isFalse();
            assertThat(bed.server.requests().getFirst().key()).isEmpty();
        }
    }

    @Test
    void saysWhereItLookedForAKeyBeforeAskingAnybody() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                ModelCatalog catalog = ModelCatalog.of(Map.of())) {
            HarnessFailure failure = bed.failure(catalog.harness("gemini:flash"), bed.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.AUTHENTICATION);
            assertThat(failure.message()).contains("GEMINI_API_KEY, GEMINI_API_KEY_FILE, GOOGLE_API_KEY")
                    .contains("Maybe set GEMINI_API_KEY");
        }
    }

    @Test
    void readsKeysFromFilesAndNeverShowsThem() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "\uFEFF" + ProviderTestBed.KEY + "\n");
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("OPENAI_API_KEY_FILE", file.toString(), "ANTHROPIC_API_KEY",
                "two words"))) {
            assertThat(listing(catalog, "openai").key()).isEqualTo(ModelCatalog.KeyState.FOUND);
            assertThat(listing(catalog, "anthropic").key()).isEqualTo(ModelCatalog.KeyState.UNUSABLE);
            assertThat(listing(catalog, "gemini").key()).isEqualTo(ModelCatalog.KeyState.MISSING);
            assertThat(listing(catalog, "ollama").isReady()).isTrue();
            assertThat(catalog.providers().toString()).doesNotContain(ProviderTestBed.KEY).doesNotContain("two words");
        }
    }

    @Test
    void aKeyFileThatIsGoneIsNamed() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                ModelCatalog catalog = ModelCatalog.of(Map.of("OPENAI_API_KEY_FILE", "/nowhere/key"))) {
            assertThat(bed.failure(catalog.harness("openai:gpt"), bed.context()).message())
                    .contains("the file of OPENAI_API_KEY_FILE cannot be read");
        }
    }

    @Test
    void resolvesAliasesAndKeepsColonsOfModels() {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), FILE)) {
            assertThat(catalog.harness("cheap").model()).isEqualTo("ollama:llama3.2:3b");
            assertThat(catalog.harness("lab:other").model()).isEqualTo("lab:other");
            assertThat(catalog.models()).containsOnlyKeys("cheap", "deep");
            assertThat(listing(catalog, "lab").provider().baseUrl()).isEqualTo(URI.create("http://lab:8000/v1"));
            assertThat(listing(catalog, "lab").key()).isEqualTo(ModelCatalog.KeyState.NOT_NEEDED);
        }
    }

    @Test
    void offersTheNearestName() {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), FILE)) {
            assertThatThrownBy(() -> catalog.harness("opnai:gpt")).hasMessageContaining("Maybe openai.");
            assertThatThrownBy(() -> catalog.harness("cheep")).hasMessageContaining("Maybe cheap.");
            assertThatThrownBy(() -> catalog.harness("compatible:x")).hasMessageContaining("WAGGLE_BASE_URL");
            assertThatThrownBy(() -> catalog.harness("openai:")).hasMessageContaining("1 to 256 visible characters");
            assertThatThrownBy(() -> catalog.harness("openai:a\u001b[2J")).hasMessageContaining("\\u001b");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"modells": {}}                                                   | Maybe models.
            {"providers": {"lab": {"kind": "openai", "baseUri": "http://a"}}} | Maybe baseUrl.
            {"providers": {"lab": {"kind": "opnai"}}}                         | Maybe openai.
            {"providers": {"lab": {"baseUrl": "http://a"}}}                   | providers.lab.kind is missing
            {"providers": {"lab": {"kind": "openai", "baseUrl": "ftp://a"}}}  | must be http or https
            {"providers": {"lab": {"kind": "openai", "baseUrl": "http://a:b@c"}}} | Maybe it is a key
            {"providers": {"Lab": {"kind": "openai"}}}                        | the first a letter
            {"models": {"cheap": 3}}                                          | models.cheap must be a text
            {"models": {"ollama:x": "cheap"}}                                 | Maybe the sides are swapped
            {"prices": {"a:*": {"inputPerMillion": -1, "outputPerMillion": 1}}} | prices.a:*.inputPerMillion must be a finite number of at least 0
            {"prices": {"a:*": {"inputPerMillion": 1}}}                       | outputPerMillion is missing
            []                                                                | the file must be an object
            {"models": {}, "models": {}}                                      | not JSON
            """)
    void refusesWhatAFileShouldNotHold(String json, String remedy) {
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), json).close()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(remedy);
    }

    @Test
    void neverShowsTheKeyOfAnAddress() {
        assertThatThrownBy(
                () -> ModelCatalog.of(Map.of("OPENAI_BASE_URL", "https://u:" + ProviderTestBed.KEY + "@host/v1"))
                        .close())
                .hasMessageContaining("https://host/v1").hasMessageNotContaining(ProviderTestBed.KEY);
    }

    @Test
    void saysWhichFileIsWrong() throws Exception {
        Path file = Files.writeString(folder.resolve("models.json"), "{");

        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), file).close()).hasMessageContaining("models.json: not JSON");
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), folder.resolve("none.json")).close())
                .hasMessageContaining("none.json cannot be read");
    }

    @ParameterizedTest
    @CsvSource({"localhost, http://localhost:11434", ":99, http://127.0.0.1:99",
        "0.0.0.0:99, http://127.0.0.1:99", "[::1]:5, http://[::1]:5", "http://far/, http://far",
        "https://far:8/x/, https://far:8/x"})
    void readsTheHostOfOllamaAsItsOwnClientDoes(String text, String url) {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("OLLAMA_HOST", text))) {
            assertThat(listing(catalog, "ollama").provider().baseUrl()).isEqualTo(URI.create(url));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GEMINI_BASE_URL", "OLLAMA_HOST",
        "OLLAMA_BASE_URL", "WAGGLE_BASE_URL", "AZURE_OPENAI_ENDPOINT"})
    void anAddressWithAUserAQueryOrAnImpossiblePortIsRefusedAtOnceWithoutItsSecret(String variable) {
        for (String address : List.of("http://ann:hunter2hunter2@far:8/v1", "http://ann@far/",
                "http://far/?key=hunter2hunter2",
                "http://far/#hunter2hunter2", "http://far:99999", "http://far:0",
                "https://ann:hunter2hunter2@far:99999/x",
                "http://ann:hunter2hunter2@far:99999999999", "http://ann:hunter2hunter2@[::1]:65536")) {
            assertThatThrownBy(() -> ModelCatalog.of(Map.of(variable, address)).close()).as(address)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the base URL of ")
                    .hasMessageNotContaining("hunter2");
        }
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(variable, "http://far:99999")).close())
                .hasMessageContaining("a port from 1 to 65535, got 99999").hasMessageContaining("Maybe ");
    }

    @Test
    void anAddressOfAFileObeysTheSameRule() {
        for (String kind : List.of("openai", "anthropic", "gemini", "ollama", "azure")) {
            for (String address : List.of("http://ann:hunter2hunter2@far", "http://far?key=hunter2hunter2",
                    "http://far:99999")) {
                assertThatThrownBy(() -> ModelCatalog.of(Map.of(), """
                        {"providers": {"lab": {"kind": "%s", "baseUrl": "%s"}}}""".formatted(kind, address)).close())
                        .as(kind + " " + address).isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("the base URL of lab").hasMessageNotContaining("hunter2");
            }
        }
    }

    @Test
    void pricesOfTheFileGoBeforeTheShippedOnes() {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), FILE);
                ModelCatalog plain = ModelCatalog.of(Map.of())) {
            PriceTable prices = catalog.prices();

            assertThat(prices.of("lab:big")).isEqualTo(new Price(1, 4));
            assertThat(prices.of("nobody:knows")).isEqualTo(Price.perToken(0.5));
            assertThat(plain.prices().of("nobody:knows")).isEqualTo(Price.perToken(PriceTable.COST_PER_TOKEN));
            assertThat(plain.prices().of("ollama:llama3.2:3b")).isEqualTo(new Price(0, 0));
            assertThat(plain.prices().of("anthropic:claude-haiku-4-5-20251001"))
                    .isEqualTo(new Price(1, 5, 0.1, 1.25, null));
            assertThat(plain.prices().knows("openai:gpt-5.5-pro")).isFalse();
            assertThat(ShippedPriceList.lookedUp()).matches("\\d{4}-\\d{2}");
        }
    }

    @Test
    void aRowMayHavePricesOfCachesAndThinking() {
        String file = FILE.replace("\"outputPerMillion\": 4.0", "\"outputPerMillion\": 4.0,"
                + " \"cachedInputPerMillion\": 0.1, \"cacheWritePerMillion\": 1.25, \"reasoningPerMillion\": 5");

        try (ModelCatalog catalog = ModelCatalog.of(Map.of(), file)) {
            assertThat(catalog.prices().of("lab:big")).isEqualTo(new Price(1, 4, 0.1, 1.25, 5.0));
        }
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), file.replace("cachedInputPer", "cachedInputsPer")))
                .hasMessageContaining("cachedInputsPerMillion").hasMessageContaining("cachedInputPerMillion");
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), file.replace("0.1,", "-0.1,")))
                .hasMessageContaining("prices.lab:*").hasMessageContaining("cachedInputPerMillion");
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), file.replace("1.25", "null")))
                .hasMessageContaining("prices.lab:*.cacheWritePerMillion");
    }

    @Test
    void noShippedPriceOfACachedTokenIsAboveThatOfAFreshOne() {
        Map<String, Price> rows = ShippedPriceList.shipped().rows();

        assertThat(rows).allSatisfy((name, price) -> {
            double cached = price.cachedInputPerMillion() == null ? 0 : price.cachedInputPerMillion();
            assertThat(cached).as(name).isLessThanOrEqualTo(price.inputPerMillion());
            assertThat(price.cacheWritePerMillion() == null
                    || price.cacheWritePerMillion() > price.inputPerMillion()).as(name).isTrue();
            if (name.endsWith("-2*")) {
                assertThat(price).as(name).isEqualTo(rows.get(name.substring(0, name.length() - "-2*".length())));
            }
        });
        assertThat(rows.values()).filteredOn(price -> price.cachedInputPerMillion() != null).hasSizeGreaterThan(15);
    }

    private static ModelCatalog.ProviderStatus listing(ModelCatalog catalog, String name) {
        List<ModelCatalog.ProviderStatus> all = catalog.providers();
        return all.stream().filter(each -> each.provider().name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void anEffortThatTheModelDoesNotTakeIsRefusedWithThoseThatItTakes() {
        try (ModelCatalog catalog = ModelCatalog.of(Map.of())) {
            ModelCatalog banana = catalog.withOverrides(effort("banana"));

            assertThatThrownBy(() -> banana.harness("openai:gpt-5.5")).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("gpt-5.5 takes no effort banana\nMaybe one of none, low, medium, high, xhigh.");
            assertThatThrownBy(() -> banana.harness("gemini:gemini-2.5-pro"))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("low, medium, high");
            assertThat(banana.harness("ollama:unheard-of").model()).as("a model without known words may take it")
                    .isEqualTo("ollama:unheard-of");
            assertThat(catalog.withOverrides(effort("low")).harness("openai:gpt-5.5").capabilities().thinks()).isTrue();
        }
    }

    private static ModelSettings effort(String word) {
        return new ModelSettings(word, null, null, null, new JsonValue.Obj(Map.of()), null);
    }
}
