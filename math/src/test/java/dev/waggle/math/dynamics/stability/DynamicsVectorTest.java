package dev.waggle.math.dynamics.stability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class DynamicsVectorTest {

    @TestFactory
    Stream<DynamicTest> lyapunovStability() {
        return MathVectors.of("lyapunov-stability", input -> switch (input.get("op").asString()) {
            case "routh" -> routh(RouthHurwitz.of(MathVectors.numbers(input.get("coefficients"))));
            case "jury" -> {
                JuryTest test = JuryTest.of(MathVectors.numbers(input.get("coefficients")));
                yield MathVectors.map("stable", test.stable(), "spectralRadius", test.spectralRadius());
            }
            case "V" -> deviations(input.get("rounds"), MathVectors.numbers(input.get("consensus")));
            case "rate" -> rate(ExponentialRate.of(MathVectors.numbers(input.get("V"))));
            case "dlyap" ->
                stein(SteinEquation.solve(MathVectors.rows(input.get("A")), MathVectors.rows(input.get("Q"))));
            default -> throw new AssertionError("unknown op in " + input);
        });
    }

    @TestFactory
    Stream<DynamicTest> chaosDetector() {
        return MathVectors.of("chaos-detector", input -> switch (input.get("op").asString()) {
            case "period" -> MathVectors.map("period", SymbolicPeriod.of(indices(input.get("sequence"))));
            case "lyapunov_map" -> MathVectors.map("lambda", exponent(input));
            case "lyapunov_sign" -> MathVectors.map("positive",
                    RosensteinExponent.of(
                            MathVectors.numbers(input.get("series"))) instanceof RosensteinExponent.Estimate estimate
                            && estimate.exponent() > 0);
            case "feigenbaum" ->
                MathVectors.map("ratios", FeigenbaumConstant.ratios(MathVectors.numbers(input.get("r"))),
                        "limit", FeigenbaumConstant.DELTA);
            case "feigenbaum_periods" -> MathVectors.map("ratio", null); // No method takes periods.
            case "sharkovsky" -> MathVectors.map("forces",
                    SharkovskyOrder.forces(input.get("p").asInt(), input.get("q").asInt()));
            default -> throw new AssertionError("unknown op in " + input);
        });
    }

    @TestFactory
    Stream<DynamicTest> dampingClassifier() {
        return MathVectors.of("damping-classifier", input -> switch (input.get("op").asString()) {
            case "decrement" -> decrement(LogarithmicDecrement.overCycles(first(input), second(input), cycles(input)));
            case "half_cycle" -> decrement(LogarithmicDecrement.overHalfCycle(first(input), second(input)));
            case "response" -> response(PronyFit.of(MathVectors.numbers(input.get("y")),
                    input.get("dt").asDouble(), input.get("equilibrium").asDouble()));
            case "constant" -> response(PronyFit.of(MathVectors.numbers(input.get("y")), 1));
            case "settling" -> {
                double zeta = MathVectors.number(input.get("zeta"));
                double frequency = MathVectors.number(input.get("wn"));
                double band = MathVectors.number(input.get("band"));
                yield MathVectors.map("envelopeTime", SettlingTime.ofEnvelope(zeta, frequency, band), "ruleOfThumb",
                        SettlingTime.ruleOfThumb(zeta, frequency, band));
            }
            default -> throw new AssertionError("unknown op in " + input);
        });
    }

    private static Object routh(RouthHurwitz roots) {
        return MathVectors.map("rhpRoots", roots.right(), "axisRoots", roots.axis(), "stable", roots.stable());
    }

    private static Object deviations(JsonNode rounds, double[] consensus) {
        if (rounds.size() != consensus.length) {
            throw new IllegalArgumentException(rounds.size() + " rounds and " + consensus.length + " consensus values");
        }
        double[] series = new double[consensus.length];
        Arrays.setAll(series, t -> LyapunovFunction.of(
                MathVectors.values(rounds.get(t), MathVectors.labels(rounds.get(t))), consensus[t]));
        List<@Nullable Object> differences = new ArrayList<>();
        differences.add(null);
        for (double difference : LyapunovFunction.differences(series)) {
            differences.add(difference);
        }
        return MathVectors.map("V", series, "Vdot", differences);
    }

    private static Object rate(ExponentialRate.Verdict verdict) {
        boolean stable = verdict.stable();
        return switch (verdict) {
            case ExponentialRate.Exponential it ->
                MathVectors.map("rate", it.rate(), "stable", stable, "pole", it.pole());
            case ExponentialRate.AtRest it -> MathVectors.map("rate", null, "stable", stable, "pole", null);
            case ExponentialRate.LostAgreement it -> MathVectors.map("rate", null, "stable", stable, "pole", null);
            case ExponentialRate.TooShort it -> MathVectors.map("rate", null, "stable", stable, "pole", null);
        };
    }

    private static Object stein(SteinEquation.Solution solution) {
        return switch (solution) {
            case SteinEquation.Unique it -> MathVectors.map("P", it.p(), "positiveDefinite", it.positiveDefinite(),
                    "spectralRadius", it.spectralRadius());
            case SteinEquation.NotUnique it ->
                MathVectors.map("P", null, "positiveDefinite", false, "spectralRadius", it.spectralRadius());
        };
    }

    private static int[] indices(JsonNode sequence) {
        List<String> labels = new ArrayList<>();
        int[] indices = new int[sequence.size()];
        for (int i = 0; i < indices.length; i++) {
            String label = sequence.get(i).asString();
            if (!labels.contains(label)) {
                labels.add(label);
            }
            indices[i] = labels.indexOf(label);
        }
        return indices;
    }

    private static double exponent(JsonNode input) {
        double start = MathVectors.number(input.get("x0"));
        int steps = input.get("n").asInt();
        double parameter = parameter(input);
        boolean tent = input.get("map").asString().equals("tent");
        DoubleUnaryOperator map = tent ? x -> parameter * Math.min(x, 1 - x) : x -> parameter * x * (1 - x);
        DoubleUnaryOperator slope = tent ? x -> x < 0.5 ? parameter : -parameter : x -> parameter * (1 - 2 * x);
        return LyapunovExponent.ofMap(map, slope, start, steps);
    }

    private static double parameter(JsonNode input) {
        for (String name : List.of("r", "slope", "mu", "s", "a")) {
            if (input.has(name)) {
                return MathVectors.number(input.get(name));
            }
        }
        throw new AssertionError("no parameter in " + input);
    }

    private static double first(JsonNode input) {
        return MathVectors.number(input.has("a1") ? input.get("a1") : input.get("x1"));
    }

    private static double second(JsonNode input) {
        return MathVectors.number(input.has("a2") ? input.get("a2") : input.get("x2"));
    }

    private static int cycles(JsonNode input) {
        for (String name : List.of("m", "cycles", "n")) {
            if (input.has(name)) {
                return input.get(name).asInt();
            }
        }
        return 1;
    }

    private static Object decrement(LogarithmicDecrement decrement) {
        return MathVectors.map("zeta", decrement.dampingRatio(), "decrement", decrement.perCycle(), "delta",
                decrement.perCycle());
    }

    private static Object response(DampedResponse response) {
        return switch (response) {
            case DampedResponse.Fitted it -> MathVectors.map("zeta", it.dampingRatio(), "naturalFrequency",
                    it.naturalFrequency(), "regime", it.regime().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            case DampedResponse.Undetermined it ->
                MathVectors.map("zeta", null, "naturalFrequency", null, "regime", "undetermined");
        };
    }
}
