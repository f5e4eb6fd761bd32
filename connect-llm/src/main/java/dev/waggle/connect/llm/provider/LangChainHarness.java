package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.wire.CallHooks;
import dev.waggle.connect.llm.wire.ProviderHttpClient;
import dev.waggle.connect.llm.wire.StreamingHttpClient;
import dev.waggle.connect.llm.wire.TransportError;
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
import dev.waggle.signal.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * Harness of one provider's model, on LangChain4j. LangChain4j provides the formats; wire, limits, sessions and the
 * mapping of errors are our own. It makes one attempt; the wrapping harness retries.
 */
public final class LangChainHarness implements Harness {

    /** Length of a hash that distinguishes conversations, in characters. */
    private static final int SESSION_LENGTH = 32;

    private final ProviderConfig provider;
    private final ModelName name;
    private final KeySource.KeyLookup found;
    private final ProviderHttpClient httpClient;
    private final SessionStore sessions;

    /**
     * @param found the result of the search for the key
     * @param sessions shared by all models of a catalog, so that another model can continue a conversation
     */
    public LangChainHarness(ProviderConfig provider, ModelName name, KeySource.KeyLookup found,
            ProviderHttpClient httpClient,
            SessionStore sessions) {
        this.provider = provider;
        this.name = name;
        this.found = found;
        this.httpClient = httpClient;
        this.sessions = sessions;
    }

    @Override
    public String type() {
        return provider.kind().configName();
    }

    @Override
    public String displayName() {
        return provider.kind().title() + " " + name.model();
    }

    @Override
    public String model() {
        return name.toString();
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true,
                provider.structuredOutput() == ProviderConfig.StructuredOutput.SCHEMA, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> answer(input, context, run));
    }

    private HarnessOutput answer(HarnessInput input, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        ApiKey key = key();
        List<ChatMessage> messages = ChatMessageMapper.of(input, sessions);
        List<ToolOffer> tools = tools(input);
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, name.model(), key);
        requireUsableEndpoint(failures);
        ContentWatch watch = new ContentWatch(provider.kind(), context.world());
        StreamingHttpClient line = httpClient.newClient(context.world(),
                new CallHooks(new EndpointRequest(provider, key), watch, switch (provider.kind()) {
                    case OPENAI, AZURE, ANTHROPIC, GEMINI -> UnaryOperator.identity();
                    case OLLAMA -> new OllamaCallNumbering();
                }, provider.endpoint().caFile()));
        StreamHandler handler = new StreamHandler(run);
        ChatResponse response = ask(new RequestMapper.RequestContent(input, messages, tools), context, key, line,
                watch, handler, failures);
        if (response.finishReason() == FinishReason.CONTENT_FILTER) {
            throw failures.refused();
        }
        if (response.finishReason() == null && !line.endOfStream().isDone()) {
            throw failures.cutShort("it gives no reason to stop");
        }
        return output(messages, tools, response, run);
    }

    /**
     * Tools offered to the model. Providers reject a conversation with calls in it and no tools beside it. So an
     * input that offers none any more still names them, and the model may not call them.
     */
    private List<ToolOffer> tools(HarnessInput input) {
        String session = input.sessionId();
        return !input.tools().isEmpty() || session == null
                ? input.tools()
                : sessions.of(session).map(SessionStore.StoredSession::tools).orElse(List.of());
    }

    private ChatResponse ask(RequestMapper.RequestContent content, RunContext context, @Nullable ApiKey key,
            StreamingHttpClient line, ContentWatch watch,
            StreamHandler handler, ProviderErrorMapper failures) throws HarnessException, InterruptedException {
        ChatResponse response;
        try {
            ResponseFormat format = RequestMapper.format(provider, content, context.replySchema());
            StreamingChatModel model = ChatModelFactory.of(provider, name.model(), key, line.builder(),
                    StrictSchemaCheck.fit(context.replySchema()));
            ChatRequest request = RequestMapper.of(provider, content, format);
            response = new StreamingCall(line, handler, context, silence(), watch)
                    .answer(() -> model.chat(request, handler));
        } catch (CompletionException failed) {
            throw failures.of(failed, line.error());
        } catch (RuntimeException unbuilt) {
            throw failures.of(unbuilt, line.error());
        }
        if (response == null) {
            TransportError fault = line.error();
            throw fault == null ? failures.cutShort("the stream ended before the answer did") : failures.of(fault);
        }
        return response;
    }

    private void requireUsableEndpoint(ProviderErrorMapper failures) throws HarnessException {
        Optional<String> fault = provider.endpoint().fault();
        if (fault.isPresent()) {
            throw failures.unusableEndpoint(fault.get());
        }
    }

    /** The limits of the provider, else by kind: a local server loads a model for minutes. */
    private SilenceLimits silence() {
        SilenceLimits own = provider.endpoint().silence();
        if (own != null) {
            return own;
        }
        return provider.kind() == ProviderConfig.Kind.OLLAMA ? SilenceLimits.PATIENT : SilenceLimits.USUAL;
    }

    private HarnessOutput output(List<ChatMessage> messages, List<ToolOffer> tools, ChatResponse response,
            HarnessRun run) {
        AiMessage message = ResponseMapper.identified(response.aiMessage(), run.request());
        if (run.textSoFar().isEmpty() && message.text() != null) {
            run.text(message.text());
        }
        List<ToolCall> calls = ResponseMapper.calls(message);
        HarnessOutput output = new HarnessOutput(run.textSoFar(), calls, null, ResponseMapper.usage(response),
                ResponseMapper.stopReason(response.finishReason(), calls));
        String session = "ses_" + RequestHash.of(run.request() + JsonLine.of(HarnessCodec.encode(output)))
                .substring(0, SESSION_LENGTH);
        List<ChatMessage> all = new ArrayList<>(messages);
        all.add(message);
        sessions.store(session, all, tools);
        return new HarnessOutput(output.content(), calls, session, output.usage(), output.stopReason());
    }

    private @Nullable ApiKey key() throws HarnessException {
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, name.model(), null);
        return switch (found) {
            case KeySource.KeyLookup.Key it -> it.key();
            case KeySource.KeyLookup.Unusable it -> throw failures.unusableKey(it.reason());
            case KeySource.KeyLookup.Missing _ -> {
                if (provider.needsKey()) {
                    throw failures.noKey();
                }
                yield null;
            }
        };
    }
}
