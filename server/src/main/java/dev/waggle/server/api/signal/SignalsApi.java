package dev.waggle.server.api.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.signals.DeliveryJson;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SourceNormalizer;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.LastEventId;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/** Signals of the caller's tenant: generation, pages and a stream. */
public final class SignalsApi {

    /** Group of these operations in the document. */
    static final String GROUP = "signals";

    /** A stream of all signals of a tenant; the rest of its name selects. */
    private static final String TOPIC = "signals ";

    private static final String PATTERN = "pattern";
    private static final int MILLIS = 1_000;

    private final SignalService signals;
    private final FileJournal log;
    private final EventHub hub;
    private final AccessLimiter limits;
    private final RunVisibility runs;

    /**
     * Signals of a folder.
     *
     * @param log the log of these signals
     * @param hub the streams of that log
     * @param limits the limits of callers on streams
     */
    public SignalsApi(SignalService signals, FileJournal log, EventHub hub, AccessLimiter limits) {
        this.signals = signals;
        this.log = log;
        this.hub = hub;
        this.limits = limits;
        this.runs = new RunVisibility(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("generateSignal", HttpVerb.POST, "/v1/signals",
                        "Generates a signal, now or later. The caller is its emitter, and the source is a claim.",
                        this::generate)
                        .taking(BodyForm.json(SignalDraft.class))
                        .answering(AnswerForm.json(201, "The entry of the log.", JsonShape.shipped("entry")),
                                AnswerForm.json(202, "The signal, which waits for its time.", DelayedApi.shape()))
                        .refusing(409).in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("listSignals", HttpVerb.GET, "/v1/signals",
                        "Lists signals, the newest last. A page may hold fewer than the limit, and nevertheless name"
                                + " the next one.",
                        call -> SignalPage.read(log, runs, call))
                        .with(SignalPage.parameters())
                        .answering(AnswerForm.json(200, "Entries of the log.", SignalPage.shape()))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("followSignals", HttpVerb.GET, "/v1/signals/events",
                        "Streams signals as they are stored. A message is an entry, and its id is the number of it.",
                        this::follow)
                        .with(Parameter.query(PATTERN, "Types as in a subscription, such as build:*; all by default."),
                                LastEventId.header(), LastEventId.parameter())
                        .answering(AnswerForm.of(200, "Entries; only new ones without a number to begin after.",
                                AnswerForm.EVENTS))
                        .refusing(429).in(GROUP).needing(AccessScope.READ));
    }

    /** Signal to generate. */
    public record SignalDraft(
            @ApiDoc("The type, such as build:done; trimmed.") String type,
            @ApiDoc("The claimed source: type system, agent, webhook or process, and an id. By default the agent of the"
                    + " token, or the system.") JsonValue.@Nullable Obj source,
            @ApiDoc("Any value. Null is a value; without the field the signal has no data.") @Nullable JsonValue data,
            @ApiDoc("Seconds until inboxes do not deliver it any more.") @ApiRange(min = 0.001,
                    max = 1e9) @Nullable Double lifetimeSeconds,
            @ApiDoc("The time of its generation; now by default.") @Nullable Instant deliverAt,
            @ApiDoc("Key by which a later signal of its emitter and type replaces it.") @Nullable String repeatKey) {

        public SignalDraft {
            if (repeatKey != null && deliverAt == null) {
                throw new IllegalArgumentException("repeatKey needs deliverAt\nMaybe omit repeatKey.");
            }
        }
    }

    private ApiAnswer generate(ApiCall call) {
        JsonValue body = call.body().json();
        SignalDraft draft = RecordJson.read(SignalDraft.class, body);
        SignalRequest request = SignalRequest.of(draft.type()).withSource(source(call, draft))
                .withData(fields(body).get("data")).withEmission(CallerAuthority.of(call.caller()))
                .withTenant(call.tenant())
                .withDelay(draft.deliverAt() == null ? null
                        : SignalDelay.until(draft.deliverAt()).withRepeatKey(draft.repeatKey()));
        Double seconds = draft.lifetimeSeconds();
        try {
            return switch (signals.submit(seconds == null ? request
                    : request.withTtl(Duration.ofMillis((long) Math.ceil(seconds * MILLIS))))) {
                case GeneratedSignal done -> ApiAnswer.of(EntryCodec.encode(done.entry())).withStatus(201);
                case ScheduledSignal later -> ApiAnswer.of(DeliveryJson.of(later.delayed())).withStatus(202);
            };
        } catch (DelayLimitException full) {
            throw ProblemException.of(409, String.valueOf(full.getMessage()));
        }
    }

    private static Map<String, JsonValue> fields(JsonValue body) {
        return body instanceof JsonValue.Obj(var fields) ? fields : Map.of();
    }

    private static @Nullable Source source(ApiCall call, SignalDraft draft) {
        String agent = call.caller().agent();
        if (draft.source() == null) {
            return agent == null ? null : Source.agent(agent);
        }
        JsonObjectReader in = JsonObjectReader.root("source", draft.source());
        String kind = in.text("type");
        if (kind.equals("system")) {
            return new Source.System(); // Its other fields say nothing.
        }
        Source source = SourceNormalizer.of(kind, in.optionalText("id"));
        in.rejectUnknownFields();
        return source;
    }

    private ApiAnswer follow(ApiCall call) {
        long after = LastEventId.of(call).orElseGet(log::lastSequence);
        String pattern = call.query(PATTERN).map(SignalPage::pattern).map(Pattern::text).orElse(null);
        boolean seesAudit = CallerAuthority.seesAudit(call.caller());
        JournalQuery query = JournalQuery.ALL.ofTenants(CallerAuthority.tenant(call.caller()));
        JsonValue name = JsonValue.of(List.of(JsonValue.of(String.valueOf(call.tenant())),
                JsonValue.of(call.tenant() != null), JsonValue.of(pattern == null ? "" : pattern),
                JsonValue.of(seesAudit)));
        AccessLimiter.Permit place = limits.openStream(call.caller());
        return new ApiAnswer.Events(hub.feed(EventHub.TopicKey.ofEntries(TOPIC + JsonText.write(name),
                pattern == null ? query : query.ofTypes(SignalPage.pattern(pattern)),
                CallerAuthority.visible(call.caller(), runs), _ -> null), after, place::isValid,
                place::close));
    }
}
