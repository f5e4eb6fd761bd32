package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class MarkovVectorTest {

    @TestFactory
    Stream<DynamicTest> answersTheSharedCases() {
        return MathVectors.of("markov", input -> switch (input.get("op").asString()) {
            case "mle" -> estimate(input.get("sequence"));
            case "stationary" -> MathVectors.map("pi", switch (StationaryDistribution.of(chain(input))) {
                case StationaryDistribution.Unique unique -> unique.probabilities();
                case StationaryDistribution.NotUnique _ -> null;
            });
            case "absorbing" -> {
                AbsorbingChain chain = AbsorbingChain.of(MathVectors.rows(input.get("Q")),
                        MathVectors.rows(input.get("R")));
                yield MathVectors.map("fundamental", chain.fundamental(), "absorption", chain.absorption(),
                        "expectedSteps", chain.expectedSteps());
            }
            case "hitting" -> {
                HittingTimes times = HittingTimes.of(chain(input), input.get("target").asInt());
                yield MathVectors.map("expectedSteps", times.expectedSteps(), "probability", times.probability());
            }
            case "classes" -> MathVectors.map("classes", CommunicatingClass.of(chain(input)).stream()
                    .map(members -> MathVectors.map("states", members.states(), "closed", members.closed(), "period",
                            members.period().orElse(0)))
                    .toList());
            case "cycles" -> {
                MarkovCycles cycles = MarkovCycles.of(chain(input), MathVectors.number(input.get("threshold")));
                yield MathVectors.map("exists", cycles.exist(), "states", cycles.states());
            }
            default -> throw new AssertionError(input.toString());
        });
    }

    private static MarkovChain chain(JsonNode input) {
        return MarkovChain.of(MathVectors.rows(input.get("matrix")));
    }

    private static Object estimate(JsonNode sequence) {
        TreeSet<String> names = new TreeSet<>();
        sequence.forEach(state -> names.add(state.asString()));
        List<String> states = List.copyOf(names);
        int[] walk = sequence.valueStream().mapToInt(state -> states.indexOf(state.asString())).toArray();
        List<@Nullable Object> rows = new ArrayList<>();
        TransitionCounts.of(states.size(), walk).estimate().rows()
                .forEach(row -> rows.add(row.isPresent() ? row.get() : new Object[states.size()]));
        return MathVectors.map("states", states, "matrix", rows);
    }
}
