package dev.waggle.connect.llm;

import java.util.Map;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Azure OpenAI: addresses, keys and errors as it publishes them. */
class AzureTest {

    /** A stream of Azure begins with the results of the filter of the prompt, and without a choice. */
    private static final String FINE = RawServer.FINE.replaceFirst("data: ",
            "data: {\"choices\":[],\"id\":\"\",\"model\":\"\",\"object\":\"\",\"prompt_filter_results\":"
                    + "[{\"prompt_index\":0,\"content_filter_results\":{}}]}\n\ndata: ");

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/openai", "/openai/v1", "/openai/v1/"})
    void theFirstFormNeedsNoVersion(String path) throws Exception {
        try (RawServer server = RawServer.saying(FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", url(server) + path,
                        "AZURE_OPENAI_API_KEY", ProviderTestBed.KEY))) {
            assertThat(catalog.harness("azure:my-gpt").run(ProviderTestBed.hello(), bed.context()).content())
                    .isEqualTo("fine");

            RawServer.Received asked = server.next();
            assertThat(asked.line()).isEqualTo("POST /openai/v1/chat/completions HTTP/1.1");
            assertThat(asked.header("api-key")).isEqualTo(ProviderTestBed.KEY);
            assertThat(asked.headers()).doesNotContainKey("authorization");
            assertThat(asked.body().replace(" ", "")).contains("\"model\":\"my-gpt\"");
        }
    }

    /** The portal offers the address of a call to copy. */
    @ParameterizedTest
    @ValueSource(strings = {"https://r.openai.azure.com/openai/deployments/gpt",
        "https://r.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21"})
    void theAddressOfADeploymentIsRefusedWithTheRemedy(String url) {
        assertThatThrownBy(() -> ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", url)).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got the one of a deployment: https://r.openai.azure.com/openai/deployments/gpt")
                .hasMessageContaining("\nMaybe end it before /openai");
    }

    @Test
    void aVersionAsksTheDeployment() throws Exception {
        try (RawServer server = RawServer.saying(FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", url(server),
                        "AZURE_OPENAI_API_KEY", ProviderTestBed.KEY, "OPENAI_API_VERSION", "2024-10-21"))) {
            catalog.harness("azure:my-gpt").run(ProviderTestBed.hello(), bed.context());

            assertThat(server.next().line())
                    .isEqualTo("POST /openai/deployments/my-gpt/chat/completions?api-version=2024-10-21 HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AZURE_OPENAI_API_KEY", "AZURE_OPENAI_API_KEY_FILE", "OTHER"})
    void aTokenOfTheDirectoryIsABearerWithoutAKey(String blank) throws Exception {
        try (RawServer server = RawServer.saying(FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", url(server),
                        "AZURE_OPENAI_AD_TOKEN", ProviderTestBed.KEY, blank, " "))) {
            catalog.harness("azure:my-gpt").run(ProviderTestBed.hello(), bed.context());

            RawServer.Received asked = server.next();
            assertThat(asked.header("authorization")).isEqualTo("Bearer " + ProviderTestBed.KEY);
            assertThat(asked.headers()).doesNotContainKey("api-key");
        }
    }

    @Test
    void theFileNamesDeploymentVersionAndBearer() throws Exception {
        try (RawServer server = RawServer.saying(FINE);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("LAB", ProviderTestBed.KEY), """
                        {"providers": {"lab": {"kind": "azure", "baseUrl": "%s", "keyEnv": "LAB", "bearer": true,
                         "deployment": "team.gpt-5", "apiVersion": "2025-04-01-preview", "query": {"tenant": "7"}}}}"""
                        .formatted(url(server)))) {
            catalog.harness("lab:gpt-5").run(ProviderTestBed.hello(), bed.context());

            RawServer.Received asked = server.next();
            assertThat(asked.line()).isEqualTo("POST /openai/deployments/team.gpt-5/chat/completions"
                    + "?api-version=2025-04-01-preview&tenant=7 HTTP/1.1");
            assertThat(asked.header("authorization")).isEqualTo("Bearer " + ProviderTestBed.KEY);
            assertThat(asked.body().replace(" ", "")).contains("\"model\":\"team.gpt-5\"");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            404 | {"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}} | UNKNOWN_MODEL | set deployment
            404 | {"error":{"code":"404","message":"Resource not found"}} | UNKNOWN_MODEL | no apiVersion v1
            401 | {"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}} | AUTHENTICATION | key of another resource
            400 | {"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}} | REFUSED | content management policy
            429 | {"error":{"code":"429","message":"Requests have exceeded the token rate limit."}} | RATE_LIMITED | slow down
            """)
    void anErrorIsExplainedWithItsRemedy(int status, String body, HarnessFailure.Kind kind, String words)
            throws Exception {
        try (RawServer server = RawServer.saying(RawServer.answer(status, "application/json", body));
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", url(server),
                        "AZURE_OPENAI_API_KEY", ProviderTestBed.KEY))) {
            HarnessFailure failure = bed.failure(catalog.harness("azure:my-gpt"), bed.context());

            assertThat(failure.kind()).as(failure.message()).isEqualTo(kind);
            assertThat(failure.message()).contains(words);
        }
    }

    @Test
    void withoutAnAddressOrAKeyTheRemedyIsNamed() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog none = ModelCatalog.of(Map.of());
                ModelCatalog keyless = ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", "https://a.openai.azure.com"))) {
            assertThatThrownBy(() -> none.harness("azure:gpt")).hasMessageContaining("AZURE_OPENAI_ENDPOINT");
            assertThatThrownBy(() -> ModelCatalog.of(Map.of(), "{\"providers\": {\"a\": {\"kind\": \"azure\"}}}")
                    .close()).hasMessageContaining("providers.a.baseUrl is missing");
            assertThatThrownBy(() -> ModelCatalog.of(Map.of("AZURE_OPENAI_ENDPOINT", "https://a.openai.azure.com",
                    "OPENAI_API_VERSION", "latest one")).close()).hasMessageContaining("OPENAI_API_VERSION");
            assertThat(bed.failure(keyless.harness("azure:gpt"), bed.context()).message())
                    .contains("Maybe set AZURE_OPENAI_API_KEY");
        }
    }

    private static String url(RawServer server) {
        return "http://127.0.0.1:" + server.port();
    }
}
