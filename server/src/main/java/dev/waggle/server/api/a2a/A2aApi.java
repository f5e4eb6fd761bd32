package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcRequest;
import dev.waggle.connect.a2a.codec.RpcResponse;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.LastEventId;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.TraceHeaders;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the Agent2Agent protocol: the card, which everybody may read, and one address for JSON-RPC. A refusal of
 * a call is an error of JSON-RPC, and one before it is read is a problem document.
 */
public final class A2aApi {

    /** Path of calls. */
    static final String PATH = "/a2a";

    private static final String GROUP = "a2a";

    /** Largest body of a call. */
    private static final long MAX_BODY = 1 << 20;

    /** Longest answer to a message that blocks; then the task is answered as it is. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(10);

    /** Time between blanks that keep the connection of a message that blocks, below the usual limit of a proxy. */
    private static final Duration BLANK_PAUSE = Duration.ofSeconds(10);

    private static final Parameter VERSION = Parameter.header(A2aVersion.HEADER,
            "Version of the protocol, 1.0 or 0.3; absent or empty for 0.3.");
    private static final Parameter HOST = Parameter.header("Host", "Host of the server.");

    private final Parts parts;
    private final AgentCards cards;
    private final A2aSettings settings;
    private final FileJournal log;
    private final AccessLimiter limits;

    /** Parts that answer calls. */
    record Parts(TaskService tasks, TaskRuns runs, TaskView view, TaskStreams streams, PushConfigs push,
            TaskStates states) {}

