package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.TieComparison;
import dev.waggle.math.dynamics.ParticleSwarm;
import dev.waggle.math.dynamics.ParticleSwarm.Particle;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PooledProposals;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/**
 * Particle swarm view of the agents: search or premature convergence. Each agent is a particle, and its belief over
 * the proposals is its position. A position is the better, the closer it is to the posterior of the group. Particles
 * that gather while most positions were never visited have converged too soon.
 */
public final class PsoLens implements Lens<PsoLens.PsoReading> {

    private static final LensCard CARD = new LensCard("pso", "pso", "Did the swarm gather before it had searched?",
            "the belief that each agent stated, as a place in the space of the proposals",
            "mean distance of two beliefs", "Euclidean distance of distributions", "0..sqrt(2)",
            "mean over pairs of |x_i - x_j|", "Kennedy and Eberhart 1995", Set.of(Finding.Kind.GAP),
            "an explorer is missing when beliefs have gathered at one proposal early, while most proposals were"
                    + " nobody's favourite and nobody but their author voted on them")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** The missing role. */
    static final String ROLE = "explorer";

    /** Number of particles above which they are sampled. */
    static final int MAX_PARTICLES = 64;

    /** Minimum of particles: two are always close or apart. */
    private static final int MIN_PARTICLES = 3;

    /** Minimum number of proposals; with fewer the leader alone gives the same information. */
    private static final int MIN_PROPOSALS = 3;

    /** Distance of beliefs with one favourite held with confidence 0.6 to 0.9. */
    private static final double GATHERED = 0.3;

    /** Four of five share the favourite. */
    private static final double FOLLOWING = 0.8;

    /** Most: more than half. */
    private static final double EXPLORED = 0.5;

    /** First round of findings: in the round before no agent can have seen the proposals of others. */
    private static final int FIRST_ROUND = 2;

    private static final double URGENCY = 0.7;

