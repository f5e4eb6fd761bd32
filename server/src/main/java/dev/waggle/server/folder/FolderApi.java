package dev.waggle.server.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.world.World;

/**
 * Operations by which commands of one version use a data folder through its owner. They are private: programs use the
 * other operations. Tokens are refused, because these operations know neither tenants nor emitters.
 *
 * <pre>
 *   open a session  -> a greeting, then a beat a second; its end frees the claims of the command
 *   call            -> one line with the call and perhaps entries, answered by one line and perhaps entries
 * </pre>
 *
 * <p>A call that changes something has a number. It has its effect once, however often it comes.
 */
public final class FolderApi {

    private static final String SESSION = "session";
    private static final Parameter VERSION = Parameter.header(FolderVersion.HEADER,
            "The version of the command, which must be the one of the server.").asRequired();

    private final SignalService signals;
    private final World world;
    private final FolderSessionRegistry sessions;
    private final FolderLogCalls log;
    private final FolderInboxCalls inboxes;
    private final FolderDelayCalls delayed;

    /** Operations on a folder that this process has open. */
    public FolderApi(SignalService signals, World world) {
        this.signals = signals;
        this.world = world;
        this.sessions = new FolderSessionRegistry(signals, world);
        this.log = new FolderLogCalls(signals.log());
        this.inboxes = new FolderInboxCalls(signals.inboxes());
        this.delayed = new FolderDelayCalls(signals.delayed(), log);
    }

    /** The operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("openFolderSession", HttpVerb.POST, "/v1/folder/sessions",
                        "Opens a session of a command of the same version. The answer goes on until the session ends.",
                        this::open)
                        .in(Operation.PRIVATE).needing(AccessScope.ADMIN)
                        .with(VERSION, Parameter.query("resume", "The session to continue."))
                        .answering(AnswerForm.of(200, "A greeting, then an empty line a second.", AnswerForm.LINES))
                        .refusing(426, 503),
                Operation.of("callFolder", HttpVerb.POST, "/v1/folder/sessions/{session}/calls",
                        "Makes a call of a command on the log or the inboxes of the folder.", this::call)
                        .in(Operation.PRIVATE).needing(AccessScope.ADMIN)
                        .with(VERSION, Parameter.path(SESSION, "The session."))
                        .taking(BodyForm.raw(FolderMessage.MAX_CALL, AnswerForm.LINES))
                        .answering(AnswerForm.of(200, "The answer, and perhaps entries.", AnswerForm.LINES))
                        .refusing(404, 409, 410, 426, 429, 503, 507));
    }

    private ApiAnswer open(ApiCall call) {
        requireOwner(call);
        requireVersion(call);
        FolderSession session = sessions.open(call.query("resume").orElse(null));
        return new ApiAnswer.Written(AnswerForm.LINES, out -> hold(session, out));
    }

    private void hold(FolderSession session, OutputStream out) throws IOException, InterruptedException {
        try {
            out.write(FolderMessage.of(new JsonObjectBuilder().with(SESSION, session.id())
                    .with("durability", FolderCodec.durability(signals.log().durability()))
                    .with("last", signals.log().lastSequence())).encode());
            out.flush();
            session.beat(out, world);
        } finally {
            sessions.end(session);
        }
    }

    private ApiAnswer call(ApiCall call) {
        requireOwner(call);
        requireVersion(call);
        FolderSession session = sessions.require(call.path(SESSION));
        FolderMessage message = FolderMessage.decode(call.body().bytes());
        byte[] answer;
        try {
            answer = answer(session, message).encode();
        } catch (UnknownAgentException refused) {
            throw ProblemException.of(404, String.valueOf(refused.getMessage()));
        } catch (InboxLimitException refused) {
            throw ProblemException.of(422, String.valueOf(refused.getMessage()));
        } catch (IllegalStateException refused) {
            throw ProblemException.of(409, String.valueOf(refused.getMessage()));
        } catch (UncheckedIOException failed) {
            throw ProblemException.of(507, String.valueOf(failed.getMessage()));
        }
        return new ApiAnswer.Written(AnswerForm.LINES, out -> out.write(answer));
    }

    private FolderMessage answer(FolderSession session, FolderMessage message) {
        JsonObjectReader in = message.in();
        FolderCall call = in.constant("call", FolderCall.values());
        Long number = in.optionalInteger("number");
        if (call == FolderCall.END) {
            session.requestEnd();
            return FolderMessage.of(new JsonObjectBuilder());
        }
        if (number == null) {
            return session.whileOpen(() -> effect(session, call, message));
        }
        long done = in.integer("done");
        return session.whileOpen(() -> session.ledger().answer(number, done, () -> effect(session, call, message)));
    }

    private FolderMessage effect(FolderSession session, FolderCall call, FolderMessage message) {
        return switch (call) {
            case APPEND -> log.append(message);
            case SELECT -> log.select(message);
            case FIRST -> log.first(message);
            case SYNC -> log.sync();
            case CLAIM -> {
                sessions.claim(session, message.in().text("run"));
                yield FolderMessage.of(new JsonObjectBuilder());
            }
            case RELEASE -> {
                session.release(message.in().text("run"));
                yield FolderMessage.of(new JsonObjectBuilder());
            }
            case REGISTER -> inboxes.register(message);
            case KNOWN -> inboxes.known(message);
            case SUBSCRIBE -> inboxes.subscribe(message);
            case UNSUBSCRIBE -> inboxes.unsubscribe(message);
            case WAITING -> inboxes.waiting(message);
            case DRAIN -> {
                sessions.read(session, message.in().text("agentId"));
                yield inboxes.drain(message);
            }
            case ACKNOWLEDGE -> inboxes.acknowledge(message);
            case NEEDS_REACTION -> inboxes.needsReaction(message);
            case ATTEMPTS -> inboxes.recordAttempts(message);
            case GIVE_UP -> inboxes.giveUp(message);
            case DEAD_LETTERS -> inboxes.deadLetters();
            case REQUEUE -> inboxes.requeue(message);
            case REQUEUE_ALL -> inboxes.requeueAll(message);
            case SCHEDULE -> delayed.schedule(message);
            case CANCEL -> delayed.cancel(message);
            case END -> throw new IllegalStateException("the end of a session is no effect");
        };
    }

    private static void requireOwner(ApiCall call) {
        if (!call.caller().name().equals(CallerIdentity.OWNER)) {
            throw ProblemException.of(403, "the folder is for commands of its owner only"
                    + "\nMaybe use the other operations: /v1/openapi.json.");
        }
    }

    private static void requireVersion(ApiCall call) {
        String version = call.header(FolderVersion.HEADER).orElse("");
        if (!version.equals(FolderVersion.OWN)) {
            throw ProblemException.of(426, FolderVersion.refusal(FolderVersion.OWN,
                    version.length() > 40 ? version.substring(0, 40) : version));
        }
    }
}
