package dev.waggle.signal.seat;

import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * JSON codec of answers, without loss.
 *
 * <pre>
 *   {"run":"solve_1","seat":"maya","round":2,"turn":1,"by":"maya","at":1772366400000,"lines":["pass"]}
 * </pre>
 */
public final class SeatAnswerJson {

    private SeatAnswerJson() {}

    /** The object of an answer. */
    public static JsonValue.Obj of(SeatAnswer answer) {
        return new JsonObjectBuilder().withAll(of(answer.turn())).with("by", answer.by())
                .withAll(JsonObjectBuilder.of(answer.at(), (at, sink) -> TimeCodec.encode("at", at, sink)))
                .withTexts("lines", answer.lines()).json();
    }

    /** The object of a turn: run, seat, round and turn. */
    public static JsonValue.Obj of(SeatTurn turn) {
        return new JsonObjectBuilder().with("run", turn.run()).with("seat", turn.seat()).with("round", turn.round())
                .with("turn", turn.turn()).json();
    }

    /**
     * Reads the fields of {@link #of(SeatAnswer)}.
     *
     * @throws IllegalArgumentException when one is missing or something else; the message begins with its path
     */
    public static SeatAnswer read(JsonObjectReader in) {
        return in.build(
                () -> new SeatAnswer(readTurn(in), in.text("by"), TimeCodec.instant(in, "at"), in.texts("lines")));
    }

    /** Reads the fields of {@link #of(SeatTurn)}. */
    public static SeatTurn readTurn(JsonObjectReader in) {
        return in.build(() -> new SeatTurn(in.text("run"), in.text("seat"), in.int32("round"), in.int32("turn")));
    }
}
