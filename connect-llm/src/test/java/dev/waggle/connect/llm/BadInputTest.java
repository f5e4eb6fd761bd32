package dev.waggle.connect.llm;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.llm.fake.FakeAnswer;
import dev.waggle.connect.llm.fake.FakeModels;
import dev.waggle.connect.llm.fake.Format;
import dev.waggle.connect.llm.fake.Problem;
import dev.waggle.connect.llm.provider.KeySource;
import dev.waggle.connect.llm.provider.ProviderConfig;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Everything that can come instead of an answer. */
class BadInputTest {

    /** The longest answer that is taken. */
    private static final int MAX_CHARACTERS = 1_000_000;

    private static final FakeAnswer.Says SAYS = FakeAnswer.says("bees dance very well");

    @ParameterizedTest
    @EnumSource
    void aWrongKeyIsNamedByItsPlacesAndNeverShown(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(Problem.WRONG_KEY),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains(ProviderConfig.Kind.valueOf(format.name()).configName())
                .contains("A_KEY").doesNotContain(Desk.KEY);
        assertThat(failure.recoverable()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatTheProviderRepeatsIsMasked(Format format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Answers(401, "application/json",
                "{\"error\":{\"message\":\"bad key " + Desk.KEY + " or sk-test-0123****\"}}", Map.of()),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains("bad key (key) or (key)").doesNotContain("sk-test");
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownModelIsNamed(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(Problem.UNKNOWN_MODEL),
                HarnessFailure.Kind.UNKNOWN_MODEL);

        assertThat(failure.message()).contains("fake-fast").contains("waggle models");
    }

    @ParameterizedTest
    @EnumSource
    void aRateLimitSaysHowLongToWait(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.rateLimited(Duration.ofSeconds(7)),
                HarnessFailure.Kind.RATE_LIMITED);

        assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(failure.recoverable()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void overloadAndServerErrorsMayPass(Format format) throws Exception {
        failing(format, FakeAnswer.refuses(Problem.OVERLOADED), HarnessFailure.Kind.OVERLOADED);
        failing(format, FakeAnswer.refuses(Problem.SERVER_ERROR), HarnessFailure.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void anAccountWithoutCreditIsNotAskedAgain(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(Problem.NO_CREDIT),
                HarnessFailure.Kind.AUTHENTICATION);

        assertThat(failure.message()).contains("no credit left");
    }

    @ParameterizedTest
    @EnumSource
    void aBadRequestIsQuoted(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.refuses(Problem.BAD_REQUEST),
                HarnessFailure.Kind.BAD_REQUEST);

        assertThat(failure.recoverable()).isFalse();
        assertThat(failure.message()).contains("HTTP 400): ");
    }

    @ParameterizedTest
    @EnumSource
    void aLongErrorIsQuotedShortAndOnOneLine(Format format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Answers(400, "text/plain",
                "\u001b[31mno\n" + "x".repeat(100_000), Map.of()), HarnessFailure.Kind.BAD_REQUEST);

        assertThat(failure.message()).hasSizeLessThan(500).contains("\\u001b[31mno x").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @EnumSource
    void aPageOfAProxyIsNoAnswer(Format format) throws Exception {
        HarnessFailure failure = failing(format, FakeAnswer.htmlPage(), HarnessFailure.Kind.MALFORMED);

        assertThat(failure.message()).contains("HTTP 200").contains("text/html").contains("<!DOCTYPE html> <html>");
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfAnotherFormatIsNoAnswer(Format format) throws Exception {
        HarnessFailure failure = failing(format,
                new FakeAnswer.Fault.Answers(200, "text/plain", "hello there", Map.of()),
                HarnessFailure.Kind.MALFORMED);

        assertThat(failure.message()).contains("hello there");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBodyIsAnAnswerCutShort(Format format) throws Exception {
        failing(format, FakeAnswer.emptyBody(), HarnessFailure.Kind.TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksOffIsCutShort(Format format) throws Exception {
        failing(format, new FakeAnswer.Fault.Truncated(SAYS, 3), HarnessFailure.Kind.TRUNCATED);
        failing(format, new FakeAnswer.Fault.EndsEarly(SAYS, 3), HarnessFailure.Kind.TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource
    void whatCameBeforeABreakIsKept(Format format) throws Exception {
        FakeAnswer.Says words = FakeAnswer.says("bees dance very well and often, and then some more");
        try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.EndsEarly(words, 5))) {
            assertThat(desk.failure(format).kind()).isEqualTo(HarnessFailure.Kind.TRUNCATED);

            assertThat(String.join("", desk.contents("text:delta"))).startsWith("bees ");
            assertThat(desk.types()).endsWith("text:complete", "harness:error", "harness:end");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreNoTextNeverReachTheLog(Format format) throws Exception {
        try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.BadBytes())) {
            HarnessFailure failure = desk.failure(format);

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.MALFORMED);
            assertThat(failure.message()).contains("UTF-8");
            assertThat(String.join("", desk.contents("text:delta"))).doesNotContain("\uFFFD");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHugeReplyIsCutOffAtTheLimit(Format format) throws Exception {
        long hundredMegabytes = 100L * 1_024 * 1_024;
        for (FakeAnswer huge : new FakeAnswer[] {new FakeAnswer.Fault.Huge(hundredMegabytes),
            new FakeAnswer.Fault.HugeEvent(hundredMegabytes)}) {
            try (Desk desk = new Desk(_ -> huge)) {
                assertThat(desk.failure(format).kind()).isEqualTo(HarnessFailure.Kind.TOO_LARGE);

                assertThat(desk.server.awaitAbandoned(1, Desk.SOON)).isTrue();
                assertThat(String.join("", desk.contents("text:delta")).length())
                        .isLessThanOrEqualTo(MAX_CHARACTERS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEventThatIsNoJsonIsMalformed(Format format) throws Exception {
        failing(format, new FakeAnswer.Fault.Garbage(SAYS, 3), HarnessFailure.Kind.MALFORMED);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorInTheMiddleOfAStreamIsToldByItsKind(Format format) throws Exception {
        failing(format, new FakeAnswer.Fault.FailsLate(SAYS, 3, Problem.OVERLOADED), HarnessFailure.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatIsResetWasNotReached(Format format) throws Exception {
        HarnessFailure failure = failing(format, new FakeAnswer.Fault.Resets(), HarnessFailure.Kind.UNREACHABLE);

        assertThat(failure.message()).contains("127.0.0.1").contains("Maybe ");
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIsNotFollowed(Format format) throws Exception {
        try (FakeModels elsewhere = FakeModels.answering(_ -> SAYS)) {
            HarnessFailure failure = failing(format, FakeAnswer.redirect(elsewhere.url() + "/v1/chat/completions"),
                    HarnessFailure.Kind.MALFORMED);

            assertThat(failure.message()).contains("HTTP 302").contains(elsewhere.url());
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
    void aModelThatDoesNotWantToAnswerRefused(Format format) throws Exception {
        failing(format, SAYS.finishing(FakeAnswer.Finish.REFUSED), HarnessFailure.Kind.REFUSED);
    }

    @ParameterizedTest
    @EnumSource
    void silenceIsCutAfterAMinute(Format format) throws Exception {
        for (int frames : new int[] {-1, 3}) {
            ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
            try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.Stalls(SAYS, frames))) {
                CompletableFuture<HarnessFailure> outcome = later(desk, format, desk.context(world));
                assertThat(desk.server.awaitRequests(1, Desk.SOON)).isTrue();

                advanceUntil(outcome, world, Duration.ofSeconds(61));

                assertThat(outcome.join().kind()).isEqualTo(HarnessFailure.Kind.STALLED);
                assertThat(outcome.join().recoverable()).isTrue();
                assertThat(desk.server.awaitAbandoned(1, Desk.SOON)).isTrue();
                assertThat(desk.types()).last().isEqualTo("harness:end");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatNeverEndsIsCutByTheDeadline(Format format) throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.NeverEnds("and ", Duration.ofMillis(1)))) {
            CompletableFuture<HarnessFailure> outcome = later(desk, format,
                    desk.context(world).within(Duration.ofSeconds(5)));
            assertThat(desk.server.awaitOpenStreams(1, Desk.SOON)).isTrue();

            advanceUntil(outcome, world, Duration.ofSeconds(5));

            assertThat(outcome.join().kind()).isEqualTo(HarnessFailure.Kind.DEADLINE);
            assertThat(desk.server.awaitAbandoned(1, Desk.SOON)).isTrue();
        }
    }

    @Test
    void aStreamThatNeverEndsIsCutByItsLength() throws Exception {
        try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.NeverEnds("x".repeat(10_000), Duration.ZERO))) {
            assertThat(desk.failure(Format.OPENAI).kind()).isEqualTo(HarnessFailure.Kind.TOO_LARGE);
            assertThat(desk.contents("text:complete").getFirst()).hasSize(MAX_CHARACTERS);
            assertThat(desk.server.awaitAbandoned(1, Desk.SOON)).isTrue();
        }
    }

    @Test
    void aDeadlineThatIsOverAsksNobody() throws Exception {
        try (Desk desk = new Desk(_ -> SAYS)) {
            RunContext late = desk.context().within(Duration.ZERO);

            assertThat(desk.failure(desk.model(Format.OPENAI), late).kind()).isEqualTo(HarnessFailure.Kind.DEADLINE);
            assertThat(desk.server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptClosesTheConnection(Format format) throws Exception {
        try (Desk desk = new Desk(_ -> new FakeAnswer.Fault.Stalls(SAYS, 4))) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    desk.model(format).run(Desk.hello(), desk.context());
                    interrupted.complete(false);
                } catch (InterruptedException told) {
                    interrupted.complete(true);
                } catch (HarnessException other) {
                    interrupted.completeExceptionally(other);
                }
            });
            assertThat(desk.server.awaitOpenStreams(1, Desk.SOON)).isTrue();

            caller.interrupt();

            assertThat(interrupted.join()).isTrue();
            assertThat(desk.server.awaitAbandoned(1, Desk.SOON)).isTrue();
            assertThat(desk.types()).endsWith("harness:error", "harness:end");
        }
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, server is not running", "OLLAMA, Maybe start it: ollama serve"})
    void aServerThatIsNotThereIsNamedWithARemedy(Format format, String remedy) throws Exception {
        try (Desk desk = new Desk(_ -> SAYS)) {
            ProviderConfig.Kind kind = ProviderConfig.Kind.valueOf(format.name());
            String url = "http://127.0.0.1:" + closedPort() + "/v1";
            ProviderConfig provider = new ProviderConfig("lab", kind, URI.create(url), KeySource.NONE,
                    ProviderConfig.StructuredOutput.NONE);
            HarnessFailure failure = desk.failure(desk.model(provider, "big", new KeySource.KeyLookup.Missing()),
                    desk.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("lab at " + url).contains(remedy);
        }
    }

    @Test
    void aHostThatNobodyKnowsIsNotReached() throws Exception {
        try (Desk desk = new Desk(_ -> SAYS)) {
            ProviderConfig provider = new ProviderConfig("lab", ProviderConfig.Kind.OPENAI,
                    URI.create("http://nobody.invalid/v1"), KeySource.NONE, ProviderConfig.StructuredOutput.NONE);
            HarnessFailure failure = desk.failure(desk.model(provider, "big", new KeySource.KeyLookup.Missing()),
                    desk.context());

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("nobody.invalid");
        }
    }

    @Test
    void aSessionThatNobodyKnowsIsABadRequest() throws Exception {
        try (Desk desk = new Desk(_ -> SAYS)) {
            Harness model = desk.model(Format.OPENAI);
            assertThatThrownBy(() -> model.run(new HarnessInput(null, Desk.hello().messages(),
                    List.of(), List.of(), "ses_gone", null, null), desk.context()))
                    .isInstanceOf(HarnessException.class).hasMessageContaining("ses_gone")
                    .hasMessageContaining("Maybe it is too old");
            assertThat(desk.server.requests()).isEmpty();
        }
    }

    private static HarnessFailure failing(Format format, FakeAnswer answer, HarnessFailure.Kind kind)
            throws InterruptedException {
        HarnessFailure failure = failingKind(format, answer);
        assertThat(failure.kind()).as(failure.message()).isEqualTo(kind);
        return failure;
    }

    private static HarnessFailure failingKind(Format format, FakeAnswer answer) throws InterruptedException {
        try (Desk desk = new Desk(_ -> answer)) {
            HarnessFailure failure = desk.failure(format);
            assertThat(desk.server.requests()).as("asked once").hasSize(1);
            assertThat(desk.types()).first().isEqualTo("harness:start");
            assertThat(desk.types()).endsWith("harness:error", "harness:end");
            assertThat(failure.message()).doesNotContain(Desk.KEY);
            return failure;
        }
    }

    private static CompletableFuture<HarnessFailure> later(Desk desk, Format format, RunContext context) {
        CompletableFuture<HarnessFailure> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(desk.failure(desk.model(format), context));
            } catch (InterruptedException | AssertionError unexpected) {
                outcome.completeExceptionally(unexpected);
            }
        });
        return outcome;
    }

    /** Moves the clock until the call ends; what was underway when it moved counts from then. */
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
