package dev.waggle.connect.llm;

import java.util.Map;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of providers in their several forms, with the words of the provider and no JSON around them. */
class ErrorBodyTest {

    private static final String BUSY = "{\"error\":{\"code\":503,\"message\":\"The model is overloaded.\","
            + "\"status\":\"UNAVAILABLE\"}}";

    @ParameterizedTest
    @CsvSource({"gemini, GEMINI_BASE_URL, GEMINI_API_KEY"})
    void anArrayOfErrorsIsReadAsOne(String provider, String address, String key) throws Exception {
        for (String answer : new String[] {
            RawServer.answer(503, "application/json", "[" + BUSY + "]"),
            RawServer.answer(200, "application/json", "[" + BUSY + "]"),
            RawServer.answer(200, "application/json", BUSY),
            RawServer.STREAM + "data: [" + BUSY + "]\n\n",
            RawServer.STREAM + "data: " + BUSY + "\n\n"}) {
            HarnessFailure failure = failure(answer, provider, address, key);

            assertThat(failure.kind()).as(answer).isEqualTo(HarnessFailure.Kind.OVERLOADED);
            assertThat(failure.message()).as(answer).contains("The model is overloaded.").doesNotContain("{", "[");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            anthropic | ANTHROPIC_BASE_URL | ANTHROPIC_API_KEY | event: error\\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}} | OVERLOADED | Overloaded
            openai | OPENAI_BASE_URL | OPENAI_API_KEY | data: {"error":{"type":"invalid_request_error","message":"Bad schema"}} | BAD_REQUEST | Bad schema
            openai | OPENAI_BASE_URL | OPENAI_API_KEY | data: {"type":"error","code":"rate_limit_exceeded","message":"Slow, please","param":null} | RATE_LIMITED | Slow, please
            gemini | GEMINI_BASE_URL | GEMINI_API_KEY | data: [{"error":{"code":403,"message":"No access","status":"PERMISSION_DENIED"}}] | AUTHENTICATION | No access
            """)
    void anErrorEventKeepsItsWords(String provider, String address, String key, String event, HarnessFailure.Kind kind,
            String words) throws Exception {
        HarnessFailure failure = failure(RawServer.STREAM + event.replace("\\n", "\n") + "\n\n", provider, address,
                key);

        assertThat(failure.kind()).as(failure.message()).isEqualTo(kind);
        assertThat(failure.message()).contains(words, "(in its answer)").doesNotContain("{", "HTTP");
    }

    private static HarnessFailure failure(String answer, String provider, String address, String key)
            throws Exception {
        try (RawServer server = RawServer.saying(answer);
                ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());
                ModelCatalog catalog = ModelCatalog.of(Map.of(address, "http://127.0.0.1:" + server.port() + "/v1", key,
                        ProviderTestBed.KEY))) {
            return bed.failure(catalog.harness(provider + ":m"), bed.context());
        }
    }
}
