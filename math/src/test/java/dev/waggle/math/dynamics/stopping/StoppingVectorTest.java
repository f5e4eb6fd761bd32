package dev.waggle.math.dynamics.stopping;

import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.number;
import static dev.waggle.math.MathVectors.numbers;

class StoppingVectorTest {

    @TestFactory
    Stream<DynamicTest> agreesWithTheVectors() {
        return MathVectors.of("optimal-stopping", input -> switch (input.get("op").asString()) {
            case "cusum" -> cusum(input);
            case "page" -> page(input);
            case "secretary" -> {
                SecretaryProblem.Optimum optimum = SecretaryProblem.optimal(input.get("n").asInt());
                yield map("optimalCutoffs", optimum.cutoffs(), "probability", optimum.probability());
            }
            case "secretary_run" -> map("stopAt",
                    SecretaryProblem.run(numbers(input.get("q")), input.get("reject").asInt()).position());
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> cusum(JsonNode input) {
        Cusum.Series series = Cusum.series(numbers(input.get("x")), number(input.get("target")),
                number(input.get("h")));
        return map("S", series.sums(), "alarmAt", orNull(series.last().firstAlarm()));
    }

    private static Map<String, @Nullable Object> page(JsonNode input) {
        TwoSidedCusum.Series series = TwoSidedCusum.series(numbers(input.get("x")), number(input.get("mu")),
                number(input.get("k")), number(input.get("h")));
        return map("upper", series.upper(), "lower", series.lower(), "alarmAt", orNull(series.last().firstAlarm()));
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
