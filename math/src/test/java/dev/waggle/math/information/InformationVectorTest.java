package dev.waggle.math.information;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static dev.waggle.math.MathVectors.labelled;
import static dev.waggle.math.MathVectors.labels;
import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.number;
import static dev.waggle.math.MathVectors.rows;

class InformationVectorTest {

    @TestFactory
    Stream<DynamicTest> entropy() {
        return MathVectors.of("entropy", input -> switch (input.get("op").asString()) {
            case "shannon" -> map("entropy", Entropy.bits(masses(input.get("distribution"))));
            // By convention of the file 0 where there is nothing to normalize by.
            case "normalized" -> map("normalized", Entropy.normalized(masses(input.get("distribution"))).orElse(0));
            case "kl" -> map("kl", Divergence.kullbackLeibler(of(input, "p"), of(input, "q")));
            case "js" -> map("js", Divergence.jensenShannon(of(input, "p"), of(input, "q")),
                    "distance", Divergence.jensenShannonDistance(of(input, "p"), of(input, "q")));
            case "information_gain", "average_gain" -> gain(input);
            default -> throw new AssertionError(input);
        });
    }

    @TestFactory
    Stream<DynamicTest> mutualInformation() {
        return MathVectors.of("mutual-information", input -> switch (input.get("op").asString()) {
            case "joint" -> information(MutualInformation.of(rows(input.get("table"))));
            case "labels" -> information(paired(input));
            case "overlap" -> map("jsd", Divergence.jensenShannon(of(input, "p"), of(input, "q")),
                    "overlap", Divergence.overlap(of(input, "p"), of(input, "q")));
            default -> throw new AssertionError(input);
        });
    }

    @TestFactory
    Stream<DynamicTest> surprise() {
        return MathVectors.of("surprise", input -> switch (input.get("op").asString()) {
            case "kl_bits" -> map("surprise", bits(input));
            case "kl_beta" -> map("surprise", BayesianSurprise.betaNats(
                    at(input, "prior", "alpha"), at(input, "prior", "beta"),
                    at(input, "posterior", "alpha"), at(input, "posterior", "beta")));
            case "kl_gaussian" -> map("surprise", BayesianSurprise.gaussianNats(
                    at(input, "prior", "mean"), at(input, "prior", "sd"),
                    at(input, "posterior", "mean"), at(input, "posterior", "sd")));
            case "round_mean" -> round(input.get("measurements"));
            case "empty_rounds" -> map("collapsed", quiet(input.get("rounds").asInt())
                    .collapsed(SurpriseHistory.COLLAPSE_ROUNDS, SurpriseHistory.COLLAPSE_BITS));
            default -> throw new AssertionError(input);
        });
    }

