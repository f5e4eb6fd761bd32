package dev.waggle.connect.llm;

import java.net.URI;
import java.util.List;

import dev.waggle.connect.llm.family.EndpointLessons;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.connect.llm.provider.ProviderConfig.Kind;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Refusals that sound like a lesson and are none, and answers that come with noise. */
class MisleadingRefusalTest {

    private final ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());

    @AfterEach
    void close() {
        bed.close();
    }

    /** A validator of the server repeats the request, in which a user writes about models. */
    @Test
    void wordsOfTheUserThatAnErrorRepeatsTeachNothing() throws Exception {
        String body = "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"model\"],\"msg\":\"Field required\","
                + "\"input\":{\"messages\":[{\"role\":\"user\",\"content\":\"My model does not support tools. It says:"
                + " unsupported parameter: max_tokens. It supports at most 7 completion tokens.\"}]}}]}";

        HarnessFailure failure = failure(422, body);

        assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.BAD_REQUEST);
        assertThat(bed.learned.of("lab", "m")).isEqualTo(EndpointLessons.NONE);
    }

    /** The request has no part that the refusal could mean, so the same request would be refused again. */
    @ParameterizedTest
    @ValueSource(strings = {"`temperature` is deprecated for this model.", "m does not support tools",
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        "m does not support thinking", "max_tokens: 9 > 7, which is the maximum allowed number of output tokens for m"})
    void aRefusalOfWhatWasNotSentIsNoLesson(String words) throws Exception {
        HarnessFailure failure = failure(400, "{\"error\":{\"message\":\"" + words + "\"}}");

        assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.BAD_REQUEST);
        assertThat(bed.learned.of("lab", "m")).isEqualTo(EndpointLessons.NONE);
        assertThat(bed.notices).isEmpty();
    }

    /** No provider has seen the request, so nothing may be charged for it. */
    @Test
    void aPageOfAProxyCostsNothing() throws Exception {
        String page = "<html><body>Please log in</body></html>";
        for (String answer : List.of(RawServer.answer(200, "text/html", page),
                RawServer.answer(200, "text/plain", page), RawServer.STREAM + "data: " + page + "\n\n")) {
            try (RawServer server = RawServer.saying(answer)) {
                HarnessFailure failure = bed.failure(model(server, Kind.OPENAI), bed.context());

                assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.MALFORMED);
                assertThat(bed.told).as(answer).noneMatch(signal -> signal.extensions()
                        .containsKey(HarnessRun.CHARGEABLE));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 529})
    void aServerThatIsDownMayHaveAnyPage(int status) throws Exception {
        HarnessFailure failure = failure(status, "<html><body>The page that models this was not found.</body></html>");

        assertThat(failure.kind()).as(failure.message()).isEqualTo(HarnessFailure.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: bye\n\n", "data: {\"type\":\"error\",\"error\":{\"type\":\"api_error\"}}\n\n",
        "event: error\ndata: {\"message\":\"late\"}\n\n", "garbage\n\n", "\u0000"})
    void noiseAfterTheLastEventLosesNoAnswer(String noise) throws Exception {
        String stream = RawServer.STREAM
                + "data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":5}}}\n\n"
                + "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\","
                + "\"text\":\"fine\"}}\n\n"
                + "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                + "\"usage\":{\"output_tokens\":2}}\n\n"
                + "data: {\"type\":\"message_stop\"}\n\n";
        try (RawServer server = RawServer.saying(stream + noise)) {
            assertThat(model(server, Kind.ANTHROPIC).run(ProviderTestBed.hello(), bed.context()).content())
                    .isEqualTo("fine");
        }
    }

    private HarnessFailure failure(int status, String body) throws Exception {
        try (RawServer server = RawServer.saying(RawServer.answer(status, "application/json", body))) {
            HarnessFailure failure = bed.failure(model(server, Kind.OPENAI), bed.context());
            assertThat(server.requests()).as("asked once: " + failure.message()).hasSize(1);
            return failure;
        }
    }

    private Harness model(RawServer server, Kind kind) {
        return bed.model(new ProviderConfig("lab", kind, URI.create("http://127.0.0.1:" + server.port() + "/v1"),
                KeySource.NONE, ProviderConfig.StructuredOutput.SCHEMA), "m", new KeySource.KeyLookup.Missing());
    }
}
