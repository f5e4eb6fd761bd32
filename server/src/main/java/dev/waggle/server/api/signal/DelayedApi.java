package dev.waggle.server.api.signal;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.signals.DeliveryJson;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;

import static dev.waggle.server.http.JsonShape.TEXT;

/** Signals that wait for their time. Their owner, the tenant with the emitter, alone cancels them. */
public final class DelayedApi {

    private static final int USUAL_PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final String GROUP = "delayed";
    private static final Comparator<DelayedSignal> ORDER = Comparator.comparing(DelayedApi::place);

    private final DelayedSignals delayed;

    /** Delayed signals of a folder. */
    public DelayedApi(DelayedSignals delayed) {
        this.delayed = delayed;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listDelayed", HttpVerb.GET, "/v1/delayed",
                        "Lists the signals of the tenant that wait for their time, the earliest first.", this::list)
                        .with(Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_PAGE
                                + " by default."), PageCursor.parameter())
                        .answering(AnswerForm.json(200, "Waiting signals.", JsonShape.page(shape())))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("cancelDelayed", HttpVerb.DELETE, "/v1/delayed/{id}", "Cancels a signal of the caller.",
                        this::cancel)
                        .with(Parameter.path("id", "Id of the signal."))
                        .answering(AnswerForm.empty(204, "It is cancelled.")).refusing(404)
                        .in(GROUP).needing(AccessScope.SIGNALS),
                Operation.of("cancelRepeated", HttpVerb.DELETE, "/v1/delayed",
                        "Cancels the signal of the caller with that type and key.", this::cancelRepeated)
                        .with(Parameter.query("type", "Its exact type.").asRequired(),
                                Parameter.query("repeatKey", "Its key.").asRequired())
                        .answering(AnswerForm.empty(204, "It is cancelled.")).refusing(404)
                        .in(GROUP).needing(AccessScope.SIGNALS));
    }

    /** The schema of a waiting signal. */
    static JsonValue.Obj shape() {
        return new JsonShape().with("deliverAt", JsonShape.WHOLE).with("owner", TEXT).withOptional("repeatKey", TEXT)
                .withOptional("tenant", TEXT).with("signal", JsonShape.shipped("envelope")).json();
    }

    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        String after = PageCursor.place(call).orElse(null);
        List<DelayedSignal> own = delayed.list().stream().sorted(ORDER)
                .filter(one -> Objects.equals(one.owner().tenant(), call.tenant()))
                .filter(one -> call.caller().agent() == null || one.owner().equals(owner(call)))
                .filter(one -> after == null || place(one).compareTo(after) > 0).toList();
        List<DelayedSignal> page = own.subList(0, Math.min(limit, own.size()));
        return ApiAnswer.of(new JsonObjectBuilder().with("items", page.stream().map(DeliveryJson::of).toList())
                .withPresent("next", own.size() > limit ? PageCursor.of(place(page.getLast())) : null).json());
    }

    /** A place by which a list goes on, also when the signal itself is generated meanwhile. */
    private static String place(DelayedSignal one) {
        return String.format("%016d %s", one.deliverAt().toEpochMilli(), one.id());
    }

    private ApiAnswer cancel(ApiCall call) {
        String id = call.path("id");
        if (!delayed.cancel(owner(call), id)) {
            throw unknown(QuotedValue.of(id));
        }
        return ApiAnswer.empty();
    }

    private ApiAnswer cancelRepeated(ApiCall call) {
        String type = call.query("type").orElseThrow();
        String key = call.query("repeatKey").orElseThrow();
        if (!delayed.cancel(owner(call), type, key)) {
            throw unknown("of type " + QuotedValue.of(type) + " and key " + QuotedValue.of(key));
        }
        return ApiAnswer.empty();
    }

    private static DelayOwner owner(ApiCall call) {
        return DelayOwner.of(call.tenant(), CallerAuthority.of(call.caller()));
    }

    private static ProblemException unknown(String which) {
        return ProblemException.of(404, "no signal " + which + " of this caller waits"
                + "\nMaybe it was generated already, or another caller owns it; see /v1/delayed.");
    }
}
