package dev.waggle.connect.llm;

import java.util.Locale;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Options of a provider in the models file, and the requests that follow from them. */
class EndpointTest {

    private static final String SECRET = "team-0123456789";

    private static final Map<String, String> ENVIRONMENT = Map.of("LAB_KEY", ProviderTestBed.KEY, "TEAM_TOKEN",
            SECRET + "\n");

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC", "GEMINI", "OLLAMA"})
    void sendsOwnHeadersParametersAndFieldsInEveryFormat(WireFormatName format) throws Exception {
        String field = switch (format) {
            case OPENAI, ANTHROPIC -> "\"metadata\":{\"user_id\":\"ann\"}";
            case GEMINI -> "\"cachedContent\":\"cachedContents/ann\"";
            default -> "\"options\":{\"num_gpu\":1}";
        };
        FakeRequest asked = asked(format, """
                "headers": {"X-Team": "Token ${TEAM_TOKEN}", "User-Agent": "lab"},
                "query": {"tenant name": "a&b ${TEAM_TOKEN}"},
                "extraBody": {%s, "temperature": null}""".formatted(field));

        assertThat(asked.raw().headers()).containsEntry("x-team", "Token " + SECRET).containsEntry("user-agent", "lab");
        assertThat(asked.raw().query()).endsWith("tenant%20name=a%26b%20" + SECRET);
        assertThat(JsonText.write(asked.raw().json()))
                .contains(field.substring(field.indexOf(':') + 1).replaceAll("[{}]", ""))
                .doesNotContain("\"temperature\":null");
        assertThat(asked.lastText()).isEqualTo("hello");
        assertThat(asked.key()).isEqualTo(ProviderTestBed.KEY);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC", "GEMINI", "OLLAMA"})
    void aKeyHeaderCarriesTheKeyAsItIsAndNoOtherDoes(WireFormatName format) throws Exception {
        try (RawServer server = RawServer.saying(RawServer.answer(400, "text/plain", "no"));
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(ENVIRONMENT, provider(server, """
                        "keyEnv": "LAB_KEY", "keyHeader": "Ocp-Subscription\"""")
                        .replace("openai", format.name().toLowerCase(Locale.ROOT)))) {
            assertThat(bed.failure(catalog.harness("lab:m"), bed.context()).kind())
                    .isEqualTo(HarnessFailure.Kind.BAD_REQUEST);

            Map<String, String> headers = server.next().headers();
            assertThat(headers).containsEntry("ocp-subscription", ProviderTestBed.KEY);
            assertThat(headers.values()).filteredOn(value -> value.contains(ProviderTestBed.KEY)).hasSize(1);
            assertThat(headers).doesNotContainKeys("authorization", "x-api-key", "x-goog-api-key");
        }
    }

    /** Without the option the body has our fields only. */
    @Test
    void mergesObjectsFieldByField() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of(), provider(server, """
                        "extraBody": {"stream_options": {"include_obfuscation": false}, "top_k": 20}"""))) {
            catalog.harness("lab:m").run(ProviderTestBed.hello(), bed.context());

            assertThat(server.next().body()).contains("\"include_usage\":true", "\"include_obfuscation\":false",
                    "\"top_k\":20", "\"stream\":true");
        }
    }

    @Test
    void anOwnAuthorizationTakesThePlaceOfAKey() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(ENVIRONMENT, provider(server, """
                        "headers": {"authorization": "Basic ${TEAM_TOKEN}"}"""))) {
            catalog.harness("lab:m").run(ProviderTestBed.hello(), bed.context());

            assertThat(server.next().header("authorization")).isEqualTo("Basic " + SECRET);
        }
    }

    @Test
    void aVariableWithoutAValueIsNamedAndNothingIsSent() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of(), provider(server, """
                        "headers": {"X-Team": "${TEAM_TOKEN}"}"""))) {
            HarnessFailure failure = bed.failure(catalog.harness("lab:m"), bed.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.AUTHENTICATION);
            assertThat(failure.message()).contains("header X-Team", "TEAM_TOKEN", "Maybe set TEAM_TOKEN");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void aVariableCannotSmuggleAHeader() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("TEAM_TOKEN", "a\r\nX-Evil: secret99"),
                        provider(server, "\"headers\": {\"X-Team\": \"${TEAM_TOKEN}\"}"))) {
            assertThat(bed.failure(catalog.harness("lab:m"), bed.context()).message())
                    .contains("visible ASCII", "TEAM_TOKEN").doesNotContain("secret99");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void aSecretThatTheServerRepeatsIsMasked() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.answer(400, "application/json",
                "{\"error\":{\"message\":\"bad token " + SECRET + " or " + SECRET.substring(0, 9) + "***\"}}"));
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(ENVIRONMENT, provider(server, """
                        "headers": {"X-Team": "Token ${TEAM_TOKEN}"}"""))) {
            assertThat(bed.failure(catalog.harness("lab:m"), bed.context()).message())
                    .contains("bad token (key) or (key)").doesNotContain("team-0");
            assertThat(catalog.providers().toString()).doesNotContain("Token");
        }
    }

    /** A gateway that moved sends the address back, with the parameters as they stand in it. */
    @Test
    void aParameterThatTheServerRepeatsInAnAddressIsMasked() throws Exception {
        String secret = "s3 cr/et+token";
        try (RawServer server = RawServer.answering(asked -> new RawServer.Feed().send(String.join("\r\n",
                "HTTP/1.1 308 moved", "Location: https://lab.test" + asked.line().split(" ", -1)[1],
                "Content-Length: 0",
                "Connection: close", "", "")).send(RawServer.END));
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("TEAM_TOKEN", secret),
                        provider(server, "\"query\": {\"sig\": \"${TEAM_TOKEN}\"}"))) {
            String message = bed.failure(catalog.harness("lab:m"), bed.context()).message();

            assertThat(server.next().line()).contains("?sig=s3%20cr%2Fet%2Btoken");
            assertThat(message).contains("lab.test", "sig=(key)").doesNotContain("s3%20", "token");
        }
    }

    @Test
    void aNameWithSignsOfAnAddressIsSentAsItIs() throws Exception {
        try (RawServer server = RawServer.saying(RawServer.answer(404, "application/json", "{}"));
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(ENVIRONMENT, provider(server, "\"query\": {\"sig\": \"x\"}")
                        .replace("openai", "gemini"))) {
            assertThat(bed.failure(catalog.harness("lab:a|b?c#d%"), bed.context()).kind())
                    .isEqualTo(HarnessFailure.Kind.UNKNOWN_MODEL);
            assertThat(server.next().line()).contains("/models/a%7Cb%3Fc%23d%25:streamGenerateContent?alt=sse&sig=x ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "header": {}                                     | Maybe headers.
            "headers": {"X Y": "a"}                          | the name must be a token
            "headers": {"X\\r\\nY": "a"}                     | the name must be a token
            "headers": {"X-A": "a\\r\\nX-B: b"}              | providers.lab.headers.X-A: a value holds visible ASCII
            "headers": {"X-A": ""}                           | must have 1 to 8192 characters
            "headers": {"X-A": "a", "x-a": "b"}              | stands there twice
            "headers": {"Host": "a"}                         | Host belongs to the connection
            "headers": {"content-length": "7"}               | belongs to the connection
            "headers": {"Transfer-Encoding": "chunked"}      | belongs to the connection
            "headers": {"Connection": "close"}               | belongs to the connection
            "headers": {"Proxy-Authorization": "a"}          | HTTPS_PROXY
            "headers": {"X-A": "${}"}                        | refers to a variable as ${NAME}
            "headers": {"X-A": "${A"}                        | refers to a variable as ${NAME}
            "headers": {"X-A": 7}                            | must be a text
            "headers": []                                    | must be an object
            "headers": {"Authorization": "a"}, "keyEnv": "K" | carries its key already
            "keyHeader": "X-K"                               | Maybe add keyEnv or keyFile
            "keyHeader": "Host", "keyEnv": "K"               | belongs to the connection
            "keyHeader": "X-K", "keyEnv": "K", "headers": {"x-k": "a"} | is the keyHeader too
            "query": {"": "a"}                               | a name must not be blank
            "effort": "very much"                            | effort must be a word
            "thinking": "on"                                 | true or false
            "api": "completions"                             | one of chat, responses, auto
            "extraBody": {"messages": []}                    | extraBody must not hold messages
            "extraBody": {"model": "m"}                      | extraBody must not hold model
            "extraBody": []                                  | must be an object
            "silence": 0                                     | 1 to 86400 seconds
            "silence": 1.5                                   | whole number
            "caFile": ""                                     | not blank
            "deployment": "x"                                | for the kind azure only
            "numCtx": 16384                                  | numCtx must be absent, because it is for the kind ollama
            "keepAlive": "10m"                               | keepAlive must be absent, because it is for the kind ollama
            """)
    void refusesWhatAProviderMustNotHave(String fields, String remedy) {
        String json = "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"http://lab/v1\", " + fields
                + "}}}";

        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), json).close()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "numCtx": 12        | numCtx must be 256 to 16777216
            "keepAlive": "soon" | Maybe 10m
            """)
    void refusesSettingsOfOllamaOutsideTheirRange(String field, String remedy) {
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), "{\"providers\": {\"lab\": {\"kind\": \"ollama\", " + field
                + "}}}").close()).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "kind": "anthropic", "api": "chat"                                           | for the kinds openai and azure
            "kind": "azure", "baseUrl": "http://r", "apiVersion": "2024-10-21", "api": "responses" | Maybe omit apiVersion
            """)
    void refusesAnInterfaceThatIsNotThere(String fields, String remedy) {
        assertThatThrownBy(() -> ModelCatalog.of(Map.of(), "{\"providers\": {\"lab\": {" + fields + "}}}").close())
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("providers.lab.api")
                .hasMessageContaining(remedy);
    }

    private static String provider(RawServer server, String fields) {
        return "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"http://127.0.0.1:" + server.port()
                + "/v1\", " + fields + "}}}";
    }

    private static FakeRequest asked(WireFormatName format, String fields) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                ModelCatalog catalog = ModelCatalog.of(ENVIRONMENT, "{\"providers\": {\"lab\": {\"kind\": \""
                        + format.name().toLowerCase(Locale.ROOT) + "\", \"baseUrl\": \""
                        + bed.server.baseUrl(format) + "\", \"keyEnv\": \"LAB_KEY\", " + fields + "}}}")) {
            catalog.harness("lab:fake-fast").run(ProviderTestBed.hello(), bed.context());
            return bed.server.requests().getFirst();
        }
    }
}
