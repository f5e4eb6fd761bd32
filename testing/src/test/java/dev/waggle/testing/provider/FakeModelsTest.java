package dev.waggle.testing.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FakeModelsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void closeClient() {
        client.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void readsARequestAndStreamsTheAnswer(WireFormatName format) throws Exception {
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says("bees dance well").thinking("hm so")
                .calling(new FakeAnswer.Call("c1", "look", "{\"a\":\"north\"}")).costing(7, 5))) {
            HttpResponse<String> answer = send(models, format, true);

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("bees ").contains("dance ").contains("well").contains("hm ")
                    .contains("look").contains("north");
            FakeRequest request = models.requests().getFirst();
            assertThat(request.format()).isEqualTo(format);
            assertThat(request.model()).isEqualTo("fake-fast");
            assertThat(request.streamed()).isTrue();
            assertThat(request.system()).isEqualTo("be brief");
            assertThat(request.lastText()).isEqualTo("hello");
            assertThat(request.key()).isEqualTo("sk-test-key-0001");
            assertThat(request.settings().maxTokens()).isEqualTo(64.0);
            assertThat(request.settings().temperature()).isEqualTo(0.5);
            assertThat(models.awaitOpenStreams(0, SOON)).isTrue();
            assertThat(models.abandoned()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersInOnePiece(WireFormatName format) throws Exception {
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says("bees dance well"))) {
            HttpResponse<String> answer = send(models, format, false);

            assertThat(answer.body()).contains("\"bees dance well\"");
            assertThat(JsonText.read(answer.body())).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noticesAtOnceThatTheClientOfASilentStreamWentAway(WireFormatName format) throws Exception {
        try (FakeModels models = FakeModels
                .answering(_ -> new FakeAnswer.Fault.Stalls(FakeAnswer.says("bees dance well"), 1))) {
            var pending = client.sendAsync(request(models, format, true), HttpResponse.BodyHandlers.ofString());
            assertThat(models.awaitOpenStreams(1, SOON)).isTrue();

            pending.cancel(true);

            assertThat(models.awaitAbandoned(1, SOON)).isTrue();
            assertThat(models.awaitOpenStreams(0, SOON)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void breaksOffInTheMiddle(WireFormatName format) {
        try (FakeModels models = FakeModels
                .answering(_ -> new FakeAnswer.Fault.Truncated(FakeAnswer.says("bees dance well"), 2))) {
            assertThatThrownBy(() -> send(models, format, true)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> send(models, format, false)).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void resets(WireFormatName format) {
        try (FakeModels models = FakeModels.answering(_ -> new FakeAnswer.Fault.Resets())) {
            assertThatThrownBy(() -> send(models, format, true)).isInstanceOf(IOException.class);
            assertThat(models.abandoned()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesInTheWordsOfTheProvider(WireFormatName format) throws Exception {
        for (ProviderRefusal problem : ProviderRefusal.values()) {
            try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.refuses(problem))) {
                HttpResponse<String> answer = send(models, format, true);

                assertThat(answer.statusCode()).isBetween(400, 529);
                assertThat(answer.body()).contains("\"error\"");
                assertThat(JsonText.read(answer.body())).isNotNull();
            }
        }
    }

    @Test
    void asksForAKeyWhereTheProviderDoes() throws Exception {
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says("no"))) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(models.url() + "/v1/messages"))
                            .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",\"max_tokens\":1}")).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).contains("invalid x-api-key");
        }
    }

    @Test
    void listsItsModels() throws Exception {
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says("no"))) {
            for (String path : List.of("/v1/models", "/v1beta/models", "/api/tags")) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(models.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofString());

                assertThat(answer.body()).contains("fake-cheap").contains("fake-deep");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsAHundredMegabytes(WireFormatName format) throws Exception {
        long bytes = 100_000_000;
        try (FakeModels models = FakeModels.answering(request -> request.streamed()
                ? new FakeAnswer.Fault.Huge(bytes)
                : new FakeAnswer.Fault.HugeEvent(bytes))) {
            for (boolean streamed : new boolean[] {true, false}) {
                HttpResponse<InputStream> answer = client.send(request(models, format, streamed),
                        HttpResponse.BodyHandlers.ofInputStream());
                try (InputStream body = answer.body()) {
                    assertThat(body.transferTo(OutputStream.nullOutputStream())).isGreaterThan(bytes);
                }
            }
        }
    }

    @Test
    void leavesNoThreadBehind() throws Exception {
        FakeModels models = FakeModels.answering(_ -> new FakeAnswer.Fault.NeverEnds("more ", Duration.ofMillis(5)));
        var pending = client.sendAsync(request(models, WireFormatName.OPENAI, true),
                HttpResponse.BodyHandlers.ofString());
        assertThat(models.awaitOpenStreams(1, SOON)).isTrue();

        models.close();

        assertThat(models.openStreams()).isZero();
        assertThat(models.abandoned()).isZero();
        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .noneMatch(name -> name.contains("HTTP-Dispatcher"));
        assertThatThrownBy(pending::get).hasCauseInstanceOf(IOException.class);
    }

    private HttpResponse<String> send(FakeModels models, WireFormatName format, boolean streamed)
            throws IOException, InterruptedException {
        return client.send(request(models, format, streamed), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(FakeModels models, WireFormatName format, boolean streamed) {
        String path = switch (format) {
            case OPENAI -> "/chat/completions";
            case ANTHROPIC -> "/messages";
            case GEMINI -> "/models/fake-fast:" + (streamed ? "streamGenerateContent?alt=sse" : "generateContent");
            case OLLAMA -> "/api/chat";
            case OPENAI_RESPONSES -> "/responses";
            case AZURE -> "/openai/v1/chat/completions";
        };
        String chat = """
                {"model":"fake-fast","stream":%s,"temperature":0.5,"max_tokens":64,"messages":[
                {"role":"system","content":"be brief"},{"role":"user","content":"hello"}]}""";
        Map<WireFormatName, String> bodies = Map.of(WireFormatName.OPENAI, chat, WireFormatName.AZURE, chat,
                WireFormatName.OPENAI_RESPONSES, """
                        {"model":"fake-fast","stream":%s,"temperature":0.5,"max_output_tokens":64,
                        "instructions":"be brief","input":"hello"}""", WireFormatName.ANTHROPIC, """
                {"model":"fake-fast","stream":%s,"temperature":0.5,"max_tokens":64,"system":"be brief",
                "messages":[{"role":"user","content":[{"type":"text","text":"hello"}]}]}""", WireFormatName.GEMINI, """
                {"systemInstruction":{"parts":[{"text":"be brief"}]},"contents":[{"role":"user",
                "parts":[{"text":"hello"}]}],"generationConfig":{"temperature":0.5,"maxOutputTokens":64}}""",
                WireFormatName.OLLAMA, """
                        {"model":"fake-fast","stream":%s,"options":{"temperature":0.5,"num_predict":64},"messages":[
                        {"role":"system","content":"be brief"},{"role":"user","content":"hello"}]}""");
        return HttpRequest.newBuilder(URI.create(models.baseUrl(format) + path))
                .header("Authorization", "Bearer sk-test-key-0001").header("x-api-key", "sk-test-key-0001")
                .header("x-goog-api-key", "sk-test-key-0001").header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers
                        .ofString(String.format(Objects.requireNonNull(bodies.get(format)), streamed)))
                .build();
    }
}
