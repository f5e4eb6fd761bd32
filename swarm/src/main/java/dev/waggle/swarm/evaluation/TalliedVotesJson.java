package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reliability.TalliedVotes;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;
import org.jspecify.annotations.Nullable;

/** JSON codec of the votes of an outcome as they were counted. A confidence that was not stated is null. */
final class TalliedVotesJson {

    private static final String PARTIAL = "partial";

    private TalliedVotesJson() {}

    static JsonValue.Obj of(TalliedVotes counted) {
        List<JsonValue> first = new ArrayList<>();
        counted.first().forEach(agents -> first.add(JsonValue.of((long) agents)));
        return new JsonObjectBuilder().with("panel", (long) counted.panel()).with("dependence", counted.dependence())
                .with("first", first)
                .with("votes", counted.votes().stream().map(TalliedVotesJson::json).toList())
                .withPresent(PARTIAL, counted.isPartial() ? JsonValue.of(true) : null).json();
    }

    /** Reads votes; {@code null} from nothing. */
    static @Nullable TalliedVotes read(@Nullable JsonObjectReader in) {
        if (in == null) {
            return null;
        }
        List<Integer> first = new ArrayList<>();
        for (double agents : in.numbers("first")) {
            if (!(agents >= 0 && agents <= Integer.MAX_VALUE && agents == Math.rint(agents))) {
                throw in.invalid("first", "numbers of agents");
            }
            first.add((int) agents);
        }
        List<TalliedVote> votes = in.objects("votes").stream().map(TalliedVotesJson::vote).toList();
        TalliedVotes counted = in.build(() -> new TalliedVotes(in.int32("panel"), in.fraction("dependence"), first,
                votes, in.has(PARTIAL) && in.flag(PARTIAL)));
        in.rejectUnknownFields();
        return counted;
    }

    private static JsonValue.Obj json(TalliedVote vote) {
        List<JsonValue> confidences = new ArrayList<>();
        vote.confidences().forEach(stated -> confidences.add(
                Double.isNaN(stated) ? new JsonValue.Null() : JsonValue.of(stated)));
        return new JsonObjectBuilder().with("agent", vote.agent()).with("option", (long) vote.option())
                .with("part", vote.part()).with("evidence", vote.evidence())
                .with("confidences", confidences).json();
    }

    private static TalliedVote vote(JsonObjectReader in) {
        List<Double> confidences = new ArrayList<>();
        for (JsonValue item : in.items("confidences")) {
            switch (item) {
                case JsonValue.Null _ -> confidences.add(Double.NaN);
                case JsonValue.Num(var stated) -> confidences.add(stated.doubleValue());
                case JsonValue.Str _, JsonValue.Bool _, JsonValue.Arr _, JsonValue.Obj _ ->
                    throw in.invalid("confidences", "numbers from 0 to 1");
            }
        }
        TalliedVote vote = in.build(() -> new TalliedVote(in.text("agent"), in.int32("option"), in.number("part"),
                in.number("evidence"), confidences));
        in.rejectUnknownFields();
        return vote;
    }
}
