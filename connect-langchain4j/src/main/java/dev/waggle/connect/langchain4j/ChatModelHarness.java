package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.session.SessionStore;
import dev.waggle.signal.harness.session.SessionStore.StoredSession;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Harness of a model of LangChain4j. It makes one attempt; the wrapping harness retries.
 *
 * <p>The answer must come piece by piece, or whole within the silence limit. A call that is interrupted, or that
 * outlasts its deadline, returns at once, and pieces that come later are dropped. Whether the library then closes its
 * connection depends on the module. One that lets streams be cancelled does so with the next piece at the latest.
 *
 * <p>An answer that goes on beyond its output limit is cut at twice the limit, or earlier if the budget does not cover it.
 * Its stream is cancelled like that of an interrupted call. A module that cannot cancel goes on reading, and its provider
 * may charge for what is dropped. An answer that comes whole is paid before its length is known. So only its text is
 * cut, and the reported usage counts.
 *
 * <p>An answer without a finish reason counts as broken off if it is empty, or came in pieces. Modules of the library
 * end a stream in that way when the connection closes early. They also do so when the server sends an error or a page
 * of HTML.
 *
 * <p>A reply schema goes to the model as its response format if the model is {@linkplain #capabilities() capable} of it
 * and the conversation has no tools. Several providers refuse a schema beside tools, or call no tool then. The prompt
 * describes the format in every case.
 *
 * <p>Thread-safe. Sessions are stored in this object, so another harness does not know them.
 */
public final class ChatModelHarness implements Harness {

    /** Default of the silence limit. A model that thinks may send nothing for minutes. */
    public static final Duration SILENCE = Duration.ofMinutes(10);

    /** Length of a hash that distinguishes conversations, in characters. */
    private static final int SESSION_LENGTH = 32;

    private final ChatModelName name;
    private final ModelInvocation model;
    private final HarnessCapabilities capabilities;
    private final Duration silence;
    private final Optional<TokenPricing> pricing;
    private final SessionStore<ChatConversation> sessions = new SessionStore<>();
    private volatile RequestForm form = RequestForm.WHOLE;

    private ChatModelHarness(ChatModelName name, ModelInvocation model, HarnessCapabilities capabilities,
            Duration silence, Optional<TokenPricing> pricing) {
        this.name = name;
        this.model = model;
        this.capabilities = capabilities;
        this.silence = silence;
        this.pricing = pricing;
    }

    /**
     * Creates a harness of a model whose answers come whole.
     *
     * @param name {@code provider:model}, the key of prices and records, for example {@code bedrock:my-model}
     * @throws IllegalArgumentException when the name is not of that form
     */
    public static ChatModelHarness of(String name, ChatModel model) {
        return new ChatModelHarness(ChatModelName.of(name), ModelInvocation.of(model),
                capabilities(false, model.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA),
                        model.defaultRequestParameters().maxOutputTokens()),
                SILENCE, Optional.empty());
    }

    /**
     * Creates a harness of a model whose answers come in pieces.
     *
     * @param name {@code provider:model}, the key of prices and records, for example {@code bedrock:my-model}
     * @throws IllegalArgumentException when the name is not of that form
     */
    public static ChatModelHarness of(String name, StreamingChatModel model) {
        return new ChatModelHarness(ChatModelName.of(name), ModelInvocation.of(model),
                capabilities(true, model.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA),
                        model.defaultRequestParameters().maxOutputTokens()),
                SILENCE, Optional.empty());
    }

    /**
     * Returns this harness with other capabilities and no sessions. The library does not say the limits of a model, or
     * that it thinks. A model without structured output gets no response format, and one without tools gets no tools.
     */
    public ChatModelHarness withCapabilities(HarnessCapabilities newCapabilities) {
        return new ChatModelHarness(name, model, newCapabilities, silence, pricing);
    }

    /**
     * Returns this harness with another silence limit and no sessions. A call without a piece for so long fails as
     * stalled.
     *
     * @param newSilence above 0
     */
    public ChatModelHarness withSilence(Duration newSilence) {
        if (!newSilence.isPositive()) {
            throw new IllegalArgumentException("silence must be above 0, got " + newSilence);
        }
        return new ChatModelHarness(name, model, capabilities, newSilence, pricing);
    }

    /**
     * Returns this harness with prices that it states, and no sessions. The library knows none. A row of the solve's
     * price table precedes them.
     */
    public ChatModelHarness withPricing(TokenPricing newPricing) {
        return new ChatModelHarness(name, model, capabilities, silence, Optional.of(newPricing));
    }

    private static HarnessCapabilities capabilities(boolean streaming, boolean schema, @Nullable Integer usualOutput) {
        return new HarnessCapabilities(streaming, schema, true, true,
                usualOutput == null || usualOutput < 1 ? HarnessCapabilities.USUAL_OUTPUT_TOKENS : usualOutput, null,
                null, false);
    }

    @Override
    public Optional<TokenPricing> pricing() {
        return pricing;
    }

    @Override
    public String type() {
        return name.provider();
    }

    @Override
    public String displayName() {
        return name.provider() + " " + name.model();
    }

    @Override
    public String model() {
        return name.toString();
    }

    @Override
    public HarnessCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> answer(input, context, run));
    }

    private HarnessOutput answer(HarnessInput input, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        ChatConversation conversation = ChatMessageMapper.of(input, sessions);
        List<ToolOffer> tools = capabilities.tools() ? sessions.tools(input) : List.of();
        HeardResponse heard = response(input, conversation, tools, context, run);
        ChatResponse response = heard.response();
        if (response.finishReason() == FinishReason.CONTENT_FILTER) {
            throw new HarnessException(ChatResponseMapper.refusal(model(), response));
        }
        if (ChatResponseMapper.isBrokenOff(response, model.streamed())) {
            throw new HarnessException(ChatResponseMapper.brokenOff(model(), response));
        }
        return output(heard, conversation, tools, run);
    }

    /**
     * Response of a model.
     *
     * @param hadPartialCalls whether its tool calls came in pieces, which the output limit has admitted
     */
    private record HeardResponse(ChatResponse response, boolean hadPartialCalls) {}

    /**
     * Asks the model. A request that the library refuses to write is made again in a simpler form, as nothing was sent.
     * Later calls begin with that form.
     */
    private HeardResponse response(HarnessInput input, ChatConversation conversation, List<ToolOffer> tools,
            RunContext context, HarnessRun run) throws HarnessException, InterruptedException {
        JsonValue.@Nullable Obj schema = capabilities.structuredOutput() ? context.replySchema() : null;
        RequestForm tried = form;
        while (true) {
            ChatRequest request = new ChatRequestMapper(tried, input, tools).request(conversation, schema);
            ChatModelCall call = new ChatModelCall(model, run, context, silence);
            try {
                return new HeardResponse(call.answer(request), call.hasPartialCalls());
            } catch (CompletionException failed) {
                Throwable failure = failed.getCause() == null ? failed : failed.getCause();
                Optional<RequestForm> simpler = call.hasOutput()
                        ? Optional.empty()
                        : tried.simplerAfter(failure, request);
                if (simpler.isEmpty()) {
                    throw new ChatModelErrorMapper(name).of(failure, call.hasOutput());
                }
                tried = simpler.get();
                form = tried;
            }
        }
    }

    private HarnessOutput output(HeardResponse heard, ChatConversation conversation, List<ToolOffer> tools,
            HarnessRun run) throws HarnessException {
        ChatResponse response = heard.response();
        AiMessage whole = ChatResponseMapper.repaired(response.aiMessage(), run.request());
        ChatResponseMapper.requireLimit(model(), whole);
        if (run.length() == 0 && whole.thinking() != null) {
            run.thinking(run.admit(whole.thinking()));
        }
        if (run.textSoFar().isEmpty() && whole.text() != null) {
            run.text(run.admit(whole.text()));
        }
        AiMessage message = ChatResponseMapper.admitted(whole, run, heard.hadPartialCalls());
        FinishReason reason = run.isCut() ? FinishReason.LENGTH : response.finishReason();
        List<ToolCall> calls = ChatResponseMapper.calls(message, reason);
        HarnessOutput output = new HarnessOutput(run.textSoFar(), calls, null,
                run.credible(TokenUsageReader.usage(response.tokenUsage())),
                ChatResponseMapper.stopReason(reason, calls),
                run.isCut() ? HarnessOutput.CUT : ChatResponseMapper.stopDetail(reason));
        String session = "ses_" + RequestHash.of(run.request() + JsonLine.of(HarnessCodec.encode(output)))
                .substring(0, SESSION_LENGTH);
        List<ChatMessage> all = new ArrayList<>(conversation.messages());
        all.add(ChatResponseMapper.sendable(message));
        ChatConversation longer = new ChatConversation(conversation.system(), all);
        sessions.store(session, new StoredSession<>(longer, tools, longer.characters()));
        return output.withSessionId(session);
    }
}
