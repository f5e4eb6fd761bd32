package dev.waggle.connect.llm.provider;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

import dev.waggle.connect.llm.endpoint.SilenceLimits;
import dev.waggle.connect.llm.family.EndpointLessons;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.family.RefusalLesson;
import dev.waggle.connect.llm.family.RefusalReader;
import dev.waggle.connect.llm.protocol.ConversationItem;
import dev.waggle.connect.llm.protocol.ModelProtocol;
import dev.waggle.connect.llm.protocol.ModelProtocols;
import dev.waggle.connect.llm.protocol.ProtocolName;
import dev.waggle.connect.llm.protocol.ProviderReply;
import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.connect.llm.provider.RequestPlanner.PlannedRequest;
import dev.waggle.connect.llm.wire.EventFormat;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.session.SessionStore.StoredSession;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonTextMapper;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import org.jspecify.annotations.Nullable;

/**
 * Harness of one provider's model. It makes one attempt; the wrapping harness retries. Only a request that the provider
 * refuses for its form is sent again at once, in the form that the refusal asks for.
 */
public final class ProviderHarness implements Harness {

    /** Length of a hash that distinguishes conversations, in characters. */
    private static final int SESSION_LENGTH = 32;

    /** Length of a hash that distinguishes the calls of one conversation, in characters. */
    private static final int CALL_LENGTH = 16;

    private final ProviderConfig provider;
    private final ModelName name;
    private final EndpointAccess access;
    private final ModelProfile profile;
    private final Optional<TokenPricing> pricing;
    private final ProviderRuntime runtime;

    /**
     * @param found the result of the search for the key
     * @param profile what is known about the model
     * @param pricing the prices of the model, if they are known
     * @throws IllegalArgumentException when a setting is one that the model does not take; the message names those that
     *         it takes
     */
    public ProviderHarness(ProviderConfig provider, ModelName name, KeySource.KeyLookup found, ModelProfile profile,
            Optional<TokenPricing> pricing, ProviderRuntime runtime) {
        this.provider = provider;
        this.name = name;
        this.profile = profile;
        this.pricing = pricing;
        this.runtime = runtime;
        access = new EndpointAccess(provider, found);
        new RequestPlanner(provider, profile).requireSettings();
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
    public Optional<TokenPricing> pricing() {
        return pricing;
    }

    /** True if the model takes tools, and its provider does not refuse a schema beside them. */
    public boolean keepsSchemaBesideTools() {
        return new RequestPlanner(provider, profile).keepsSchemaBesideTools();
    }

    /**
     * Lessons from refusals do not change them, because callers shape their requests by them. A recording is replayed
     * without refusals, and then the same requests have to be made.
     */
    @Override
    public HarnessCapabilities capabilities() {
        RequestPlanner planner = new RequestPlanner(provider, profile);
        boolean thinks = planner.thinks();
        return new HarnessCapabilities(true, planner.takesSchema(), planner.takesTools(), true,
                profile.usualOutputTokens(thinks), profile.maxOutputTokens(), planner.contextTokens(), thinks);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> answer(input, context, run));
    }

    private HarnessOutput answer(HarnessInput input, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        ApiKey key = access.key(name.model());
        ModelConversation conversation = ConversationMapper.of(input, runtime.sessions());
        List<ToolOffer> tools = runtime.sessions().tools(input);
        ProviderErrorMapper failures = new ProviderErrorMapper(provider, name.model(), key, runtime.secrets());
        if (new RequestPlanner(provider, profile).ignoresThinking()) {
            say(name.model() + ": the setting for thinking is left out");
        }
        while (true) {
            EndpointLessons lessons = lessons();
            RequestPlanner planner = new RequestPlanner(provider, profile.after(lessons));
            PlannedRequest planned = plan(planner, conversation, input, tools, context, failures);
            planned.dropped().forEach(part -> say(name.model() + ": " + part));
            ProviderCall call = new ProviderCall(planner, planned, key, context, run);
            try {
                ProviderReply reply = call.reply(failures);
                return output(reply, planned, conversation, tools, planner.protocol(), run, secrets(key));
            } catch (StatusException refused) {
                Optional<RefusalLesson> lesson = lesson(refused.status, lessons, known -> {
                    RequestPlanner other = new RequestPlanner(provider, profile.after(known));
                    return wireText(other, plan(other, conversation, input, tools, context, failures));
                });
                if (lesson.isEmpty()) {
                    throw failures.of(refused.status);
                }
                runtime.learned().learn(endpoint(), name.model(), lesson.get()).ifPresent(runtime.notices());
            }
        }
    }

