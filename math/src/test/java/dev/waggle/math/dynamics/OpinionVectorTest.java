package dev.waggle.math.dynamics;

import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.numbers;

class OpinionVectorTest {

    @TestFactory
    Stream<DynamicTest> agreesWithTheVectors() {
        return MathVectors.of("opinion-dynamics", input -> switch (input.get("op").asString()) {
            case "step" -> map("x", OpinionDynamics.step(numbers(input.get("x")), numbers(input.get("eps"))));
            case "run" -> run(input);
            case "polarization" -> map("index", OpinionDynamics.polarization(numbers(input.get("x"))));
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> run(JsonNode input) {
        OpinionRun run = OpinionDynamics.run(numbers(input.get("x")), numbers(input.get("eps")));
        return map("final", run.opinions(), "steps", run.steps(), "clusterCount", run.clusters().size(), "clusters",
                run.clusters().stream().map(one -> map("center", one.center(), "size", one.size())).toList());
    }
}
