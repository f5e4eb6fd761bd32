package dev.waggle.server.api.signal;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.LastEventId;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.stream.EventFeed;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.server.stream.TopicFeed;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/**
 * Routes of the seed's dashboard, in its forms: the newest signals, and a stream of engine events. An engine event is
 * {@code {type, payload, timestamp}}, and each stored signal is one of type {@value SignalService#GENERATED}.
 */
public final class EngineApi {

    private static final String PATH = "/v1/engine/signals/events";
    private static final String ALIAS = "/api" + PATH;
    private static final String TOPIC = "engine events ";
    private static final String LIMIT = "limit";
    private static final String OK = "ok";

    /** Signals read per signal that the form may refuse, which are few. */
    private static final int GROWTH = 4;

    /** Signals that one request reads. */
    private static final int MAX_READ = 64 * SignalService.MAX_RECENT;

    private final FileJournal log;
    private final EventHub hub;
    private final AccessLimiter limits;
    private final World world;

    /**
     * Routes on a log.
     *
     * @param hub the streams of that log
     * @param limits the limits of callers on streams
     */
    public EngineApi(FileJournal log, EventHub hub, AccessLimiter limits, World world) {
        this.log = log;
        this.hub = hub;
        this.limits = limits;
        this.world = world;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(recent("listEngineSignals", PATH), recent("listEngineSignalsAlias", ALIAS),
                Operation.of("followEngine", HttpVerb.GET, "/v1/engine/events",
                        "Streams an event init, and then each stored signal as an event " + SignalService.GENERATED
                                + '.',
                        this::follow)
                        .with(LastEventId.header(), LastEventId.parameter())
                        .answering(AnswerForm.of(200, "Engine events.", AnswerForm.EVENTS))
                        .refusing(429).in(SignalsApi.GROUP).needing(AccessScope.READ));
    }

    private Operation recent(String id, String path) {
        return Operation.of(id, HttpVerb.GET, path, "Lists the newest signals, the oldest first.", this::list)
                .with(Parameter.number(LIMIT, 1, SignalService.MAX_RECENT, "Maximum number, "
                        + SignalService.DEFAULT_RECENT + " by default."))
                .readingRawQuery()
                .answering(AnswerForm.json(200, "The signals.", new JsonShape().with(OK, JsonShape.FLAG)
                        .with("events", JsonShape.list(JsonShape.shipped("form/durable"))).json()),
                        AnswerForm.json(400, "The limit is refused.", new JsonShape().with(OK, JsonShape.FLAG)
                                .with("error", JsonShape.TEXT).json()))
                .in(SignalsApi.GROUP).needing(AccessScope.READ);
    }

    private ApiAnswer list(ApiCall call) {
        int limit;
        try {
            limit = limit(call.rawQuery());
        } catch (IllegalArgumentException refused) {
            return ApiAnswer.of(new JsonObjectBuilder().with(OK, false)
                    .with("error", String.valueOf(refused.getMessage())).json()).withStatus(400);
        }
        return ApiAnswer.of(new JsonObjectBuilder().with(OK, true).with("events", newest(call, limit)).json());
    }

    /** Only the limit counts; parameters that the seed does not know are ignored there, too. */
    private static int limit(String query) {
        Fields fields = new Fields();
        try {
            UrlEncoded.decodeUtf8To(query, fields);
        } catch (IllegalArgumentException broken) {
            throw new IllegalArgumentException("the query cannot be decoded", broken);
        }
        List<String> values = Optional.ofNullable(fields.get(LIMIT)).map(Fields.Field::getValues).orElse(List.of());
        if (values.isEmpty()) {
            return SignalService.DEFAULT_RECENT;
        }
        String text = values.getFirst();
        if (values.size() == 1 && text.matches("[0-9]{1,4}")) {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= SignalService.MAX_RECENT) {
                return limit;
            }
        }
        throw new IllegalArgumentException("limit must be one whole number between 1 and " + SignalService.MAX_RECENT
                + ", got " + (values.size() > 1 ? values.size() + " of them" : QuotedValue.of(text)));
    }

    /** As many as asked when there are as many, also behind signals that the form cannot hold. */
    private List<JsonValue> newest(ApiCall call, int limit) {
        JournalQuery query = JournalQuery.ALL.ofTypes(EngineSignalForm.TYPES)
                .ofTenants(CallerAuthority.tenant(call.caller()));
        for (int asked = limit;; asked *= GROWTH) {
            List<LogEntry> read = log.select(query.withLast(asked));
            List<JsonValue> shown = read.stream().<JsonValue>mapMulti((entry, out) -> EngineSignalForm
                    .of(entry.signal()).ifPresent(out)).toList();
            if (shown.size() >= limit || read.size() < asked || asked > MAX_READ) {
                return shown.subList(Math.max(0, shown.size() - limit), shown.size());
            }
        }
    }

    private ApiAnswer follow(ApiCall call) {
        long after = LastEventId.of(call).orElseGet(log::lastSequence);
        AccessLimiter.Permit place = limits.openStream(call.caller());
        EventFeed events = hub.feed(new EventHub.TopicKey(
                TOPIC + (call.tenant() == null ? "" : "of " + call.tenant()),
                JournalQuery.ALL.ofTypes(EngineSignalForm.TYPES).ofTenants(CallerAuthority.tenant(call.caller())),
                entry -> EngineSignalForm.of(entry.signal()).isPresent(), EngineApi::generated, _ -> null), after,
                place::isValid, place::close);
        FeedMessage first = FeedMessage.live("message", event("init",
                new JsonObjectBuilder().with("lastSequence", log.lastSequence()).json(), world.now()));
        return new ApiAnswer.Events(out -> {
            try {
                out.writeNow(TopicFeed.bytes(first));
            } catch (IOException | RuntimeException gone) {
                place.close();
                throw gone;
            }
            events.start(out);
        });
    }

    private static FeedMessage generated(LogEntry entry) {
        return FeedMessage.entry(entry.sequence(), "message", event(SignalService.GENERATED,
                EngineSignalForm.of(entry.signal()).orElseThrow(), entry.recordedAt()));
    }

    private static String event(String type, JsonValue payload, Instant time) {
        return JsonText.write(new JsonObjectBuilder().with("type", type).with("payload", payload)
                .with("timestamp", time.toString()).json());
    }
}