    /** Text of a request as its provider would get it after those lessons. */
    @FunctionalInterface
    private interface TextByLessons {
        String of(EndpointLessons lessons) throws HarnessException;
    }

    /**
     * The lesson of a refusal, if the request is another one with it. A refusal of what was not sent teaches nothing:
     * its words may be those of a user, and the same request would be refused again.
     *
     * @param known the lessons by which the request was made
     */
    private static Optional<RefusalLesson> lesson(TransportError.Status refusal, EndpointLessons known,
            TextByLessons request) throws HarnessException {
        EndpointLessons excluded = known;
        Optional<RefusalLesson> lesson = RefusalReader.read(refusal.code(), refusal.excerpt(), excluded);
        while (lesson.isPresent() && request.of(known.with(lesson.get())).equals(request.of(known))) {
            excluded = excluded.with(lesson.get());
            lesson = RefusalReader.read(refusal.code(), refusal.excerpt(), excluded);
        }
        return lesson;
    }

    private static String wireText(RequestPlanner planner, PlannedRequest planned) {
        ModelProtocol protocol = ModelProtocols.of(planner.protocol());
        return protocol.path(planned.request()) + '\n' + JsonLine.of(protocol.body(planned.request()));
    }

    private PlannedRequest plan(RequestPlanner planner, ModelConversation conversation, HarnessInput input,
            List<ToolOffer> tools, RunContext context, ProviderErrorMapper failures) throws HarnessException {
        try {
            return planner.plan(conversation, input, tools, context.replySchema());
        } catch (IllegalArgumentException unfit) {
            throw failures.unfit(String.valueOf(unfit.getMessage()));
        }
    }

    /** Says a line for people, unless it was said before. */
    private void say(String line) {
        runtime.learned().sayOnce(endpoint(), line).ifPresent(runtime.notices());
    }

    private EndpointLessons lessons() {
        return runtime.learned().of(endpoint(), name.model());
    }

    private String endpoint() {
        return provider.name();
    }

    /** A refusal of the request, which another form of it may avoid. */
    private static final class StatusException extends Exception {

        private static final long serialVersionUID = 1;

        private final transient TransportError.Status status;

        StatusException(TransportError.Status status) {
            super("refused", null, false, false);
            this.status = status;
        }
    }

    /** One request to the provider. */
    private final class ProviderCall {

        private final PlannedRequest planned;
        private final ModelProtocol protocol;
        private final EventFormat format;
        private final SilenceLimits silence;
        private final @Nullable ApiKey key;
        private final RunContext context;
        private final HarnessRun run;
        private final StreamingRequest line;
        private final StreamedReply streamed;

        ProviderCall(RequestPlanner planner, PlannedRequest planned, @Nullable ApiKey key, RunContext context,
                HarnessRun run) {
            this.planned = planned;
            silence = planner.silence();
            ProtocolName protocolName = planner.protocol();
            this.key = key;
            this.context = context;
            this.run = run;
            protocol = ModelProtocols.of(protocolName);
            format = protocolName == ProtocolName.OLLAMA ? EventFormat.JSON_LINES : EventFormat.SERVER_SENT_EVENTS;
            line = runtime.httpClient().newRequest(context.world(), provider.endpoint().caFile());
            streamed = new StreamedReply(protocol, run, context.world(), secrets(key));
        }

