package dev.waggle.review.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.lens.LensReplayResult.Round;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.lens.Lens;

/** Headlines of lenses as one series each over the rounds, with their findings. */
final class LensSeriesJson {

    /** Maximum number of rounds, the last ones. */
    static final int MAX_ROUNDS = 200;

    /** Maximum number of findings, the last ones. */
    static final int MAX_FINDINGS = 1_000;

    private LensSeriesJson() {}

    /**
     * The series; null where the lenses are not measured.
     *
     * @param omitted receives a sentence for each part that is left out
     */
    static JsonValue of(Optional<LensReplayResult> measured, List<String> omitted) {
        return measured.map(replay -> of(replay, omitted)).orElseGet(JsonValue::ofNull);
    }

    private static JsonValue of(LensReplayResult replay, List<String> omitted) {
        List<Round> rounds = last(replay.rounds(), MAX_ROUNDS);
        if (rounds.size() < replay.rounds().size()) {
            omitted.add("the lenses show the last " + MAX_ROUNDS + " of " + replay.rounds().size() + " rounds");
        }
        List<JsonValue> findings = new ArrayList<>();
        rounds.forEach(round -> round.found().forEach(found -> findings.add(new JsonObjectBuilder()
                .withAll(ResultJson.finding(round.analysis().round(), found.finding()))
                .with("recorded", found.recorded()).json())));
        if (findings.size() > MAX_FINDINGS) {
            omitted.add("the lenses show the last " + MAX_FINDINGS + " of " + findings.size() + " findings");
        }
        return new JsonObjectBuilder()
                .with("rounds", rounds.stream().map(round -> JsonValue.of(round.analysis().round())).toList())
                .with("series", replay.lenses().stream().map(lens -> series(lens, rounds)).toList())
                .with("findings", last(findings, MAX_FINDINGS))
                .withTexts("notes", replay.notes()).json();
    }

    private static JsonValue series(Lens<?> lens, List<Round> rounds) {
        return new JsonObjectBuilder().with("name", lens.name())
                .with("question", lens.card().question())
                .with("headline", lens.card().headline())
                .with("unit", lens.card().unit())
                .with("values", rounds.stream().map(round -> number(round.headline(lens))).toList()).json();
    }

    /** Null for none and for a number that JSON does not know. */
    private static JsonValue number(OptionalDouble value) {
        return value.isPresent() && Double.isFinite(value.getAsDouble())
                ? JsonValue.of(value.getAsDouble())
                : JsonValue.ofNull();
    }

    private static <T> List<T> last(List<T> all, int limit) {
        return all.subList(Math.max(0, all.size() - limit), all.size());
    }
}
