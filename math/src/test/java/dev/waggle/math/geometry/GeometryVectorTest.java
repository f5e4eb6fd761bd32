package dev.waggle.math.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class GeometryVectorTest {

    @TestFactory
    Stream<DynamicTest> svdAnalyzer() {
        return MathVectors.of("svd-analyzer", input -> {
            double[][] matrix = MathVectors.rows(input.get("matrix"));
            StanceSpectrum spectrum = switch (input.get("op").asString()) {
                case "svd" -> StanceSpectrum.of(matrix);
                case "svd_centered" -> StanceSpectrum.centred(matrix);
                default -> throw new AssertionError("unknown op in " + input);
            };
            return MathVectors.map("singularValues", spectrum.singularValues(), "explainedVariance",
                    spectrum.explained(), "cumulative", spectrum.cumulative(), "rank95", spectrum.rank95(),
                    "numericalRank", spectrum.numericalRank(), "entropyRank", spectrum.entropyRank(), "oneDimensional",
                    spectrum.oneDimensional());
        });
    }

    @TestFactory
    Stream<DynamicTest> projectionConsensus() {
        return MathVectors.of("projection-consensus", input -> switch (input.get("op").asString()) {
            case "simplex" -> MathVectors.map("x", SimplexProjection.of(MathVectors.numbers(input.get("y"))));
            case "project", "unweighted_residual" -> projection(input);
            default -> throw new AssertionError("unknown op in " + input);
        });
    }

    private static Object projection(JsonNode input) {
        JsonNode agents = input.get("agents");
        List<String> names = MathVectors.labels(agents);
        List<JsonNode> maps = new ArrayList<>();
        names.forEach(name -> maps.add(agents.get(name).get("belief")));
        List<String> options = MathVectors.labels(maps.toArray(JsonNode[]::new));
        double[][] beliefs = new double[names.size()][];
        double[] weights = new double[names.size()];
        for (int i = 0; i < weights.length; i++) {
            JsonNode weight = agents.get(names.get(i)).get("weight");
            beliefs[i] = MathVectors.values(maps.get(i), options);
            weights[i] = weight == null ? 1 : MathVectors.number(weight);
        }
        ProjectionConsensus projection = ProjectionConsensus.of(beliefs, weights);
        boolean weighted = input.get("op").asString().equals("project");
        return MathVectors.map("consensus", MathVectors.labelled(options, projection.consensus()), "residuals",
                MathVectors.labelled(names, weighted ? projection.residuals() : projection.squaredDistances()),
                "total", projection.total(), "mean", weighted ? projection.mean() : projection.meanSquare(),
                "weightedMeanSquare", projection.weightedMeanSquare(), "meanSquare", projection.meanSquare());
    }
}
