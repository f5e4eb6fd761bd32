package dev.waggle.math.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import org.jspecify.annotations.Nullable;

/**
 * Particle swarm optimization: particles search a space for the largest fitness. Each particle retains a share of its
 * velocity and is pulled towards its own best place and the best place known to its group.
 *
 * <p>In each dimension v' = w * v + c1 * r1 * (own best - x) + c2 * r2 * (group best - x), held within -vmax..vmax,
 * and x' = x + v'. All particles move at once. Only evaluated places attract: without an own best there is no second
 * term, without a group best no third.
 *
 * <p>Sources: Kennedy and Eberhart 1995, Particle swarm optimization; Shi and Eberhart 1998, A modified particle swarm
 * optimizer (w); Clerc and Kennedy 2002, The particle swarm: explosion, stability, and convergence (constriction).
 */
public final class ParticleSwarm {

    /** Coordinates lie within plus and minus this, so that squares of distances stay finite. */
    public static final double MAX_VALUE = 1e100;

    /** Largest number of points for the diversity, which visits each pair; more are rejected. */
    public static final int MAX_POINTS = 10_000;

    private ParticleSwarm() {}

    /**
     * One synchronous step. Costs O(particles * dimensions).
     *
     * @param particles of one dimension; may be none
     * @param groupBest the best place known to the particles, or null for none
     * @param largestVelocity vmax in each dimension, above 0
     * @param own r1 of each particle in each dimension, 0..1
     * @param social r2 of each particle in each dimension, 0..1
     * @return the particles in the same order, with their previous bests
     */
    public static List<Particle> step(List<Particle> particles, double @Nullable [] groupBest,
            Coefficients coefficients,
            double largestVelocity, double[][] own, double[][] social) {
        DomainCheck.positive("largestVelocity", largestVelocity);
        requireRows("own", own, particles.size());
        requireRows("social", social, particles.size());
        List<Particle> moved = new ArrayList<>(particles.size());
        for (int i = 0; i < particles.size(); i++) {
            Particle particle = particles.get(i);
            double[] limits = new double[particle.position().length];
            Arrays.fill(limits, largestVelocity);
            if (i > 0) {
                DomainCheck.sameLength("particles[0]", particles.getFirst().position(), "particles[" + i + "]",
                        particle.position());
            }
            moved.add(move(particle, groupBest, coefficients, limits, own[i], social[i]));
        }
        return List.copyOf(moved);
    }

    /** One particle after one move; the limits of its velocity are given for each dimension. */
    static Particle move(Particle particle, double @Nullable [] groupBest, Coefficients coefficients, double[] limits,
            double[] own, double[] social) {
        double[] x = particle.position().clone();
        double[] v = particle.velocity().clone();
        BestPosition best = particle.best();
        DomainCheck.sameLength("position", x, "own draws", DomainCheck.shares("own draws", own));
        DomainCheck.sameLength("position", x, "social draws", DomainCheck.shares("social draws", social));
        if (groupBest != null) {
            DomainCheck.sameLength("position", x, "groupBest", coordinates("groupBest", groupBest));
        }
        for (int d = 0; d < x.length; d++) {
            double ownPull = best == null ? 0 : coefficients.own() * own[d] * (best.position()[d] - x[d]);
            double socialPull = groupBest == null ? 0 : coefficients.social() * social[d] * (groupBest[d] - x[d]);
            double next = coefficients.inertia() * v[d] + ownPull + socialPull;
            v[d] = Math.clamp(next, -limits[d], limits[d]);
            x[d] += v[d];
        }
        return new Particle(x, v, best);
    }

