package dev.waggle.math.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

import dev.waggle.math.Domain;
import dev.waggle.math.dynamics.ParticleSwarm.Best;
import dev.waggle.math.dynamics.ParticleSwarm.Coefficients;
import dev.waggle.math.dynamics.ParticleSwarm.Particle;

/**
 * A search for the least cost in a box by a {@link ParticleSwarm}.
 *
 * <p>Particles start uniformly in the box, with half the way to another uniform place as their velocity; no velocity is
 * above the width of the box; who would leave the box stops at its wall. So do the standard particle swarms of 2007 and
 * 2011. Draws are made particle by particle and dimension by dimension, r1 before r2. A random search finds good
 * places, and no more is promised.
 *
 * <p>Costs O(rounds * particles * dimensions) and (rounds + 1) * particles evaluations.
 */
public final class ParticleSearch {

    private ParticleSearch() {}

    /** Whom a particle hears of good places from. */
    public enum Neighbourhood {

        /** From all: quick, and easily caught in a local minimum. */
        ALL,

        /** From itself and the two beside it in a ring: slower and more thorough (Kennedy and Mendes 2002). */
        RING
    }

    /**
     * How to search.
     *
     * @param particles at least 1
     * @param rounds steps after the start, at least 0
     */
    public record Effort(int particles, int rounds, Neighbourhood neighbourhood, Coefficients coefficients) {

        /** The size of the standard swarm of 2011. */
        public static final int PARTICLES = 40;

        public Effort {
            Domain.atLeast("particles", particles, 1);
            Domain.atLeast("rounds", rounds, 0);
        }

        /** {@value #PARTICLES} particles in a ring, constricted for phi = 4.1. */
        public static Effort rounds(int rounds) {
            return new Effort(PARTICLES, rounds, Neighbourhood.RING, Coefficients.constricted(4.1));
        }
    }

    /**
     * Where the search ended.
     *
     * @param position the best place found
     * @param cost of that place
     * @param particles as they stand at last; their {@link ParticleSwarm#diversity} tells whether the search has
     *        gathered
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Minimum(double[] position, double cost, List<Particle> particles) {}

    /**
     * Searches for the least cost.
     *
     * @param cost must answer a finite number for each place in the box; the array that it gets is its own
     * @param lower the least coordinates, at least one dimension
     * @param upper the largest coordinates, each above its least
     * @param chance the same state gives the same search
     */
    public static Minimum minimise(ToDoubleFunction<double[]> cost, double[] lower, double[] upper, Effort effort,
            RandomGenerator chance) {
        Box box = Box.of(lower, upper);
        Particle[] particles = new Particle[effort.particles()];
        Arrays.setAll(particles, _ -> evaluated(box.anywhere(chance), cost));
        for (int round = 0; round < effort.rounds(); round++) {
            particles = step(particles, box, effort, cost, chance);
        }
        List<Particle> last = List.of(particles);
        Best best = ParticleSwarm.best(last).orElseThrow();
        return new Minimum(best.position().clone(), -best.fitness(), last);
    }

    private static Particle[] step(Particle[] particles, Box box, Effort effort, ToDoubleFunction<double[]> cost,
            RandomGenerator chance) {
        Particle[] next = new Particle[particles.length];
        Best best = ParticleSwarm.best(List.of(particles)).orElseThrow();
        for (int i = 0; i < particles.length; i++) {
            Best heard = switch (effort.neighbourhood()) {
                case ALL -> best;
                case RING -> bestBeside(particles, i);
            };
            int dimensions = box.width().length;
            double[] own = new double[dimensions];
            double[] social = new double[dimensions];
            for (int d = 0; d < dimensions; d++) {
                own[d] = chance.nextDouble();
                social[d] = chance.nextDouble();
            }
            Particle moved = ParticleSwarm.move(particles[i], heard.position(), effort.coefficients(), box.width(), own,
                    social);
            next[i] = evaluated(box.held(moved), cost);
        }
        return next;
    }

    private static Best bestBeside(Particle[] particles, int i) {
        List<Particle> beside = new ArrayList<>(3);
        for (int side = -1; side <= 1; side++) {
            beside.add(particles[Math.floorMod(i + side, particles.length)]);
        }
        return ParticleSwarm.best(beside).orElseThrow();
    }

    private static Particle evaluated(Particle particle, ToDoubleFunction<double[]> cost) {
        double[] place = particle.position().clone();
        double value = cost.applyAsDouble(place);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("cost must be finite, got " + value + " at "
                    + Arrays.toString(particle.position())
                    + "\nMaybe a large finite cost can stand for a place that is not allowed.");
        }
        return particle.evaluated(-value);
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Box(double[] lower, double[] upper, double[] width) {

        static Box of(double[] lower, double[] upper) {
            Domain.sameLength("lower", ParticleSwarm.coordinates("lower", lower), "upper",
                    ParticleSwarm.coordinates("upper", upper));
            Domain.atLeast("lower.length", lower.length, 1);
            double[] width = new double[lower.length];
            for (int d = 0; d < width.length; d++) {
                width[d] = upper[d] - lower[d];
                if (!(width[d] > 0)) {
                    throw new IllegalArgumentException("upper[" + d + "] must be above lower[" + d + "], got "
                            + upper[d] + " and " + lower[d]);
                }
            }
            return new Box(lower.clone(), upper.clone(), width);
        }

        Particle anywhere(RandomGenerator chance) {
            double[] position = new double[width.length];
            double[] velocity = new double[width.length];
            for (int d = 0; d < width.length; d++) {
                position[d] = chance.nextDouble(lower[d], upper[d]);
                velocity[d] = (chance.nextDouble(lower[d], upper[d]) - position[d]) / 2;
            }
            return new Particle(position, velocity, null);
        }

        /** The particle within the box, without the part of its velocity that led out. */
        Particle held(Particle particle) {
            double[] position = particle.position().clone();
            double[] velocity = particle.velocity().clone();
            for (int d = 0; d < width.length; d++) {
                if (position[d] < lower[d] || position[d] > upper[d]) {
                    position[d] = Math.clamp(position[d], lower[d], upper[d]);
                    velocity[d] = 0;
                }
            }
            return new Particle(position, velocity, particle.best());
        }
    }
}
