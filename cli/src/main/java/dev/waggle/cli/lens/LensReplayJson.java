package dev.waggle.cli.lens;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.cli.replay.FindingJson;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.review.lens.LensReplayResult;
import dev.waggle.swarm.review.lens.LensReplayResult.Difference;
import dev.waggle.swarm.review.lens.LensReplayResult.Found;
import dev.waggle.swarm.review.lens.LensReplayResult.Round;
import org.jspecify.annotations.Nullable;

/** Readings and findings of lenses in a run, as JSON for programs. */
public final class LensReplayJson {

    private LensReplayJson() {}

    /** One lens of the run, or all if none is wanted; decisions always use all lenses. */
    public static JsonValue of(LensReplayResult run, @Nullable Lens<?> wanted) {
        List<Lens<?>> lenses = wanted == null ? run.lenses() : List.of(wanted);
        Predicate<String> isShown = name -> wanted == null || wanted.name().equals(name);
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("run", JsonValue.of(run.run()));
        fields.put("mathematics", run.mathematics().map(JsonValue::of).orElseGet(JsonValue::ofNull));
        fields.put("lenses", JsonValue.of(lenses.stream().map(lens -> JsonValue.of(lens.name())).toList()));
        fields.put("rounds", JsonValue.of(run.rounds().stream().map(round -> round(round, lenses, isShown)).toList()));
        fields.put("analysis", analysis(run.analysis(), lenses));
        fields.put("notes", JsonValue.of(run.notes().stream().map(TextStyle::printable).map(JsonValue::of).toList()));
        return JsonValue.of(fields);
    }

    private static JsonValue round(Round round, List<Lens<?>> lenses, Predicate<String> isShown) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("round", JsonValue.of(round.analysis().round()));
        fields.put("entropy", number(OptionalDouble.of(round.analysis().entropy())));
        fields.put("normalizedEntropy", number(OptionalDouble.of(round.analysis().normalizedEntropy())));
        fields.put("informationGain", number(OptionalDouble.of(round.analysis().informationGain())));
        Map<String, JsonValue> headlines = new LinkedHashMap<>();
        lenses.forEach(lens -> headlines.put(lens.name(), number(round.headline(lens))));
        fields.put("headlines", JsonValue.of(headlines));
        fields.put("findings", JsonValue.of(round.found().stream().filter(found -> isShown.test(found.finding().lens()))
                .map(found -> found(round, found)).toList()));
        fields.put("differences", JsonValue.of(round.differences().stream()
                .filter(difference -> isShown.test(difference.lens())).map(LensReplayJson::difference).toList()));
        fields.put("stop", round.analysis().stop()
                .map(settle -> JsonValue.of(FindingJson.of(round.analysis().round(), settle)))
                .orElseGet(JsonValue::ofNull));
        fields.put("challenge",
                round.analysis().challenge().map(LensReplayJson::challenge).orElseGet(JsonValue::ofNull));
        return JsonValue.of(fields);
    }

    private static JsonValue found(Round round, Found found) {
        Map<String, JsonValue> fields = FindingJson.of(round.analysis().round(), found.finding());
        fields.put("recorded", JsonValue.of(found.recorded()));
        return JsonValue.of(fields);
    }

    private static JsonValue difference(Difference difference) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("lens", JsonValue.of(difference.lens()));
        fields.put("recorded", textOrNull(FindingText.exact(difference.recorded())));
        fields.put("here", textOrNull(FindingText.exact(difference.here())));
        return JsonValue.of(fields);
    }

    private static JsonValue challenge(ChallengeRequest challenge) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("proposalId", JsonValue.of(challenge.proposal().id()));
        fields.put("because", JsonValue.of(challenge.explanation()));
        return JsonValue.of(fields);
    }

    /** The figures of these lenses, by their fields, and the reason to stop. */
    private static JsonValue analysis(MathAnalysis analysis, List<Lens<?>> lenses) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (analysis.toJson() instanceof JsonValue.Obj(var all)) {
            fields.putAll(all);
        }
        Set<String> kept = new HashSet<>(lenses.stream().map(lens -> lens.card().field()).toList());
        kept.add("stoppingReason");
        fields.keySet().retainAll(kept);
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

    private static JsonValue textOrNull(String text) {
        return text.isEmpty() ? JsonValue.ofNull() : JsonValue.of(text);
    }
}