    /** The best of the bests of these particles, the first of those with equal fitness; empty while none is known. */
    public static Optional<BestPosition> best(List<Particle> particles) {
        BestPosition best = null;
        for (Particle particle : particles) {
            BestPosition other = particle.best();
            if (other != null && (best == null || other.fitness() > best.fitness())) {
                best = other;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * The mean Euclidean distance of the pairs of points, in the unit of the space; 0 for fewer than two. Costs
     * O(points^2 * dimensions).
     *
     * @param points of one dimension, at most {@value #MAX_POINTS}
     */
    public static double diversity(double[][] points) {
        DomainCheck.matrix("points", points);
        if (points.length > MAX_POINTS) {
            throw new IllegalArgumentException("points must be at most " + MAX_POINTS + ", got " + points.length
                    + "\nMaybe a random sample of them will do.");
        }
        for (int i = 0; i < points.length; i++) {
            coordinates("points[" + i + "]", points[i]);
        }
        if (points.length < 2) {
            return 0;
        }
        CompensatedSum distances = new CompensatedSum();
        for (int i = 0; i < points.length; i++) {
            for (int j = 0; j < i; j++) {
                distances.add(distance(points[i], points[j]));
            }
        }
        return distances.get() / (0.5 * points.length * (points.length - 1));
    }

    /**
     * The constriction coefficient of Clerc and Kennedy: 2 / (phi - 2 + sqrt(phi^2 - 4 * phi)), above 0 and at most 1.
     *
     * @param phi the sum of both pulls, at least 4; from there on the swarm needs to be slowed down, 4.1 is usual
     */
    public static double constriction(double phi) {
        DomainCheck.between("phi", phi, 4, MAX_VALUE);
        return 2 / (phi - 2 + Math.sqrt(phi * (phi - 4)));
    }

    static double[] coordinates(String name, double[] values) {
        for (int d = 0; d < values.length; d++) {
            if (!(Math.abs(values[d]) <= MAX_VALUE)) {
                throw new IllegalArgumentException(
                        name + "[" + d + "] must be within -" + MAX_VALUE + ".." + MAX_VALUE + ", got " + values[d]);
            }
        }
        return values;
    }

    /** The Euclidean distance of two places, in the unit of the space. O(dimensions). */
    public static double distance(double[] left, double[] right) {
        DomainCheck.sameLength("left", left, "right", right);
        double squares = 0;
        for (int d = 0; d < left.length; d++) {
            double difference = left[d] - right[d];
            squares += difference * difference;
        }
        return Math.sqrt(squares);
    }

    private static void requireRows(String name, double[][] rows, int size) {
        if (rows.length != size) {
            throw new IllegalArgumentException(
                    name + " must have a row for each of " + size + " particles, got " + rows.length);
        }
    }

    /**
     * A place with its fitness.
     *
     * @param position a coordinate for each dimension
     * @param fitness finite; larger is better
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record BestPosition(double[] position, double fitness) {

        public BestPosition {
            position = coordinates("position", position).clone();
            DomainCheck.finite("fitness", fitness);
        }
    }

    /**
     * A particle.
     *
     * @param position x, a coordinate for each dimension
     * @param velocity v, the last step
     * @param best the best place that it has evaluated; null before the first
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Particle(double[] position, double[] velocity, @Nullable BestPosition best) {

        public Particle {
            position = coordinates("position", position).clone();
            velocity = coordinates("velocity", velocity).clone();
            DomainCheck.sameLength("position", position, "velocity", velocity);
            if (best != null) {
                DomainCheck.sameLength("position", position, "best", best.position());
            }
        }

        /** A particle at rest that has evaluated nothing. */
        public static Particle resting(double[] position) {
            return new Particle(position, new double[position.length], null);
        }

        /** The particle once the fitness of its position is known; its best changes on a strict improvement only. */
        public Particle evaluated(double fitness) {
            BestPosition here = new BestPosition(position, fitness);
            return best != null && best.fitness() >= fitness ? this : new Particle(position, velocity, here);
        }
    }

    /**
     * Coefficients of the velocity update.
     *
     * @param inertia w, the retained share of its velocity; within -1..1 for a swarm that settles
     * @param own c1, the pull towards its own best, 0..{@value #MAX_PULL}
     * @param social c2, the pull towards the known best, 0..{@value #MAX_PULL}
     */
    public record Coefficients(double inertia, double own, double social) {

        /** Far above any pull under which a swarm comes to rest, which is below 4. */
        public static final double MAX_PULL = 1_000;

        public Coefficients {
            DomainCheck.between("inertia", inertia, -MAX_PULL, MAX_PULL);
            DomainCheck.between("own", own, 0, MAX_PULL);
            DomainCheck.between("social", social, 0, MAX_PULL);
        }

        /** Two equal pulls of phi / 2, and all constricted; for phi = 4.1 that is 0.7298 and twice 1.4962. */
        public static Coefficients constricted(double phi) {
            double chi = constriction(phi);
            return new Coefficients(chi, chi * phi / 2, chi * phi / 2);
        }
    }
}
