package dev.waggle.review.json;

import java.util.List;
import java.util.function.Function;

import dev.waggle.review.view.MarkKind;
import dev.waggle.review.view.MarkTable;
import dev.waggle.review.view.RunMark;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Marks of a run as JSON: one as an object, or all as columns. A column has one value for each mark. References to
 * other marks are their places in the columns, and -1 stands for none.
 */
public final class RunMarkJson {

    /** Kinds by their numbers. */
    static final List<MarkKind> KINDS = List.of(MarkKind.values());

    /** Stances by their numbers. */
    static final List<Stance> STANCES = List.of(Stance.values());

    private static final int NONE = -1;

    private RunMarkJson() {}

    /** One mark. Absent parts have no field. */
    public static JsonValue.Obj of(RunMark mark) {
        return new JsonObjectBuilder().with("n", mark.sequence())
                .with("id", mark.signal())
                .with("by", mark.author().id())
                .with("kind", mark.author().kind().wireName())
                .with("type", mark.type())
                .with("round", mark.moment().round())
                .with("time", mark.moment().time().toEpochMilli())
                .withPresent("reply", mark.targets().reply())
                .withPresent("against", mark.targets().against())
                .withPresent("cause", mark.targets().cause())
                .withPresent("proposal", mark.content().proposal())
                .withPresent("stance", mark.content().stance() == null
                        ? null
                        : StanceJson.word(mark.content().stance()))
                .withPresent("confidence", mark.content().confidence())
                .with("text", mark.content().text()).json();
    }

    /**
     * All marks in columns.
     *
     * @param from the time from which the column of times counts, in milliseconds
     */
    static JsonValue.Obj columns(MarkTable table, long from) {
        List<RunMark> marks = table.marks();
        return new JsonObjectBuilder().with("n", column(marks, mark -> number(mark.sequence())))
                .with("id", column(marks, mark -> JsonValue.of(mark.signal())))
                .with("by", column(marks, mark -> number(table.agent(mark.author().id()))))
                .with("kind", column(marks, mark -> number(KINDS.indexOf(mark.author().kind()))))
                .with("type", column(marks, mark -> number(table.type(mark.type()))))
                .with("round", column(marks, mark -> number(mark.moment().round())))
                .with("time", column(marks, mark -> number(mark.moment().time().toEpochMilli() - from)))
                .with("reply", column(marks, mark -> number(table.row(mark.targets().reply()))))
                .with("against", column(marks, mark -> number(table.row(mark.targets().against()))))
                .with("cause", column(marks, mark -> number(table.row(mark.targets().cause()))))
                .with("proposal", column(marks, mark -> number(table.proposal(mark.content().proposal()))))
                .with("stance", column(marks, mark -> number(mark.content().stance() == null
                        ? NONE
                        : STANCES.indexOf(mark.content().stance()))))
                .with("confidence", column(marks, mark -> mark.content().confidence() == null
                        ? number(NONE)
                        : JsonValue.of(mark.content().confidence())))
                .with("text", column(marks, mark -> JsonValue.of(mark.content().text()))).json();
    }

    private static List<JsonValue> column(List<RunMark> marks, Function<RunMark, JsonValue> value) {
        return marks.stream().map(value).toList();
    }

    private static JsonValue number(long value) {
        return JsonValue.of(value);
    }
}
