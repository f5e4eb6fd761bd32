package dev.waggle.swarm.agent.seat;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.SeatRequest.OccasionKind;
import dev.waggle.swarm.agent.SeatRequest.SeatOccasion;

/**
 * Facts about people who answer later. Each has {@code run}, {@code seat}, {@code round} and {@code turn}.
 *
 * <pre>
 *   seat:asked     deadline (real date), occasion (round, debate or closing), proposals where it is about some,
 *                  news (ids of the signals of the solve that are new), heard (ids that the answer may refer to)
 *   seat:answered  by, at (real date), lines
 *   seat:expired   deadline
 * </pre>
 *
 * <p>Without an answer or an end of the deadline behind it, the first makes the request last while no process runs.
 */
public final class SeatFacts {

    /** Type of the fact that a person is asked who answers later. */
    public static final SignalType ASKED = SignalType.custom("seat:asked");

    /** Type of the fact that this person has answered. */
    public static final SignalType ANSWERED = SignalType.custom("seat:answered");

    /** Type of the fact that this person has not answered before the deadline. */
    public static final SignalType EXPIRED = SignalType.custom("seat:expired");

    private static final String DEADLINE = "deadline";
    private static final String PROPOSALS = "proposals";

    private SeatFacts() {}

    /**
     * Request in a log.
     *
     * @param turn the turn
     * @param deadline real date from which an answer is too late
     * @param occasion occasion of the turn
     * @param news ids of the new signals of the solve
     * @param heard ids of the signals that the answer may refer to
     */
    public record AskedSeat(SeatTurn turn, Instant deadline, SeatOccasion occasion, List<String> news,
            List<String> heard) {
        public AskedSeat {
            news = List.copyOf(news);
            heard = List.copyOf(heard);
        }

        /** The request as a log holds it: signals by their ids. */
        public static AskedSeat of(SeatRequest request) {
            return new AskedSeat(request.turn(), request.deadline(), request.occasion(),
                    ids(request.mail().received()), ids(request.history().signals()));
        }
    }

    /** End of a request. */
    public sealed interface SeatReply {

        /** The turn that was asked for. */
        SeatTurn turn();

        /** The person answered. */
        record Answered(SeatAnswer answer) implements SeatReply {
            @Override
            public SeatTurn turn() {
                return answer.turn();
            }
        }

        /** The deadline passed without an answer. */
        record Expired(SeatTurn turn, Instant deadline) implements SeatReply {}
    }

    /** The body of {@link #ASKED}. */
    public static Payload.Open asked(AskedSeat asked) {
        JsonObjectBuilder facts = new JsonObjectBuilder().withAll(SeatAnswerJson.of(asked.turn()))
                .withAll(date(asked.deadline()))
                .with("occasion", asked.occasion().kind().wireName());
        if (!asked.occasion().proposals().isEmpty()) {
            facts.withTexts(PROPOSALS, asked.occasion().proposals());
        }
        return Payload.Open.data(facts.withTexts("news", asked.news()).withTexts("heard", asked.heard()).json());
    }

    /** Reads the output of {@link #asked}. */
    public static AskedSeat readAsked(JsonObjectReader fact) {
        if (fact.has(PROPOSALS) && fact.texts(PROPOSALS).isEmpty()) {
            throw fact.invalid(PROPOSALS, "an array with items");
        }
        AskedSeat asked = new AskedSeat(SeatAnswerJson.readTurn(fact), TimeCodec.instant(fact, DEADLINE),
                new SeatOccasion(fact.oneOf("occasion", OccasionKind.values(), OccasionKind::wireName),
                        fact.optionalTexts(PROPOSALS)),
                fact.texts("news"), fact.texts("heard"));
        fact.rejectUnknownFields();
        return asked;
    }

    /** Type of the fact for that end of a request. */
    public static SignalType typeOf(SeatReply reply) {
        return switch (reply) {
            case SeatReply.Answered _ -> ANSWERED;
            case SeatReply.Expired _ -> EXPIRED;
        };
    }

    /** The body of the fact for that end of a request. */
    public static Payload.Open body(SeatReply reply) {
        return Payload.Open.data(switch (reply) {
            case SeatReply.Answered answered -> SeatAnswerJson.of(answered.answer());
            case SeatReply.Expired expired -> new JsonObjectBuilder().withAll(SeatAnswerJson.of(expired.turn()))
                    .withAll(date(expired.deadline())).json();
        });
    }

    /** True if a fact of that type ends a request. */
    public static boolean isReply(SignalType type) {
        return type.equals(ANSWERED) || type.equals(EXPIRED);
    }

    /** Reads a fact that ends a request. */
    public static SeatReply readReply(SignalType type, JsonObjectReader fact) {
        return type.equals(ANSWERED) ? readAnswered(fact) : readExpired(fact);
    }

    private static SeatReply readAnswered(JsonObjectReader fact) {
        SeatReply reply = new SeatReply.Answered(SeatAnswerJson.read(fact));
        fact.rejectUnknownFields();
        return reply;
    }

    private static SeatReply readExpired(JsonObjectReader fact) {
        SeatReply reply = new SeatReply.Expired(SeatAnswerJson.readTurn(fact), TimeCodec.instant(fact, DEADLINE));
        fact.rejectUnknownFields();
        return reply;
    }

    private static JsonValue.Obj date(Instant deadline) {
        return JsonObjectBuilder.of(deadline, (date, sink) -> TimeCodec.encode(DEADLINE, date, sink));
    }

    private static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }
}
