package dev.waggle.connect.llm;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** All input that can come instead of an answer. */
class BadInputTest {

    /** Maximum length of an answer. */
    private static final int MAX_CHARACTERS = 1_000_000;

    private static final FakeAnswer.Says SAYS = FakeAnswer.says("bees dance very well");

    @ParameterizedTest
    @EnumSource
    void aWrongKeyIsNamedByItsPlacesAndNeverShown(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(ProviderRefusal.WRONG_KEY),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains(ProviderTestBed.kind(format).configName())
                .contains("A_KEY").doesNotContain(ProviderTestBed.KEY);
        assertThat(failure.recoverable()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatTheProviderRepeatsIsMasked(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Answers(401, "application/json",
                "{\"error\":{\"message\":\"bad key " + ProviderTestBed.KEY + " or sk-test-0123****\"}}", Map.of()),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains("bad key (key) or (key)").doesNotContain("sk-test");
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownModelIsNamed(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(ProviderRefusal.UNKNOWN_MODEL),
                HarnessFailure.Kind.UNKNOWN_MODEL);

        assertThat(failure.message()).contains("fake-fast")
                .contains(format == WireFormatName.AZURE ? "set deployment" : "waggle models");
    }

    @ParameterizedTest
    @EnumSource
    void aRateLimitSaysHowLongToWait(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.rateLimited(Duration.ofSeconds(7)),
                HarnessFailure.Kind.RATE_LIMITED);

        assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(failure.recoverable()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void overloadAndServerErrorsMayPass(WireFormatName format) throws Exception {
        failing(format, FakeAnswer.refuses(ProviderRefusal.OVERLOADED), HarnessFailure.Kind.OVERLOADED);
        failing(format, FakeAnswer.refuses(ProviderRefusal.SERVER_ERROR), HarnessFailure.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void anAccountWithoutCreditIsNotAskedAgain(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(ProviderRefusal.NO_CREDIT),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains("no credit left");
    }

    @ParameterizedTest
    @EnumSource
    void aBadRequestIsQuoted(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(ProviderRefusal.BAD_REQUEST),
                HarnessFailure.Kind.BAD_REQUEST);

        assertThat(failure.recoverable()).isFalse();
        assertThat(failure.message()).contains("HTTP 400): ");
    }

    @ParameterizedTest
    @EnumSource
    void aLongErrorIsQuotedShortAndOnOneLine(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Answers(400, "text/plain",
                "\u001b[31mno\n" + "x".repeat(100_000), Map.of()), HarnessFailure.Kind.BAD_REQUEST);

        assertThat(failure.message()).hasSizeLessThan(500).contains("\\u001b[31mno x").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @EnumSource
    void aPageOfAProxyIsNoAnswer(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.htmlPage(), HarnessFailure.Kind.MALFORMED);

        assertThat(failure.message()).contains("HTTP 200").contains("text/html").contains("<!DOCTYPE html> <html>");
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfAnotherFormatIsNoAnswer(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format,
                new FakeAnswer.Fault.Answers(200, "text/plain", "hello there", Map.of()),
                HarnessFailure.Kind.MALFORMED);

        assertThat(failure.message()).contains("hello there");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBodyIsAnAnswerCutShort(WireFormatName format) throws Exception {
        failing(format, FakeAnswer.emptyBody(), HarnessFailure.Kind.TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksOffIsCutShort(WireFormatName format) throws Exception {
        failing(format, new FakeAnswer.Fault.Truncated(SAYS, 3), HarnessFailure.Kind.TRUNCATED);
        failing(format, new FakeAnswer.Fault.EndsEarly(SAYS, 3), HarnessFailure.Kind.TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource
    void whatCameBeforeABreakIsKept(WireFormatName format) throws Exception {
        FakeAnswer.Says words = FakeAnswer.says("bees dance very well and often, and then some more");
        try (ProviderTestBed bed = new ProviderTestBed(_ -> new FakeAnswer.Fault.EndsEarly(words, 5))) {
            assertThat(bed.failure(format).kind()).isEqualTo(HarnessFailure.Kind.TRUNCATED);

            assertThat(String.join("", bed.contents("text:delta"))).startsWith("bees ");
            assertThat(bed.types()).endsWith("text:complete", "harness:error", "harness:end");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreNoTextNeverReachTheLog(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> new FakeAnswer.Fault.BadBytes())) {
            HarnessFailure failure = bed.failure(format);

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.MALFORMED);
            assertThat(failure.message()).contains("UTF-8");
            assertThat(String.join("", bed.contents("text:delta"))).doesNotContain("\uFFFD");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHugeReplyIsCutOffAtTheLimit(WireFormatName format) throws Exception {
        long hundredMegabytes = 100L * 1_024 * 1_024;
        for (FakeAnswer huge : new FakeAnswer[] {new FakeAnswer.Fault.Huge(hundredMegabytes),
            new FakeAnswer.Fault.HugeEvent(hundredMegabytes)}) {
            try (ProviderTestBed bed = new ProviderTestBed(_ -> huge)) {
                assertThat(bed.failure(format).kind()).isEqualTo(HarnessFailure.Kind.TOO_LARGE);

                assertThat(bed.server.awaitAbandoned(1, ProviderTestBed.SOON)).isTrue();
                assertThat(String.join("", bed.contents("text:delta")).length())
                        .isLessThanOrEqualTo(MAX_CHARACTERS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEventThatIsNoJsonIsMalformed(WireFormatName format) throws Exception {
        failing(format, new FakeAnswer.Fault.Garbage(SAYS, 3), HarnessFailure.Kind.MALFORMED);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorInTheMiddleOfAStreamIsToldByItsKind(WireFormatName format) throws Exception {
        failing(format, new FakeAnswer.Fault.FailsLate(SAYS, 3, ProviderRefusal.OVERLOADED),
                HarnessFailure.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsResetWasNotReached(WireFormatName format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Resets(), HarnessFailure.Kind.UNREACHABLE);

        assertThat(failure.message()).contains("127.0.0.1").contains("Maybe ");
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsNotFollowed(WireFormatName format) throws Exception {
        try (FakeModels elsewhere = FakeModels.answering(_ -> SAYS)) {
            HarnessFailure failure = failing(format, FakeAnswer.redirect(elsewhere.url() + "/v1/chat/completions"),
                    HarnessFailure.Kind.MALFORMED);

            assertThat(failure.message()).contains("HTTP 302").contains(elsewhere.url());
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
    void aModelThatDoesNotWantToAnswerRefused(WireFormatName format) throws Exception {
        failing(format, SAYS.finishing(FakeAnswer.Finish.REFUSED), HarnessFailure.Kind.REFUSED);
    }

    @ParameterizedTest
    @EnumSource
    void silenceIsCutAfterAMinute(WireFormatName format) throws Exception {
        for (int frames : new int[] {-1, 3}) {
            ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
            try (ProviderTestBed bed = new ProviderTestBed(_ -> new FakeAnswer.Fault.Stalls(SAYS, frames))) {
                CompletableFuture<HarnessFailure> outcome = later(bed, format, bed.context(world));
                assertThat(bed.server.awaitRequests(1, ProviderTestBed.SOON)).isTrue();

                advanceUntil(outcome, world, Duration.ofSeconds(61));

                assertThat(outcome.join().kind()).isEqualTo(HarnessFailure.Kind.STALLED);
                assertThat(outcome.join().recoverable()).isTrue();
                assertThat(bed.server.awaitAbandoned(1, ProviderTestBed.SOON)).isTrue();
                assertThat(bed.types()).last().isEqualTo("harness:end");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatNeverEndsIsCutByTheDeadline(WireFormatName format) throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> new FakeAnswer.Fault.NeverEnds("and ", Duration.ofMillis(1)))) {
            CompletableFuture<HarnessFailure> outcome = later(bed, format,
                    bed.context(world).within(Duration.ofSeconds(5)));
            assertThat(bed.server.awaitOpenStreams(1, ProviderTestBed.SOON)).isTrue();

            advanceUntil(outcome, world, Duration.ofSeconds(5));

            assertThat(outcome.join().kind()).isEqualTo(HarnessFailure.Kind.DEADLINE);
            assertThat(bed.server.awaitAbandoned(1, ProviderTestBed.SOON)).isTrue();
        }
    }

    @Test
    void aStreamThatNeverEndsIsCutByItsLength() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> new FakeAnswer.Fault.NeverEnds("x".repeat(10_000), Duration.ZERO))) {
            assertThat(bed.failure(WireFormatName.OPENAI).kind()).isEqualTo(HarnessFailure.Kind.TOO_LARGE);
            assertThat(bed.contents("text:complete").getFirst()).hasSize(MAX_CHARACTERS);
            assertThat(bed.server.awaitAbandoned(1, ProviderTestBed.SOON)).isTrue();
        }
    }

    @Test
    void aDeadlineThatIsOverAsksNobody() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> SAYS)) {
            RunContext late = bed.context().within(Duration.ZERO);

            assertThat(bed.failure(bed.model(WireFormatName.OPENAI), late).kind())
                    .isEqualTo(HarnessFailure.Kind.DEADLINE);
            assertThat(bed.server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptClosesTheConnection(WireFormatName format) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> new FakeAnswer.Fault.Stalls(SAYS, 4))) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    bed.model(format).run(ProviderTestBed.hello(), bed.context());
                    interrupted.complete(false);
                } catch (InterruptedException told) {
                    interrupted.complete(true);
                } catch (HarnessException other) {
                    interrupted.completeExceptionally(other);
                }
            });
            assertThat(bed.server.awaitOpenStreams(1, ProviderTestBed.SOON)).isTrue();

            caller.interrupt();

            assertThat(interrupted.join()).isTrue();
            assertThat(bed.server.awaitAbandoned(1, ProviderTestBed.SOON)).isTrue();
            assertThat(bed.types()).endsWith("harness:error", "harness:end");
        }
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, server is not running", "OLLAMA, Maybe start it: ollama serve"})
    void aServerThatIsNotThereIsNamedWithARemedy(WireFormatName format, String remedy) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> SAYS)) {
            ProviderConfig.Kind kind = ProviderTestBed.kind(format);
            String url = "http://127.0.0.1:" + closedPort() + "/v1";
            ProviderConfig provider = new ProviderConfig("lab", kind, URI.create(url), KeySource.NONE,
                    ProviderConfig.StructuredOutput.NONE);
            HarnessFailure failure = bed.failure(bed.model(provider, "big", new KeySource.KeyLookup.Missing()),
                    bed.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("lab at " + url).contains(remedy);
        }
    }

    @Test
    void aHostThatNobodyKnowsIsNotReached() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> SAYS)) {
            ProviderConfig provider = new ProviderConfig("lab", ProviderConfig.Kind.OPENAI,
                    URI.create("http://nobody.invalid/v1"), KeySource.NONE, ProviderConfig.StructuredOutput.NONE);
            HarnessFailure failure = bed.failure(bed.model(provider, "big", new KeySource.KeyLookup.Missing()),
                    bed.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("nobody.invalid");
        }
    }

    @Test
    void aSessionThatNobodyKnowsIsABadRequest() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> SAYS)) {
            Harness model = bed.model(WireFormatName.OPENAI);
            assertThatThrownBy(() -> model.run(new HarnessInput(null, ProviderTestBed.hello().messages(),
                    List.of(), List.of(), "ses_gone", null, null), bed.context()))
                    .isInstanceOf(HarnessException.class).hasMessageContaining("ses_gone")
                    .hasMessageContaining("Maybe it is too old");
            assertThat(bed.server.requests()).isEmpty();
        }
    }

    private static HarnessFailure failing(WireFormatName format, FakeAnswer answer, HarnessFailure.Kind kind)
            throws InterruptedException {
        HarnessFailure failure = failingKind(format, answer);
        assertThat(failure.kind()).as(failure.message()).isEqualTo(kind);
        return failure;
    }

    private static HarnessFailure failingKind(WireFormatName format, FakeAnswer answer) throws InterruptedException {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> answer)) {
            HarnessFailure failure = bed.failure(format);
            assertThat(bed.server.requests()).as("asked once").hasSize(1);
            assertThat(bed.types()).first().isEqualTo("harness:start");
            assertThat(bed.types()).endsWith("harness:error", "harness:end");
            assertThat(failure.message()).doesNotContain(ProviderTestBed.KEY);
            return failure;
        }
    }

    private static CompletableFuture<HarnessFailure> later(ProviderTestBed bed, WireFormatName format,
            RunContext context) {
        CompletableFuture<HarnessFailure> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(bed.failure(bed.model(format), context));
            } catch (InterruptedException | AssertionError unexpected) {
                outcome.completeExceptionally(unexpected);
            }
        });
        return outcome;
    }

    /** Moves the clock until the call ends; work under way at a move counts its time from there. */
    private static void advanceUntil(CompletableFuture<?> outcome, ManualWorld world, Duration step)
            throws InterruptedException {
        World real = World.system();
        for (int i = 0; i < 500 && !outcome.isDone(); i++) {
            world.advance(step);
            var _ = real.await(outcome, Duration.ofMillis(20));
        }
        assertThat(outcome).isDone();
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
