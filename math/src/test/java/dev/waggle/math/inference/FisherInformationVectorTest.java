package dev.waggle.math.inference;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class FisherInformationVectorTest {

    @TestFactory
    Stream<DynamicTest> fisherInformation() {
        return MathVectors.of("fisher-information", input -> switch (input.get("op").asString()) {
            case "bernoulli" -> scalar(FisherInformation.bernoulli(number(input, "n"), number(input, "theta")));
            case "normal_mean" -> scalar(FisherInformation.normalMean(number(input, "n"), number(input, "sigma")));
            case "poisson" -> scalar(FisherInformation.poisson(number(input, "n"), number(input, "lambda")));
            case "categorical_fim" -> categorical(MathVectors.numbers(input.get("p")), number(input, "n"));
            case "fisher_rao" -> MathVectors.map("distance", FisherInformation
                    .fisherRao(MathVectors.numbers(input.get("p")), MathVectors.numbers(input.get("q"))));
            case "efficiency" -> efficiency(FisherInformation.efficiency(
                    FisherInformation.bernoulli(number(input, "n"), number(input, "theta")).cramerRaoBound(),
                    MathVectors.numbers(input.get("estimates"))));
            default -> throw new AssertionError(input);
        });
    }

    private static double number(JsonNode input, String name) {
        return MathVectors.number(input.get(name));
    }

    private static Map<String, @Nullable Object> scalar(FisherInformation.Scalar scalar) {
        return MathVectors.map("information", scalar.information(), "cramerRaoBound", scalar.cramerRaoBound());
    }

    private static Map<String, @Nullable Object> categorical(double[] p, double observations) {
        return MathVectors.map("information", CategoricalInformation.matrix(p, observations), "cramerRaoCovariance",
                CategoricalInformation.cramerRaoCovariance(p, observations), "determinant",
                Math.exp(CategoricalInformation.logDeterminant(p, observations)));
    }

    private static Map<String, @Nullable Object> efficiency(FisherInformation.Efficiency efficiency) {
        OptionalDouble value = efficiency.efficiency();
        return MathVectors.map("cramerRaoBound", efficiency.cramerRaoBound(), "sampleVariance",
                efficiency.sampleVariance(), "efficiency", value.isPresent() ? value.getAsDouble() : null);
    }
}
