package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The four provider modules of one line of the library: each loads, streams and calls a tool over loopback. */
class ProviderModulesTest {

    private static final String KEY = "sk-test-0123456789abcdef";
    private static final String MODEL = "fake-fast";

    /** Formats that a module of the library speaks. */
    enum ProviderModule {
        OPENAI, ANTHROPIC, GEMINI, OLLAMA;

        WireFormatName format() {
            return WireFormatName.valueOf(name());
        }
    }

    /** Some modules cannot write the keyword minLength, and Gemini's takes no raw schema at all. */
    private static final ToolOffer LOOK = new ToolOffer("look", "Looks around.",
            (JsonValue.Obj) JsonText.read("""
                    {"type": "object", "properties": {"where": {"type": "string", "minLength": 1}},
                     "required": ["where"], "additionalProperties": false}"""));

    private static final FakeAnswer.Says SAYS = FakeAnswer.says("bees dance very well");

    private final List<Signal> told = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource
    void aModuleLoadsAndStreams(ProviderModule module) throws Exception {
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.says("bees dance well").costing(12, 7))) {
            HarnessOutput output = harness(module, server).run(HarnessContract.question("how do bees talk?"),
                    context());

            assertThat(output.content()).isEqualTo("bees dance well");
            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
            assertThat(output.usage()).isEqualTo(new TokenUsage(12, 7, 19));
            assertThat(HarnessLaws.of(HarnessSignals.TEXT_DELTA, told)).hasSizeGreaterThan(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModuleCallsAToolAndReadsItsResult(ProviderModule module) throws Exception {
        Function<FakeRequest, FakeAnswer> script = request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"))
                : FakeAnswer.says("I saw " + request.asked().results().getFirst().text());
        try (FakeModels server = FakeModels.answering(script)) {
            ChatModelHarness harness = harness(module, server);
            HarnessOutput asked = harness.run(new HarnessInput("be brief", List.of(Message.user("where?")),
                    List.of(LOOK), List.of(), null, 500.0, null), context());
            HarnessOutput answer = harness.run(new HarnessInput(null, List.of(), List.of(LOOK),
                    List.of(new ToolResult("look", JsonValue.of("a bee"), null)), asked.sessionId(), 500.0, null),
                    context());

            assertThat(asked.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
            assertThat(asked.toolCalls()).singleElement().satisfies(call -> {
                assertThat(call.name()).isEqualTo("look");
                assertThat(call.input()).isEqualTo(JsonText.read("{\"where\":\"north\"}"));
            });
            assertThat(answer.content()).startsWith("I saw ").contains("a bee");
            FakeRequest first = server.requests().getFirst();
            assertThat(first.asked().system()).isEqualTo("be brief");
            assertThat(first.settings().maxTokens()).isEqualTo(500.0);
            assertThat(first.asked().tools()).singleElement().satisfies(offer -> {
                assertThat(offer.name()).isEqualTo("look");
                assertThat(first.raw().body()).contains("minLength");
            });
        }
    }

    /** Without tools of its own, the second request names those of the session. */
    @ParameterizedTest
    @EnumSource
    void aModuleReadsAResultThoughNoToolIsOfferedAnyMore(ProviderModule module) throws Exception {
        Function<FakeRequest, FakeAnswer> script = request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"))
                : FakeAnswer.says("a bee");
        try (FakeModels server = FakeModels.answering(script)) {
            ChatModelHarness harness = harness(module, server);
            HarnessOutput asked = harness.run(new HarnessInput(null, List.of(Message.user("where?")), List.of(LOOK),
                    List.of(), null, 500.0, null), context());
            HarnessOutput answer = harness.run(new HarnessInput(null, List.of(), List.of(),
                    List.of(new ToolResult("look", JsonValue.of("a bee"), null)), asked.sessionId(), 500.0, null),
                    context());

            assertThat(answer.content()).isEqualTo("a bee");
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().getLast().asked().tools()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void thoughtsComeBeforeTheAnswerAndReturnWithTheirSignature(ProviderModule module) throws Exception {
        Function<FakeRequest, FakeAnswer> script = request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}")).thinking("let me see")
                : FakeAnswer.says("a bee");
        try (FakeModels server = FakeModels.answering(script)) {
            ChatModelHarness harness = harness(module, server);
            HarnessOutput asked = harness.run(new HarnessInput(null, List.of(Message.user("where?")), List.of(LOOK),
                    List.of(), null, 500.0, null), context());
            harness.run(new HarnessInput(null, List.of(), List.of(LOOK),
                    List.of(new ToolResult("look", JsonValue.of("a bee"), null)), asked.sessionId(), 500.0, null),
                    context());

            assertThat(HarnessLaws.of(HarnessSignals.THINKING_COMPLETE, told)).singleElement()
                    .satisfies(whole -> assertThat(HarnessLaws.text(whole, "content")).isEqualTo("let me see"));
            String body = server.requests().getLast().raw().body();
            switch (module) {
                case ANTHROPIC -> assertThat(body).contains("let me see").contains("\"signature\"");
                case OPENAI, GEMINI, OLLAMA -> assertThat(body).contains("a bee");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anErrorOfAProviderHasItsKindAndNoKeyInItsWords(ProviderModule module) throws Exception {
        assertThat(kind(module, ProviderRefusal.WRONG_KEY)).isEqualTo(HarnessFailure.Kind.AUTHENTICATION);
        assertThat(kind(module, ProviderRefusal.UNKNOWN_MODEL)).isEqualTo(HarnessFailure.Kind.UNKNOWN_MODEL);
        assertThat(kind(module, ProviderRefusal.RATE_LIMITED)).isEqualTo(HarnessFailure.Kind.RATE_LIMITED);
        assertThat(kind(module, ProviderRefusal.OVERLOADED)).isEqualTo(HarnessFailure.Kind.OVERLOADED);
        assertThat(kind(module, ProviderRefusal.SERVER_ERROR)).isEqualTo(HarnessFailure.Kind.OVERLOADED);
        assertThat(kind(module, ProviderRefusal.BAD_REQUEST)).isEqualTo(HarnessFailure.Kind.BAD_REQUEST);
        assertThat(kind(module, ProviderRefusal.NO_CREDIT)).isIn(HarnessFailure.Kind.AUTHENTICATION,
                HarnessFailure.Kind.RATE_LIMITED);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatIsNotThereIsUnreachable(ProviderModule module) throws Exception {
        ChatModelHarness harness;
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.says("well"))) {
            harness = harness(module, server);
        }

        assertThat(failure(harness).kind()).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatHangsEndsWithTheSilenceLimit(ProviderModule module) throws Exception {
        try (FakeModels server = FakeModels.answering(
                _ -> new FakeAnswer.Fault.Stalls(FakeAnswer.says("bees dance well"), 2))) {
            HarnessFailure failure = failure(harness(module, server).withSilence(Duration.ofMillis(300)));

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.STALLED);
        }
    }

    /** Two modules report the end of a stream only after its last event, so the silence limit ends their calls. */
    @ParameterizedTest
    @EnumSource
    void aStreamThatEndsEarlyIsNoAnswer(ProviderModule module) throws Exception {
        HarnessFailure.Kind expected = switch (module) {
            case OPENAI, GEMINI -> HarnessFailure.Kind.TRUNCATED;
            case ANTHROPIC, OLLAMA -> HarnessFailure.Kind.STALLED;
        };
        Duration silence = expected == HarnessFailure.Kind.STALLED ? Duration.ofMillis(300) : HarnessContract.TIMEOUT;

        assertThat(kind(module, new FakeAnswer.Fault.EndsEarly(SAYS, 2), silence)).isEqualTo(expected);
        assertThat(kind(module, FakeAnswer.htmlPage(), silence)).isEqualTo(expected);
        assertThat(kind(module, FakeAnswer.emptyBody(), silence)).isEqualTo(expected);
    }

    /** A reset connection may lose the pieces that its client has not read. */
    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksIsNoAnswer(ProviderModule module) throws Exception {
        HarnessFailure.Kind broken = kind(module, new FakeAnswer.Fault.Truncated(SAYS, 4));

        if (HarnessLaws.of(HarnessSignals.TEXT_DELTA, told).isEmpty()) {
            assertThat(broken).isIn(HarnessFailure.Kind.UNREACHABLE, HarnessFailure.Kind.TRUNCATED);
        } else {
            assertThat(broken).isEqualTo(HarnessFailure.Kind.TRUNCATED);
        }
        assertThat(kind(module, new FakeAnswer.Fault.Resets())).isEqualTo(HarnessFailure.Kind.UNREACHABLE);
    }

    /** Two modules drop an error in the middle of a stream and report the pieces before it as the answer. */
    @ParameterizedTest
    @EnumSource
    void anErrorInTheMiddleOfAStreamIsNoAnswer(ProviderModule module) throws Exception {
        assertThat(kind(module, new FakeAnswer.Fault.FailsLate(SAYS, 2, ProviderRefusal.OVERLOADED)))
                .isEqualTo(switch (module) {
                    case OPENAI, GEMINI -> HarnessFailure.Kind.TRUNCATED;
                    case ANTHROPIC, OLLAMA -> HarnessFailure.Kind.OVERLOADED;
                });
    }

    @Test
    void whatIsNoJsonIsMalformed() throws Exception {
        assertThat(kind(ProviderModule.OPENAI, new FakeAnswer.Fault.Garbage(SAYS, 1)))
                .isEqualTo(HarnessFailure.Kind.MALFORMED);
    }

    private HarnessFailure.Kind kind(ProviderModule module, FakeAnswer.Fault fault) throws InterruptedException {
        return kind(module, fault, HarnessContract.TIMEOUT);
    }

    private HarnessFailure.Kind kind(ProviderModule module, FakeAnswer.Fault fault, Duration silence)
            throws InterruptedException {
        try (FakeModels server = FakeModels.answering(_ -> fault)) {
            return failure(harness(module, server).withSilence(silence)).kind();
        }
    }

    private HarnessFailure.Kind kind(ProviderModule module, ProviderRefusal problem) throws InterruptedException {
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.refuses(problem))) {
            HarnessFailure failure = failure(harness(module, server));

            assertThat(failure.message()).doesNotContain(KEY);
            return failure.kind();
        }
    }

    private HarnessFailure failure(ChatModelHarness harness) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + harness.run(HarnessContract.question("how?"), context()));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }

    private RunContext context() {
        return RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), told::add);
    }

    private static ChatModelHarness harness(ProviderModule module, FakeModels server) {
        String url = server.baseUrl(module.format());
        StreamingChatModel model = switch (module) {
            case OPENAI -> OpenAiStreamingChatModel.builder().baseUrl(url).apiKey(KEY).modelName(MODEL)
                    .returnThinking(true).build();
            case ANTHROPIC -> AnthropicStreamingChatModel.builder().baseUrl(url).apiKey(KEY).modelName(MODEL)
                    .returnThinking(true).build();
            case GEMINI -> GoogleAiGeminiStreamingChatModel.builder().baseUrl(url).apiKey(KEY).modelName(MODEL)
                    .returnThinking(true).build();
            case OLLAMA -> OllamaStreamingChatModel.builder().baseUrl(url).modelName(MODEL).returnThinking(true)
                    .build();
        };
        return ChatModelHarness.of("langchain:" + MODEL, model);
    }
}
