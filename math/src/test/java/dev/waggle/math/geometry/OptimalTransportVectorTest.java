package dev.waggle.math.geometry;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class OptimalTransportVectorTest {

    @TestFactory
    Stream<DynamicTest> vectors() {
        return MathVectors.of("optimal-transport", input -> switch (input.get("op").asString()) {
            case "w1" -> distance(OptimalTransport.between(numbers(input, "p"), numbers(input, "q"),
                    MathVectors.rows(input.get("cost"))).cost());
            case "w1_discrete" -> discrete(input.get("p"), input.get("q"));
            case "w1_line" -> distance(OptimalTransport.onLine(numbers(input, "xp"), numbers(input, "p"),
                    numbers(input, "xq"), numbers(input, "q")));
            case "barycenter_discrete" -> barycenter(input);
            case "barycenter_line" -> MathVectors.map("cost", Barycenter.onLine(numbers(input, "grid"),
                    MathVectors.rows(input.get("distributions")), numbers(input, "weights")).cost());
            default -> throw new AssertionError("an op that nobody answers: " + input);
        });
    }

    private static Object discrete(JsonNode p, JsonNode q) {
        List<String> labels = MathVectors.labels(p, q);
        return distance(OptimalTransport.totalVariation(MathVectors.values(p, labels), MathVectors.values(q, labels)));
    }

    private static Object barycenter(JsonNode input) {
        JsonNode[] items = new JsonNode[input.get("distributions").size()];
        double[][] distributions = new double[items.length][];
        for (int i = 0; i < items.length; i++) {
            items[i] = input.get("distributions").get(i);
        }
        List<String> labels = MathVectors.labels(items);
        for (int i = 0; i < items.length; i++) {
            distributions[i] = MathVectors.values(items[i], labels);
        }
        Barycenter result = Barycenter.ofTotalVariation(distributions, numbers(input, "weights"));
        return MathVectors.map(
                "cost", result.cost(),
                "meanCost", result.meanCost(),
                "unique", result.unique().isPresent(),
                "distribution", MathVectors.labelled(labels, result.distribution()));
    }

    private static Object distance(double distance) {
        return MathVectors.map("distance", distance);
    }

    private static double[] numbers(JsonNode input, String name) {
        return MathVectors.numbers(input.get(name));
    }
}
