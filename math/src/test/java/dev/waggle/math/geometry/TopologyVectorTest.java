package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class TopologyVectorTest {

    @TestFactory
    Stream<DynamicTest> vectors() {
        return MathVectors.of("topology", input -> switch (input.get("op").asString()) {
            case "persistence" -> persistence(input);
            case "clusters" -> MathVectors.map("partition",
                    Arrays.stream(SingleLinkage.ofPoints(MathVectors.rows(input.get("points")))
                            .clusters(input.get("threshold").asDouble())).toList());
            default -> throw new AssertionError("an op that nobody answers: " + input);
        });
    }

    private static Object persistence(JsonNode input) {
        PersistentHomology diagram = PersistentHomology.ofPoints(MathVectors.rows(input.get("points")),
                input.get("maxDimension").asInt());
        return MathVectors.map(
                "pairs",
                diagram.pairs().stream()
                        .map(pair -> new double[] {pair.dimension(), pair.birth(), pair.death()})
                        .toList(),
                "betti0Essential",
                diagram.pairs(0).stream().filter(PersistentHomology.Pair::essential).count());
    }
}