    A2aApi(Parts parts, A2aSettings settings, FileJournal log, AccessLimiter limits) {
        this.parts = parts;
        this.cards = new AgentCards(settings);
        this.settings = settings;
        this.log = log;
        this.limits = limits;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("getAgentCard", HttpVerb.GET, "/.well-known/agent-card.json",
                        "Returns the card of the Agent2Agent protocol.", this::card).in(GROUP).with(VERSION, HOST)
                        .answering(AnswerForm.json(200, "The card.", A2aApi::anyObject)),
                Operation.of("callAgent", HttpVerb.POST, PATH,
                        "Answers a call of the Agent2Agent protocol by JSON-RPC.", this::call).in(GROUP)
                        .needing(AccessScope.SOLVE).with(VERSION, HOST, LastEventId.header(), TraceHeaders.PARENT,
                                TraceHeaders.STATE)
                        .taking(BodyForm.raw(MAX_BODY, AnswerForm.JSON, "application/a2a+json"))
                        .answering(AnswerForm.json(200, "The result or the error.", A2aApi::anyObject),
                                AnswerForm.of(200, "The events of a task.", AnswerForm.EVENTS))
                        .refusing(429));
    }

    private static JsonValue.Obj anyObject() {
        return new JsonObjectBuilder().with("type", "object").with("additionalProperties", true).json();
    }

    /** A card of an unknown version has the form of the latest. */
    private ApiAnswer card(ApiCall call) {
        A2aVersion version = version(call).orElse(A2aVersion.V1_0);
        return ApiAnswer.of(A2aCodec.of(version).card(cards.open(call.header("Host").orElse(null))))
                .withHeader("Vary", A2aVersion.HEADER);
    }

    private static Optional<A2aVersion> version(ApiCall call) {
        return A2aVersion.of(call.header(A2aVersion.HEADER).orElse(null));
    }

    private ApiAnswer call(ApiCall call) throws InterruptedException {
        if (!call.caller().has(AccessScope.READ)) {
            throw ProblemException.of(403, "this needs the scope read too\nMaybe use a token that has it:"
                    + " waggle token list.");
        }
        Optional<A2aVersion> version = version(call);
        A2aVersion form = version.orElse(A2aVersion.V1_0);
        JsonValue body;
        try {
            body = call.body().json();
        } catch (IllegalArgumentException broken) {
            return CallRefusal.of(A2aErrorCode.PARSE_ERROR, broken.getMessage()).answer(form, JsonValue.ofNull());
        }
        try {
            RpcRequest request = RpcRequest.of(body);
            if (request.id() == null) {
                throw new A2aException(A2aErrorCode.INVALID_REQUEST,
                        "a request must have an id, because each method has an answer");
            }
            if (version.isEmpty()) {
                throw new A2aException(A2aErrorCode.VERSION_NOT_SUPPORTED,
                        A2aVersion.HEADER + " must be 1.0 or 0.3\nMaybe omit it for 0.3.");
            }
            Context context = new Context(call.caller(), form, request.id(), call.header("Host").orElse(null));
            A2aRequest wanted = A2aCodec.of(form).request(request);
            return parts.runs().callerOf(call.caller(), TraceHeaders.of(call))
                    .within(() -> answer(call, context, wanted));
        } catch (RuntimeException refused) {
            return CallRefusal.of(refused).answer(form, RpcRequest.idOf(body));
        }
    }

    /** Sender and form of a call, on which every answer depends. */
    private record Context(CallerIdentity caller, A2aVersion version, JsonValue id, @Nullable String host) {

        A2aCodec codec() {
            return A2aCodec.of(version);
        }

        ApiAnswer result(JsonValue value) {
            return ApiAnswer.of(RpcResponse.result(id, value));
        }
    }

    private ApiAnswer answer(ApiCall call, Context context, A2aRequest request) throws InterruptedException {
        A2aCodec codec = context.codec();
        return switch (request) {
            case A2aRequest.SendMessage send -> send.isStreaming() ? stream(context, send) : send(context, send);
            case A2aRequest.GetTask get -> context.result(codec.task(parts.view().whole(task(context, get.id()),
                    get.historyLength())));
            case A2aRequest.ListTasks list ->
                context.result(codec.taskPage(parts.tasks().list(list, context.caller())));
            case A2aRequest.CancelTask cancel -> cancel(context, task(context, cancel.id()));
            case A2aRequest.SubscribeTask subscribe ->
                follow(context, task(context, subscribe.id()), LastEventId.of(call));
            case A2aRequest.SetPushConfig set -> context.result(codec.pushConfig(parts.push().set(
                    task(context, set.config().taskId()), set.config().target(), context.version())));
            case A2aRequest.GetPushConfig get ->
                context.result(codec.pushConfig(parts.push().get(task(context, get.taskId()), get.id())));
            case A2aRequest.ListPushConfigs list ->
                context.result(codec.pushConfigPage(parts.push().list(task(context, list.taskId()))));
            case A2aRequest.DeletePushConfig delete -> {
                parts.push().delete(task(context, delete.taskId()), delete.id());
                yield context.result(JsonValue.ofNull());
            }
            case A2aRequest.GetExtendedCard _ ->
                context.result(codec.card(cards.extended(context.host())));
        };
    }

    private TaskRecord task(Context context, String id) {
        return parts.tasks().require(id, context.caller());
    }

    private ApiAnswer cancel(Context context, TaskRecord task) throws InterruptedException {
        parts.runs().cancel(task);
        return context.result(context.codec().task(parts.view().whole(task(context, task.id()), null)));
    }

    private ApiAnswer send(Context context, A2aRequest.SendMessage send) {
        if (!send.options().isBlocking()) {
            return context.result(taskEvent(context, accept(context, send), send.options().historyLength()));
        }
        AccessLimiter.Permit place = limits.openStream(context.caller());
        try {
            TaskRecord task = accept(context, send);
            return new ApiAnswer.Written(AnswerForm.JSON, out -> {
                try (place) {
                    writeWhenOver(out, context, task, send.options().historyLength(), place);
                }
            });
        } catch (RuntimeException | Error refused) {
            place.close();
            throw refused;
        }
    }

    private TaskRecord accept(Context context, A2aRequest.SendMessage send) {
        return parts.tasks().accept(send, context.caller(), context.version(), settings.verbosity());
    }

    private JsonValue taskEvent(Context context, TaskRecord task, @Nullable Integer historyLength) {
        return context.codec().event(new A2aEvent.Snapshot(parts.view().whole(task(context, task.id()),
                historyLength)));
    }

    /**
     * Writes the task when it has ended or waits, or the right of its client ends. Blanks come before it, by which the
     * loss of the client is noticed.
     */
    private void writeWhenOver(OutputStream out, Context context, TaskRecord task, @Nullable Integer historyLength,
            AccessLimiter.Permit place) throws IOException, InterruptedException {
        for (Duration waited = Duration.ZERO; waited.compareTo(MAX_WAIT) < 0; waited = waited.plus(BLANK_PAUSE)) {
            if (parts.runs().awaitOver(task, BLANK_PAUSE) || parts.runs().isClosing() || !place.isValid()) {
                break;
            }
            out.write(' ');
            out.flush();
        }
        out.write(JsonText.write(answerOf(context, task, historyLength)).getBytes(StandardCharsets.UTF_8));
    }

    private JsonValue answerOf(Context context, TaskRecord task, @Nullable Integer historyLength) {
        try {
            return RpcResponse.result(context.id(), taskEvent(context, task, historyLength));
        } catch (RuntimeException refused) {
            return CallRefusal.of(refused).json(context.version(), context.id());
        }
    }

    private ApiAnswer stream(Context context, A2aRequest.SendMessage send) {
        AccessLimiter.Permit place = limits.openStream(context.caller());
        try {
            boolean isNew = send.message().links().taskId() == null;
            long from = isNew ? 0 : log.lastSequence();
            TaskRecord task = accept(context, send);
            return events(context, task, new TaskStreams.StreamRequest(context.version(), context.id(),
                    OrderReader.verbosity(send, task.origin().verbosity()), null,
                    send.options().historyLength()), from, place);
        } catch (RuntimeException | Error refused) {
            place.close();
            throw refused;
        }
    }

    private ApiAnswer follow(Context context, TaskRecord task, OptionalLong after) {
        long last = log.lastSequence();
        if (after.isEmpty() && context.version() == A2aVersion.V1_0 && parts.states().state(task).isTerminal()) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION,
                    "the task has ended, so nothing follows\nMaybe read it by GetTask.");
        }
        AccessLimiter.Permit place = limits.openStream(context.caller());
        Long known = after.isPresent() ? Math.min(after.getAsLong(), last) : null;
        return events(context, task, new TaskStreams.StreamRequest(context.version(), context.id(),
                task.origin().verbosity(), known, 0), known == null ? last : known, place);
    }

    private ApiAnswer events(Context context, TaskRecord task, TaskStreams.StreamRequest request, long from,
            AccessLimiter.Permit place) {
        return new ApiAnswer.Events(parts.streams().feed(task(context, task.id()), request, from, place));
    }
}
