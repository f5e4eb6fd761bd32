package dev.waggle.connect.llm;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.llm.RawServer.Feed;
import dev.waggle.connect.llm.endpoint.AzureOptions;
import dev.waggle.connect.llm.endpoint.EndpointOptions;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.connect.llm.provider.ProviderConfig.Kind;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.testing.provider.FakeAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Silences of a server, by a clock that the test moves. */
class SilenceTest {

    /** The first event of a chat: a role, and no content. */
    private static final String CREATED = RawServer.STREAM + RawServer.chat("{\"role\":\"assistant\",\"content\":\"\"}",
            null);

    private static final String WORD = RawServer.chat("{\"content\":\"fine\"}", null);
    private static final String STOP = RawServer.chat("{}", "stop") + "data: [DONE]\n\n";
    private static final String STOP_BLOCK = event("{\"type\":\"content_block_stop\",\"index\":0}");
    private static final String OLLAMA = RawServer.answer(200, "application/x-ndjson",
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"fine\"},\"done\":true,"
                    + "\"done_reason\":\"stop\"}\n");

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
    private final BlockingQueue<Signal> published = new LinkedBlockingQueue<>();
    private final Feed feed = new Feed();
    private final RawServer server = RawServer.answering(_ -> feed);
    private final ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.emptyBody());

    @AfterEach
    void close() {
        bed.close();
        server.close();
    }

    @Test
    void aServerThatIsSilentForFiveMinutesAfterItsFirstEventGoesOnAndAnswers() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.PATIENT, null);
        feed.send(CREATED);
        minutes(5);
        feed.send(WORD).send(STOP).send(RawServer.END);

        assertThat(result(outcome)).isEqualTo("fine");
    }

    @Test
    void aServerThatIsSilentForTenMinutesIsStalled() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.PATIENT, null);
        feed.send(CREATED);
        minutes(10);

        assertThat(result(outcome)).startsWith("STALLED").contains("for 10 minutes",
                "Maybe set silence of the provider in the models file to more than 600 seconds");
    }

    @Test
    void aPlainModelIsStalledAfterAMinute() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.USUAL, null);
        world.advance(Duration.ofSeconds(59));
        world.advance(Duration.ofSeconds(1));

        assertThat(result(outcome)).startsWith("STALLED nothing came for 60 seconds");
    }

    @Test
    void aPlainModelThatAnswersWithinTheMinuteIsHeard() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.USUAL, null);
        world.advance(Duration.ofSeconds(59));
        feed.send(CREATED).send(WORD).send(STOP).send(RawServer.END);

        assertThat(result(outcome)).isEqualTo("fine");
    }

    @Test
    void aLocalServerMayLoadAModelForMinutes() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OLLAMA, null, null);
        minutes(9);
        feed.send(OLLAMA).send(RawServer.END);

        assertThat(result(outcome)).isEqualTo("fine");
    }

    @Test
    void pingsWithoutContentEndAfterTenMinutes() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.PATIENT, null);
        feed.send(CREATED);
        minutes(9);
        feed.sendUntilRead(": ping\n");
        minutes(1);

        assertThat(result(outcome)).startsWith("STALLED nothing but pings and notices came for 10 minutes");
    }

    @Test
    void afterTheFirstContentAMinuteOfSilenceIsTheLimit() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.PATIENT, null);
        feed.send(CREATED).send(WORD);
        heard();
        minutes(1);

        assertThat(result(outcome)).startsWith("STALLED nothing came for 60 seconds");
    }

    @Test
    void theSettingOfTheProviderIsTheLimit() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.of(Duration.ofMinutes(30)), null);
        feed.send(CREATED);
        minutes(29);
        feed.send(WORD).send(STOP).send(RawServer.END);

        assertThat(result(outcome)).isEqualTo("fine");
    }

    @Test
    void theDeadlineRulesOverTheLimit() throws Exception {
        CompletableFuture<String> outcome = call(Kind.OPENAI, SilenceLimits.PATIENT, Duration.ofSeconds(90));
        feed.send(CREATED);
        minutes(2);

        assertThat(result(outcome)).startsWith("DEADLINE");
    }

    /** Ways of providers to say that a model thinks, after a piece of text. */
    private static List<Arguments> openThoughts() {
        String responses = RawServer.STREAM + event("{\"type\":\"response.created\",\"response\":{}}")
                + event("{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"fi\"}");
        String reasoning = "\"output_index\":1,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_1\"}}";
        String anthropic = RawServer.STREAM
                + event("{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":9}}}")
                + block(0, "text", "\"text\":\"fi\"") + STOP_BLOCK;
        String rest = block(2, "text", "\"text\":\"ne\"") + STOP_BLOCK
                + event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}")
                + event("{\"type\":\"message_stop\"}");
        return List.of(
                Arguments.of(Kind.OPENAI, "responses", responses,
                        event("{\"type\":\"response.output_item.added\"," + reasoning),
                        event("{\"type\":\"response.output_item.done\"," + reasoning)
                                + event("{\"type\":\"response.output_text.delta\",\"delta\":\"ne\"}")
                                + event("{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}")),
                Arguments.of(Kind.ANTHROPIC, null, anthropic, block(1, "thinking", "\"thinking\":\"\""),
                        STOP_BLOCK + rest),
                Arguments.of(Kind.ANTHROPIC, null, anthropic, block(1, "redacted_thinking", "\"data\":\"x\""),
                        STOP_BLOCK + rest));
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }

    private static String block(int index, String type, String field) {
        return event("{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":{\"type\":\""
                + type + "\"," + field + "}}");
    }

    /** After the block opens, the server pings; so the test knows that the client has read that it is open. */
    @ParameterizedTest
    @MethodSource("openThoughts")
    void anOpenThoughtMayBeSilentForMinutes(Kind kind, @Nullable String api, String begin, String open, String rest)
            throws Exception {
        CompletableFuture<String> outcome = call(kind, SilenceLimits.PATIENT, null, api);
        feed.send(begin);
        heard();
        feed.send(open).sendUntilRead(": ping\n");
        minutes(9);
        feed.send(rest).send(RawServer.END);

        assertThat(result(outcome)).isEqualTo("fine");
    }

    @ParameterizedTest
    @MethodSource("openThoughts")
    void anOpenThoughtThatIsSilentForTenMinutesIsStalled(Kind kind, @Nullable String api, String begin, String open,
            String rest) throws Exception {
        CompletableFuture<String> outcome = call(kind, SilenceLimits.PATIENT, null, api);
        feed.send(begin);
        heard();
        feed.send(open).sendUntilRead(": ping\n");
        minutes(10);

        assertThat(result(outcome)).as("without " + rest).startsWith("STALLED").contains("for 10 minutes");
    }

    private void minutes(int count) {
        for (int minute = 0; minute < count; minute++) {
            world.advance(Duration.ofMinutes(1));
        }
    }

    /** Waits until a piece of text was published. */
    private void heard() throws InterruptedException {
        Signal piece = published.poll(30, TimeUnit.SECONDS);
        while (piece != null && !piece.type().equals(HarnessSignals.TEXT_DELTA)) {
            piece = published.poll(30, TimeUnit.SECONDS);
        }
        assertThat(piece).as("a piece of text").isNotNull();
    }

    /** The call, when its request has arrived. */
    private CompletableFuture<String> call(Kind kind, @Nullable SilenceLimits limits, @Nullable Duration time)
            throws InterruptedException {
        return call(kind, limits, time, null);
    }

    private CompletableFuture<String> call(Kind kind, @Nullable SilenceLimits limits, @Nullable Duration time,
            @Nullable String api) throws InterruptedException {
        EndpointOptions options = new EndpointOptions(Map.of(), Map.of(), null, null, limits, AzureOptions.NONE);
        ProviderConfig provider = new ProviderConfig("lab", kind,
                URI.create("http://127.0.0.1:" + server.port() + (kind == Kind.OLLAMA ? "" : "/v1")), KeySource.NONE,
                ProviderConfig.StructuredOutput.NONE, options,
                api == null
                        ? ModelSettings.NONE
                        : new ModelSettings(null, null, null, null, new JsonValue.Obj(Map.of()), api));
        Harness model = bed.model(provider, "m", new KeySource.KeyLookup.Missing());
        RunContext heard = RunContext.of(RunContext.Caller.of("ann", 0), world, published::add);
        RunContext context = time == null ? heard : heard.within(time);
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(model.run(ProviderTestBed.hello(), context).content());
            } catch (HarnessException failed) {
                HarnessFailure failure = failed.failure();
                outcome.complete(failure.kind() + " " + failure.message());
            } catch (InterruptedException | RuntimeException unexpected) {
                outcome.completeExceptionally(unexpected);
            }
        });
        server.next();
        return outcome;
    }

    private static String result(CompletableFuture<String> outcome) throws Exception {
        return outcome.get(30, TimeUnit.SECONDS);
    }
}
