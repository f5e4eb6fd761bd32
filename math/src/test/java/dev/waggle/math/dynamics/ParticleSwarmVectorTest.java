package dev.waggle.math.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import dev.waggle.math.dynamics.ParticleSwarm.BestPosition;
import dev.waggle.math.dynamics.ParticleSwarm.Coefficients;
import dev.waggle.math.dynamics.ParticleSwarm.Particle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.number;
import static dev.waggle.math.MathVectors.numbers;
import static dev.waggle.math.MathVectors.rows;

class ParticleSwarmVectorTest {

    @TestFactory
    Stream<DynamicTest> agreesWithTheVectors() {
        return MathVectors.of("pso", input -> switch (input.get("op").asString()) {
            case "step" -> step(input);
            case "no_fitness" -> noFitness(input);
            case "constriction" -> map("chi", ParticleSwarm.constriction(number(input.get("phi"))));
            case "diversity" -> map("meanPairwise", ParticleSwarm.diversity(rows(input.get("points"))));
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> step(JsonNode input) {
        List<Particle> particles = new ArrayList<>();
        for (JsonNode item : input.get("particles")) {
            BestPosition best = known(item.get("fitness"))
                    ? new BestPosition(numbers(item.get("pBest")), number(item.get("fitness"))) : null;
            particles.add(new Particle(numbers(item.get("x")), numbers(item.get("v")), best));
        }
        double[] groupBest = known(input.get("gBest")) ? numbers(input.get("gBest"))
                : ParticleSwarm.best(particles).map(BestPosition::position).orElse(null);
        Coefficients coefficients = new Coefficients(number(input.get("w")), number(input.get("c1")),
                number(input.get("c2")));
        List<Particle> moved = ParticleSwarm.step(particles, groupBest, coefficients, number(input.get("vmax")),
                rows(input.get("r1")), rows(input.get("r2")));
        return map("particles", moved.stream().map(one -> map("x", one.position(), "v", one.velocity())).toList());
    }

    private static Map<String, @Nullable Object> noFitness(JsonNode input) {
        List<Particle> particles = Arrays.stream(rows(input.get("particles"))).map(Particle::resting).toList();
        List<Particle> moved = ParticleSwarm.step(particles,
                ParticleSwarm.best(particles).map(BestPosition::position).orElse(null), new Coefficients(0.7, 1.5, 1.5),
                1,
                rows(input.get("r1")), rows(input.get("r2")));
        return map("x", moved.stream().map(Particle::position).toList());
    }

    private static boolean known(@Nullable JsonNode node) {
        return node != null && !node.isNull();
    }
}
