package dev.waggle.spring.ai;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.RunContext.Caller;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SpringAiHarnessTest {

    private static final HarnessInput QUESTION = HarnessInput.of(List.of(Message.user("Shard?")));

    private final List<Signal> signals = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);

    @Test
    void anAnswerComesInPiecesWithItsUsage() throws HarnessException, InterruptedException {
        HarnessOutput output = ask(streaming(Flux.just(piece("Shard ", null), piece("by tenant", "STOP"))));

        assertThat(output.content()).isEqualTo("Shard by tenant");
        assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
        assertThat(Objects.requireNonNull(output.usage()).inputTokens()).isEqualTo(7);
        assertThat(signals).filteredOn(signal -> signal.type().equals(HarnessSignals.TEXT_DELTA)).hasSize(2);
    }

    @Test
    void aModelThatCannotStreamIsAskedForAWholeAnswer() throws HarnessException, InterruptedException {
        ChatModel whole = prompt -> piece("Buy time", "length");

        HarnessOutput output = ask(whole);

        assertThat(output.content()).isEqualTo("Buy time");
        assertThat(output.stopReason()).isEqualTo(ModelStopReason.MAX_TOKENS);
    }

    @Test
    void theSpanOfTheCallerIsCurrentInTheModel() throws Exception {
        Map<String, String> headers = Map.of("traceparent", "00-1-2-01");
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        ChatModel whole = prompt -> {
            seen.add(TraceSpan.current().headers());
            return piece("Buy time", "STOP");
        };
        ChatModel streaming = streaming(Flux.defer(() -> Flux.just(whole.call(new Prompt("Shard?")))));

        for (ChatModel model : List.of(whole, streaming)) {
            HarnessOutput _ = TraceSpan.incoming(new HeaderTracer(), headers).within(() -> ask(model));
        }

        assertThat(seen).containsExactly(headers, headers);
    }

    @Test
    void failuresHaveKinds() {
        assertThat(kind(streaming(Flux.error(new ConnectException("refused"))))).isEqualTo(Kind.UNREACHABLE);
        assertThat(kind(streaming(Flux.error(new IllegalStateException("HTTP 429 - slow down")))))
                .isEqualTo(Kind.RATE_LIMITED);
        assertThat(kind(streaming(Flux.error(new IllegalStateException("401 - wrong key")))))
                .isEqualTo(Kind.AUTHENTICATION);
        assertThat(kind(streaming(Flux.concat(Flux.just(piece("Shard", null)), Flux.error(new IOException("reset"))))))
                .isEqualTo(Kind.TRUNCATED);
        assertThat(kind(streaming(Flux.just(piece("", "content_filter"))))).isEqualTo(Kind.REFUSED);
        assertThat(kind(streaming(Flux.empty()))).isEqualTo(Kind.TRUNCATED);
    }

    @Test
    void theDeadlineEndsACallAndItsStream() throws InterruptedException {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        CompletableFuture<HarnessException> thrown = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> thrown.complete(Objects.requireNonNull(catchThrowableOfType(
                HarnessException.class, () -> new SpringAiHarness("bean:mine", silent(cancelled)).run(QUESTION,
                        RunContext.of(Caller.of("ada", 1), world, signals::add).within(Duration.ofSeconds(5)))))));

        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
        world.advance(Duration.ofSeconds(5));

        assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.join().failure().kind()).isEqualTo(Kind.DEADLINE);
        assertThat(cancelled).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void anInterruptionEndsACallAndItsStream() throws InterruptedException {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> thrown.complete(catchThrowable(
                () -> ask(silent(cancelled)))));

        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();

        assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.join()).isInstanceOf(InterruptedException.class);
        assertThat(cancelled).succeedsWithin(Duration.ofSeconds(20));
    }

    /** A model that is silent, and knows when its stream is cancelled. */
    private ChatModel silent(CompletableFuture<Void> cancelled) {
        return streaming(Flux.<ChatResponse>never().doOnRequest(_ -> started.countDown())
                .doOnCancel(() -> cancelled.complete(null)));
    }

    @Test
    void aKeyInAMessageIsMasked() {
        HarnessException failed = failure(streaming(Flux.error(new IllegalStateException("bad sk-abcdefgh12345678"))));

        assertThat(failed.failure().message()).contains("***").doesNotContain("abcdefgh");
    }

    private HarnessOutput ask(ChatModel model) throws HarnessException, InterruptedException {
        return new SpringAiHarness("bean:mine", model).run(QUESTION,
                RunContext.of(Caller.of("ada", 1), World.system(), signals::add));
    }

    private Kind kind(ChatModel model) {
        return failure(model).failure().kind();
    }

    private HarnessException failure(ChatModel model) {
        return Objects.requireNonNull(catchThrowableOfType(HarnessException.class, () -> ask(model)));
    }

    private static ChatModel streaming(Flux<ChatResponse> pieces) {
        return new ChatModel() {
            @Override
            public ChatResponse call(Prompt prompt) {
                throw new AssertionError("it streams");
            }

            @Override
            public Flux<ChatResponse> stream(Prompt prompt) {
                return pieces;
            }
        };
    }

    private static ChatResponse piece(String text, @Nullable String finish) {
        return new ChatResponse(List.of(new Generation(new AssistantMessage(text),
                ChatGenerationMetadata.builder().finishReason(finish).build())),
                ChatResponseMetadata.builder().usage(new DefaultUsage(7, 3)).build());
    }
}