    /**
     * Reading of the lens.
     *
     * @param diversity the mean distance of two beliefs
     * @param globalBest the proposal most believed at the best position that was visited; absent when several are
     * @param bestFitness the fitness of that position: its expected logarithmic score if the group is right, in bits,
     *        at most 0
     * @param movement the mean movement of beliefs in the last round with new evidence, without the effect of late
     *        proposals; absent before the second
     * @param exploredShare share of the proposals that were a favourite of an agent, or that another than the
     *        author voted on
     * @param atOwnBest share of the agents that are at their own best position
     * @param particles the number of beliefs in the sample
     * @param exact whether these are all, not a sample
     */
    public record PsoReading(double diversity, Optional<String> globalBest, double bestFitness,
            OptionalDouble movement, double exploredShare, double atOwnBest, int particles, boolean exact)
            implements
            LensReading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(diversity);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("diversity", diversity).with("globalBest", globalBest)
                    .with("bestFitness", bestFitness).with("movement", movement)
                    .with("exploredShare", exploredShare).with("atOwnBest", atOwnBest).with("particles", particles)
                    .with("exact", exact).all();
        }
    }

    public PsoLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<PsoReading> open(LensContext context) {
        return new PsoProbe(context);
    }

    private static final class PsoProbe implements Probe<PsoReading> {

        private final int lastEarlyRound;
        private final int maxRounds;
        private final AgentSampler sample;
        private final BitSet explored = new BitSet();
        private final Map<Integer, double[]> places = new HashMap<>();
        private final Map<Integer, double[]> bests = new HashMap<>();
        private @Nullable PooledProposals options;
        private int proposals;
        private double following;
        private @Nullable PsoReading reading;

        PsoProbe(LensContext context) {
            maxRounds = context.maxRounds();
            lastEarlyRound = Math.max(FIRST_ROUND, maxRounds / 2);
            sample = new AgentSampler(MAX_PARTICLES, context.agents().size(), context.chance().apply(CARD.name()));
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            boolean isNew = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
            if (!isNew) {
                return List.of();
            }
            explore(deliberation);
            int[] believers = deliberation.believers();
            if (proposals < 2 || believers.length < 2) {
                return List.of();
            }
            PsoReading now = look(deliberation, sample.of(believers), believers.length);
            reading = now;
            boolean early = deliberation.round() >= FIRST_ROUND && deliberation.round() <= lastEarlyRound
                    && deliberation.round() < maxRounds;
            if (!early || believers.length < MIN_PARTICLES || proposals < MIN_PROPOSALS
                    || now.diversity() > GATHERED || following < FOLLOWING || now.exploredShare() >= EXPLORED) {
                return List.of();
            }
            return List.of(new Finding.Gap(CARD.name(), ROLE, URGENCY, String.format(PlainLocale.NONE,
                    "beliefs are %.2f apart in round %d of %d, and of %d proposals %d were looked at",
                    now.diversity(), deliberation.round(), maxRounds, proposals, explored.cardinality())));
        }

        /** Marks proposals as explored: each favourite of an agent, and each with a vote of another than its author. */
        private void explore(DeliberationData deliberation) {
            for (; proposals < deliberation.proposalCount(); proposals++) {
                int author = deliberation.proposal(proposals).author();
                if (author != ProposalEntry.NO_AGENT) {
                    deliberation.favourite(author).ifPresent(explored::set);
                }
            }
            if (explored.cardinality() == proposals) {
                return;
            }
            for (BallotChange change : deliberation.changes()) {
                Ballot ballot = change.after();
                if (ballot != null && ballot.stance() != Stance.ABSTAIN
                        && deliberation.proposal(change.proposal()).author() != change.agent()) {
                    explored.set(change.proposal());
                }
                deliberation.favourite(change.agent()).ifPresent(explored::set);
            }
        }

        private PsoReading look(DeliberationData deliberation, int[] agents, int believers) {
            PooledProposals now = deliberation.options();
            double[] group = now.pool(deliberation.distribution());
            OptionalDouble movement = movement(deliberation, agents, now);
            if (options == null || !options.isSameAs(now)) {
                bests.clear(); // Another space, in which the old best is no position.
            }
            options = now;
            double[][] points = new double[agents.length][];
            List<Particle> particles = new ArrayList<>(agents.length);
            Map<Integer, double[]> oldBests = new HashMap<>(bests);
            places.clear();
            bests.clear();
            int atBest = 0;
            for (int i = 0; i < agents.length; i++) {
                double[] place = place(deliberation, agents[i]);
                double[] before = oldBests.getOrDefault(agents[i], place);
                double fitness = fitness(group, place);
                double fitnessBefore = fitness(group, before);
                boolean here = fitness >= fitnessBefore;
                points[i] = place;
                places.put(agents[i], place);
                bests.put(agents[i], here ? place : before);
                particles.add(Particle.resting(here ? place : before).evaluated(here ? fitness : fitnessBefore));
                atBest += here ? 1 : 0;
            }
            ParticleSwarm.BestPosition best = ParticleSwarm.best(particles).orElseThrow();
            OptionalInt bestProposal = mostBelieved(particles, best.fitness(), now);
            following = following(deliberation, agents, bestProposal);
            Optional<String> id = bestProposal.isPresent()
                    ? Optional.of(deliberation.proposal(bestProposal.getAsInt()).id())
                    : Optional.empty();
            return new PsoReading(ParticleSwarm.diversity(points), id, best.fitness(), movement,
                    (double) explored.cardinality() / proposals, (double) atBest / agents.length, agents.length,
                    agents.length == believers);
        }

        /** Mean movement of beliefs over the proposals that were there before. */
        private OptionalDouble movement(DeliberationData deliberation, int[] sample, PooledProposals now) {
            if (options == null || (!options.isSameAs(now) && (options.isPooled() || now.isPooled()))) {
                return OptionalDouble.empty();
            }
            boolean same = options.isSameAs(now);
            double sum = 0;
            int count = 0;
            for (int agent : sample) {
                double[] before = places.get(agent);
                if (before != null) {
                    double[] place = place(deliberation, agent);
                    sum += ParticleSwarm.distance(before, same ? place : conditional(place, before.length));
                    count++;
                }
            }
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
        }

        /** Belief conditional on the first options. */
        private static double[] conditional(double[] place, int size) {
            double[] masses = Arrays.copyOf(place, size);
            double all = Arrays.stream(masses).sum();
            return Arrays.stream(masses).map(mass -> mass / all).toArray();
        }

        @Override
        public Optional<PsoReading> reading() {
            return Optional.ofNullable(reading);
        }

        private static double[] place(DeliberationData deliberation, int believer) {
            double[] belief = deliberation.belief(believer);
            if (belief == null) {
                throw new IllegalStateException("agent " + believer + " must have a belief");
            }
            return belief;
        }

        /** Expected logarithmic score of a belief, in bits. It is largest for the belief of the group (Good 1952). */
        private static double fitness(double[] group, double[] place) {
            double score = 0;
            for (int option = 0; option < group.length; option++) {
                score += group[option] == 0 ? 0 : group[option] * Math.log(place[option]);
            }
            return score / Math.log(2);
        }

        private static double following(DeliberationData deliberation, int[] sample, OptionalInt best) {
            int count = 0;
            for (int agent : sample) {
                count += best.isPresent() && deliberation.favourite(agent).equals(best) ? 1 : 0;
            }
            return (double) count / sample.length;
        }

        /** The proposal most believed at all positions of that fitness; empty when they differ. */
        private static OptionalInt mostBelieved(List<Particle> particles, double fitness, PooledProposals options) {
            OptionalInt common = OptionalInt.empty();
            for (Particle particle : particles) {
                ParticleSwarm.BestPosition best = particle.best();
                if (best != null && TieComparison.equal(best.fitness(), fitness)) {
                    OptionalInt most = mostBelieved(best.position(), options);
                    if (most.isEmpty() || (common.isPresent() && !common.equals(most))) {
                        return OptionalInt.empty();
                    }
                    common = most;
                }
            }
            return common;
        }

        private static OptionalInt mostBelieved(double[] place, PooledProposals options) {
            int max = 0;
            boolean tied = false;
            for (int option = 1; option < place.length; option++) {
                tied = TieComparison.equal(place[option], place[max]) || (tied && place[option] < place[max]);
                max = TieComparison.exceeds(place[option], place[max]) ? option : max;
            }
            boolean pooled = options.isPooled() && max == place.length - 1;
            return pooled || tied ? OptionalInt.empty() : OptionalInt.of(options.proposal(max));
        }
    }
}
