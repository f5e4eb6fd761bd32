package dev.waggle.math.network;

import java.util.OptionalInt;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** The shared cases of the influence graph. */
class InfluenceGraphVectorTest {

    @TestFactory
    Stream<DynamicTest> cases() {
        return MathVectors.of("influence-graph", InfluenceGraphVectorTest::answer);
    }

    private static Object answer(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "fiedler" -> MathVectors.map("lambda2", AlgebraicConnectivity.of(graph(input)).value());
            case "pagerank" -> MathVectors.map(
                    "scores", PageRankCentrality.scores(graph(input), MathVectors.number(input.get("damping"))),
                    "top", orNull(PageRankCentrality.dominant(graph(input))));
            case "eigenvector" -> eigenvector(graph(input));
            case "betweenness" -> MathVectors.map("scores", Betweenness.scores(graph(input)));
            case "gini" -> {
                double[] values = MathVectors.numbers(input.get("x"));
                yield MathVectors.map("gini", GiniCoefficient.of(values), "unbiased", GiniCoefficient.unbiased(values));
            }
            case "articulation" -> MathVectors.map("points", ConnectedComponents.articulationPoints(graph(input)));
            case "components_without" -> MathVectors.map(
                    "components", ConnectedComponents.componentsWithout(graph(input), input.get("node").asInt()));
            default -> throw new AssertionError(input);
        };
    }

    private static Object eigenvector(InfluenceGraph graph) {
        EigenvectorCentrality centrality = EigenvectorCentrality.of(graph)
                .orElseThrow(() -> new IllegalArgumentException("not strongly connected"));
        return MathVectors.map("centrality", centrality.scores(), "spectralRadius", centrality.spectralRadius(),
                "top", orNull(centrality.dominant()));
    }

    private static InfluenceGraph graph(JsonNode input) {
        InfluenceGraph graph = new InfluenceGraph(input.get("n").asInt());
        for (JsonNode edge : input.get("edges")) {
            graph.add(edge.get(0).asInt(), edge.get(1).asInt(), MathVectors.number(edge.get(2)));
        }
        return graph;
    }

    private static @Nullable Integer orNull(OptionalInt node) {
        return node.isPresent() ? node.getAsInt() : null;
    }
}