        ProviderReply reply(ProviderErrorMapper failures)
                throws HarnessException, InterruptedException, StatusException {
            try {
                new StreamingCall(line, streamed, silence, context).run(message(), format);
            } catch (CompletionException failed) {
                if (failed.getCause() instanceof TransportException refused
                        && refused.error() instanceof TransportError.Status status) {
                    throw new StatusException(status);
                }
                throw charged(failures.of(failed));
            } catch (HarnessException silent) {
                throw charged(silent);
            } finally {
                if (line.isAccepted()) {
                    run.markChargeable();
                }
            }
            streamed.flush();
            ProviderReply reply = streamed.reply(this::callId);
            ProviderReply.Stop stop = reply.stop();
            if (stop != null && stop.kind() == StopKind.REFUSED) {
                throw charged(failures.refused(stop.word()));
            }
            if (stop == null && !line.endOfEvents().isDone()) {
                throw charged(failures.cutShort("it gives no reason to stop"));
            }
            return reply;
        }

        private HttpRequest message() {
            return new EndpointRequest(provider, key).post(name.model(), protocol.path(planned.request()),
                    JsonLine.of(protocol.body(planned.request())));
        }

        /** The failure with what the provider had counted before it. */
        private HarnessException charged(HarnessException failed) {
            streamed.flush();
            TokenUsage usage = streamed.reply(this::callId).usage();
            HarnessFailure failure = failed.failure();
            return usage == null || failure.usage() != null
                    ? failed
                    : new HarnessException(failure.withUsage(usage), failed);
        }

        /** An id from the request, so that a replay has the same. */
        private String callId(int number) {
            return "call_" + RequestHash.of(run.request() + "#" + number).substring(0, CALL_LENGTH);
        }
    }

    private HarnessOutput output(ProviderReply reply, PlannedRequest planned, ModelConversation conversation,
            List<ToolOffer> tools, ProtocolName protocol, HarnessRun run, SecretSet secrets) {
        List<ToolCall> calls = reply.calls().stream().map(planned.tools()::restored)
                .map(call -> masked(call, secrets)).toList();
        HarnessOutput output = new HarnessOutput(run.textSoFar(), calls, null, run.credible(reply.usage()),
                stopReason(reply),
                stopDetail(reply, run, secrets));
        String session = "ses_" + RequestHash.of(run.request() + JsonLine.of(HarnessCodec.encode(output)))
                .substring(0, SESSION_LENGTH);
        List<ConversationItem> all = new ArrayList<>(conversation.items());
        all.add(new ConversationItem.ModelAnswer(output.content(), calls, reply.wireForm(), protocol));
        ModelConversation longer = new ModelConversation(conversation.system(), all);
        runtime.sessions().store(session, new StoredSession<>(longer, tools, longer.characters()));
        return output.withSessionId(session);
    }

    /** The secrets of all endpoints, and the key of this one, which may have been given to this harness only. */
    private SecretSet secrets(@Nullable ApiKey key) {
        return key == null ? runtime.secrets() : runtime.secrets().with(List.of(key.reveal()));
    }

    private static ToolCall masked(ToolCall call, SecretSet secrets) {
        JsonValue input = call.input();
        return new ToolCall(secrets.mask(call.id()), secrets.mask(call.name()),
                input == null ? null : JsonTextMapper.map(input, secrets::mask));
    }

    /** Stop reason; {@code null} when the provider's term is unknown. */
    private static @Nullable ModelStopReason stopReason(ProviderReply reply) {
        ProviderReply.Stop stop = reply.stop();
        if (stop != null && stop.kind() == StopKind.LENGTH) {
            return ModelStopReason.MAX_TOKENS;
        }
        if (!reply.calls().isEmpty()) {
            return ModelStopReason.TOOL_USE;
        }
        return stop != null && stop.kind() == StopKind.OTHER ? null : ModelStopReason.END;
    }

    private static @Nullable String stopDetail(ProviderReply reply, HarnessRun run, SecretSet secrets) {
        ProviderReply.Stop stop = reply.stop();
        if (run.isCut()) {
            return HarnessOutput.CUT;
        }
        return stop != null && stop.kind() == StopKind.OTHER ? secrets.mask(stop.word()) : null;
    }
}
