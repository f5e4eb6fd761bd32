package dev.waggle.math.inference;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class FreeEnergyVectorTest {

    @TestFactory
    Stream<DynamicTest> freeEnergy() {
        return MathVectors.of("free-energy", input -> switch (input.get("op").asString()) {
            case "vfe" -> variational(FreeEnergy.variational(numbers(input, "prior"), numbers(input, "likelihood"),
                    numbers(input, "q")));
            case "efe" -> expected(MathVectors.rows(input.get("A")), numbers(input, "q"), numbers(input, "C"));
            case "score_form" -> scored(input);
            default -> throw new AssertionError(input);
        });
    }

    private static double[] numbers(JsonNode input, String name) {
        return MathVectors.numbers(input.get(name));
    }

    private static Map<String, @Nullable Object> variational(FreeEnergy.Variational energy) {
        return MathVectors.map("complexity", energy.complexity(), "accuracy", energy.accuracy(), "F",
                energy.freeEnergy(), "logEvidence", energy.logEvidence(), "gap", energy.gap());
    }

    private static Map<String, @Nullable Object> expected(double[][] model, double[] belief, double[] wishes) {
        FreeEnergy.Expected energy = FreeEnergy.expected(model, belief, wishes);
        return MathVectors.map("qo", FreeEnergy.outcomes(model, belief), "risk", energy.risk(), "ambiguity",
                energy.ambiguity(), "G", energy.freeEnergy());
    }

    private static Map<String, @Nullable Object> scored(JsonNode input) {
        JsonNode posterior = input.get("posterior");
        JsonNode prior = input.get("prior");
        List<String> labels = MathVectors.labels(posterior, prior);
        FreeEnergy.ScoredEnergy energy = FreeEnergy.scored(MathVectors.values(posterior, labels),
                MathVectors.values(prior, labels), MathVectors.number(input.get("score")));
        return MathVectors.map("complexity", energy.complexity(), "accuracy", energy.accuracy(), "F",
                energy.freeEnergy());
    }
}