    @TestFactory
    Stream<DynamicTest> klTracker() {
        return MathVectors.of("kl-tracker", input -> switch (input.get("op").asString()) {
            case "report" -> report(input);
            case "drift" -> drift(input.get("consensus"));
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> gain(JsonNode input) {
        InformationGain course = InformationGain.of(distributions(input.get("history")));
        Map<String, @Nullable Object> found = map("before", course.before(), "after", course.after(),
                "gain", course.gain().orElse(0), "averageGain", course.average().orElse(0),
                "average", course.average().orElse(0));
        if (input.has("target")) {
            var steps = course.stepsTo(number(input.get("target")));
            found.put("predictedRounds", steps.isPresent() ? (double) steps.getAsLong() : Double.POSITIVE_INFINITY);
        }
        return found;
    }

    private static Map<String, @Nullable Object> information(MutualInformation information) {
        return map("HX", information.rowEntropy(), "HY", information.columnEntropy(),
                "HXY", information.jointEntropy(), "MI", information.bits(),
                "NMI_arithmetic", orNull(information.arithmetic()), "NMI_max", orNull(information.byLarger()),
                "NMI_min", orNull(information.bySmaller()), "NMI_sqrt", orNull(information.geometric()),
                "VI", information.variation());
    }

    /** Pairs the two arrays of the input, whatever their names. */
    private static MutualInformation paired(JsonNode input) {
        List<int[]> sequences = new ArrayList<>();
        List<JsonNode> arrays = new ArrayList<>();
        input.properties().forEach(field -> {
            if (field.getValue().isArray()) {
                arrays.add(field.getValue());
            }
        });
        if (arrays.size() == 1) {
            arrays.add(arrays.get(0).get(1));
            arrays.set(0, arrays.get(0).get(0));
        }
        for (JsonNode array : arrays) {
            List<JsonNode> met = new ArrayList<>();
            int[] sequence = new int[array.size()];
            for (int i = 0; i < sequence.length; i++) {
                if (!met.contains(array.get(i))) {
                    met.add(array.get(i));
                }
                sequence[i] = met.indexOf(array.get(i));
            }
            sequences.add(sequence);
        }
        return MutualInformation.ofLabels(sequences.get(0), sequences.get(1));
    }

    private static double bits(JsonNode input) {
        List<String> labels = labels(input.get("prior"), input.get("posterior"));
        return BayesianSurprise.bits(MathVectors.values(input.get("prior"), labels),
                MathVectors.values(input.get("posterior"), labels));
    }

    private static Map<String, @Nullable Object> round(JsonNode measurements) {
        List<String> agents = new ArrayList<>();
        int[] sources = new int[measurements.size()];
        double[] surprises = new double[measurements.size()];
        for (int i = 0; i < sources.length; i++) {
            String agent = measurements.get(i).get("agent").asString();
            if (!agents.contains(agent)) {
                agents.add(agent);
            }
            sources[i] = agents.indexOf(agent);
            surprises[i] = bits(measurements.get(i));
        }
        SurpriseRound round = SurpriseRound.of(sources, surprises);
        return map("meanSurprise", round.mean(), "mostInformativeAgent", agents.get(round.mostInformative()),
                "leastInformativeAgent", agents.get(round.leastInformative()));
    }

    private static SurpriseHistory quiet(int rounds) {
        SurpriseHistory history = SurpriseHistory.none();
        for (int i = 0; i < rounds; i++) {
            history = history.afterUnmeasured();
        }
        return history;
    }

    private static Map<String, @Nullable Object> report(JsonNode input) {
        List<String> agents = new ArrayList<>();
        List<JsonNode> objects = new ArrayList<>(List.of(input.get("consensus")));
        input.get("agents").properties().forEach(agent -> {
            agents.add(agent.getKey());
            objects.add(agent.getValue());
        });
        double[][] masses = distributions(objects.toArray(JsonNode[]::new));
        DivergenceReport report = DivergenceReport.of(Arrays.copyOfRange(masses, 1, masses.length), masses[0],
                input.has("threshold") ? number(input.get("threshold")) : DivergenceReport.OUTLIER_BITS);
        Map<String, Object> divergences = new LinkedHashMap<>(labelled(agents,
                report.toConsensus().stream().mapToDouble(Double::doubleValue).toArray()));
        return map("kl", divergences, "outliers", report.outliers().stream().map(agents::get).toList(),
                "meanKL", report.mean().orElse(0), "meanPairwiseJSD", report.meanPairwise().orElse(0));
    }

    private static Map<String, @Nullable Object> drift(JsonNode consensus) {
        double[][] distributions = distributions(consensus);
        double trend = 0;
        if (distributions.length > 0) {
            ConsensusDrift drift = ConsensusDrift.start(distributions[0]);
            for (int t = 1; t < distributions.length; t++) {
                drift = drift.next(distributions[t]);
            }
            trend = drift.trend().orElse(0);
        }
        return map("drift", Divergence.successive(distributions), "trend", trend);
    }

    private static double[][] distributions(JsonNode array) {
        return distributions(array.valueStream().toArray(JsonNode[]::new));
    }

    private static double[][] distributions(JsonNode... objects) {
        List<String> labels = labels(objects);
        return Arrays.stream(objects).map(object -> MathVectors.values(object, labels)).toArray(double[][]::new);
    }

    private static double[] masses(JsonNode object) {
        return MathVectors.values(object, labels(object));
    }

    private static double[] of(JsonNode input, String name) {
        return MathVectors.values(input.get(name), labels(input.get("p"), input.get("q")));
    }

    private static double at(JsonNode input, String object, String field) {
        return number(input.get(object).get(field));
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
