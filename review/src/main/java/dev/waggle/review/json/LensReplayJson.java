package dev.waggle.review.json;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.lens.LensReplayResult.Difference;
import dev.waggle.review.lens.LensReplayResult.ReplayedFinding;
import dev.waggle.review.lens.LensReplayResult.Round;
import dev.waggle.review.lens.LoggedFinding;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import org.jspecify.annotations.Nullable;

/** Readings and findings of lenses in a run, as JSON for programs. */
public final class LensReplayJson {

    private LensReplayJson() {}

    /** One lens of the run, or all if none is wanted; decisions always use all lenses. */
    public static JsonValue.Obj of(LensReplayResult run, @Nullable Lens<?> lens) {
        List<Lens<?>> lenses = lens == null ? run.lenses() : List.of(lens);
        Predicate<String> isShown = name -> lens == null || lens.name().equals(name);
        return new JsonObjectBuilder().with("run", run.run())
                .with("mathematics", run.mathematics().orElse(null))
                .withTexts("lenses", lenses.stream().map(Lens::name).toList())
                .with("rounds", run.rounds().stream().map(round -> round(round, lenses, isShown)).toList())
                .with("analysis", analysis(run.analysis(), lenses))
                .withTexts("notes", run.notes()).json();
    }

    private static JsonValue round(Round round, List<Lens<?>> lenses, Predicate<String> isShown) {
        RoundAnalysis analysis = round.analysis();
        JsonObjectBuilder headlines = new JsonObjectBuilder();
        lenses.forEach(lens -> headlines.with(lens.name(), number(round.headline(lens))));
        return new JsonObjectBuilder().with("round", analysis.round())
                .with("entropy", number(OptionalDouble.of(analysis.entropy())))
                .with("normalizedEntropy", number(OptionalDouble.of(analysis.normalizedEntropy())))
                .with("informationGain", number(OptionalDouble.of(analysis.informationGain())))
                .with("headlines", headlines.json())
                .with("findings", round.found().stream().filter(found -> isShown.test(found.finding().lens()))
                        .map(found -> found(round, found)).toList())
                .with("differences", round.differences().stream()
                        .filter(difference -> isShown.test(difference.lens())).map(LensReplayJson::difference).toList())
                .with("stop", analysis.stop().map(settle -> ResultJson.finding(analysis.round(), settle)))
                .with("challenge", analysis.challenge().map(LensReplayJson::challenge)).json();
    }

    private static JsonValue found(Round round, ReplayedFinding found) {
        return new JsonObjectBuilder().withAll(ResultJson.finding(round.analysis().round(), found.finding()))
                .with("recorded", found.recorded()).json();
    }

    private static JsonValue difference(Difference difference) {
        return new JsonObjectBuilder().with("lens", difference.lens())
                .with("recorded", words(difference.recorded()))
                .with("here", words(difference.here())).json();
    }

    private static JsonValue challenge(ChallengeRequest challenge) {
        return new JsonObjectBuilder().with("proposalId", challenge.proposal().id())
                .with("because", challenge.explanation()).json();
    }

    /** The figures of these lenses, by their fields, the reasons of those without, and the reasons to stop. */
    private static JsonValue analysis(MathAnalysis analysis, List<Lens<?>> lenses) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (analysis.toJson() instanceof JsonValue.Obj(var all)) {
            fields.putAll(all);
        }
        Set<String> fieldNames = new HashSet<>(lenses.stream().map(lens -> lens.card().field()).toList());
        Map<String, JsonValue> absent = new LinkedHashMap<>();
        analysis.absent().forEach((field, reason) -> absent.put(field, JsonValue.of(reason)));
        absent.keySet().retainAll(fieldNames);
        fieldNames.addAll(List.of("stoppingReason", "withheldStop"));
        fields.keySet().retainAll(fieldNames);
        fields.put("absent", JsonValue.of(absent));
        return JsonValue.of(fields);
    }

    /** Null for none; JSON knows no infinite numbers, which are texts. */
    private static JsonValue number(OptionalDouble value) {
        if (value.isEmpty() || Double.isNaN(value.getAsDouble())) {
            return JsonValue.ofNull();
        }
        double number = value.getAsDouble();
        return Double.isInfinite(number) ? JsonValue.of(String.valueOf(number)) : JsonValue.of(number);
    }

    /** Numbers with all digits; null for no finding. */
    private static JsonValue words(@Nullable LoggedFinding finding) {
        return finding == null ? JsonValue.ofNull() : JsonValue.of(finding.words(BigDecimal::toString));
    }
}
