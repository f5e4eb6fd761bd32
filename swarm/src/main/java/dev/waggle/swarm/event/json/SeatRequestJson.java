package dev.waggle.swarm.event.json;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.identity.SignalNumbers;

/**
 * Request to a person who answers later, as JSON for programs.
 *
 * <pre>
 *   run, seat, round, turn
 *   question    text of the task, and context where the task has one
 *   deadline    ISO-8601 date
 *   occasion    round, debate or closing; about has the ids of proposals where it is about some
 *   news        new signals of the solve: name (P4 or #4, as an answer may call it) and signal
 *   inbox       signals from its inbox
 * </pre>
 */
public final class SeatRequestJson {

    private SeatRequestJson() {}

    /** The object of a request. */
    public static JsonValue.Obj of(SeatRequest request) {
        JsonObjectBuilder fields = new JsonObjectBuilder().withAll(SeatAnswerJson.of(request.turn()))
                .with("question", request.task().text()).withPresent("context", request.task().context())
                .with("deadline", date(request.deadline()))
                .with("occasion", request.occasion().kind().wireName());
        if (!request.occasion().proposals().isEmpty()) {
            fields.withTexts("about", request.occasion().proposals());
        }
        return fields.with("news", request.mail().received().stream().map(signal -> news(request, signal)).toList())
                .with("inbox", inbox(request)).json();
    }

    static String date(Instant deadline) {
        return deadline.toString();
    }

    private static List<JsonValue.Obj> inbox(SeatRequest request) {
        return request.mail().delivered().stream().map(item -> SignalCodec.encode(item.signal())).toList();
    }

    private static JsonValue.Obj news(SeatRequest request, Signal signal) {
        int number = request.history().numberOf(signal.id());
        return new JsonObjectBuilder().with("name", SignalNumbers.name(signal, number))
                .with("signal", SignalCodec.encode(signal)).json();
    }
}
