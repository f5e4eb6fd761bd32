package dev.waggle.math.dynamics;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.number;
import static dev.waggle.math.MathVectors.numbers;

class PhaseTransitionVectorTest {

    @TestFactory
    Stream<DynamicTest> agreesWithTheVectors() {
        return MathVectors.of("phase-transition", input -> switch (input.get("op").asString()) {
            case "susceptibility" -> susceptibility(numbers(input.get("m")), input.get("N").asInt());
            case "binder" -> map("U", orNull(PhaseTransition.binderCumulant(numbers(input.get("m")))));
            case "powerlaw" -> powerLaw(PowerLaw.fit(numbers(input.get("x")), number(input.get("xmin"))));
            case "ks" -> map("ks", distance(numbers(input.get("x")), number(input.get("xmin")), input.get("alpha")));
            case "heavy_tail" -> heavyTail(input);
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> susceptibility(double[] m, int agents) {
        return map("chi", PhaseTransition.susceptibility(m, agents), "mean", RunningVariance.of(m).mean(),
                "chiDetrended", PhaseTransition.detrendedSusceptibility(m, agents));
    }

    private static Map<String, @Nullable Object> powerLaw(PowerLaw fit) {
        return map("alpha", fit.exponent(), "stderr", fit.standardError(), "n", fit.tail(), "ks", fit.distance());
    }

    private static double distance(double[] x, double min, @Nullable JsonNode exponent) {
        return exponent == null ? PowerLaw.fit(x, min).distance() : PowerLaw.distance(x, min, number(exponent));
    }

    private static Map<String, @Nullable Object> heavyTail(JsonNode input) {
        HeavyTail verdict = HeavyTail.of(numbers(input.get("x")));
        return switch (verdict) {
            case HeavyTail.TooFew _, HeavyTail.NoSpread _ -> map("powerLaw", verdict.powerLaw());
            case HeavyTail.FittedTail judged -> map("powerLaw", judged.powerLaw(), "logLikelihoodRatio",
                    judged.overLognormal().logLikelihoodRatio(), "vuongZ", judged.overLognormal().z());
        };
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
