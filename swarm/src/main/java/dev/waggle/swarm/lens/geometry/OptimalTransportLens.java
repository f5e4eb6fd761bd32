package dev.waggle.swarm.lens.geometry;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.math.geometry.Barycenter;
import dev.waggle.math.geometry.OptimalTransport;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.BeliefMatrix;
import dev.waggle.swarm.lens.belief.BeliefTracker;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Optimal transport between the beliefs of agents: their distances, and the belief nearest to all. Moving a share of
 * belief from any proposal to any other costs 1, so the Wasserstein distance is the total variation. Findings use at
 * most {@value #FEW} representatives a round. The reading compares up to {@value #ALL} beliefs with each other, and of
 * more as many representatives, each agent going with its own.
 */
public final class OptimalTransportLens implements Lens<OptimalTransportLens.TransportReading> {

    private static final LensCard CARD = new LensCard("optimal-transport", "beliefDistance",
            "How far apart are the agents, and where could they meet?",
            "each agent's own belief over the proposals", "mean distance of two agents", "share of belief", "0..1",
            "W1(p, q) = 1/2 sum |p - q|", "Kantorovich 1942; Agueh and Carlier 2011", Set.of(Finding.Kind.GAP),
            "misses a synthesizer when two groups or more have lain apart for two measured rounds")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** Number of representatives for findings. */
    static final int FEW = 32;

    /** Number of beliefs that a reading compares one by one, as many as its time allows. */
    static final int ALL = 512;

    /** Chains of beliefs with no step above this are a cluster; a mean distance above it is a split (specification). */
    private static final double THRESHOLD = 0.3;

    /** Minimum of believers: two groups of two are the smallest split. */
    private static final int MIN_BELIEVERS = 4;
    private static final int MIN_GROUPS = 2;

    /** Minimum of measured rounds: a split that one round undoes needs no action. */
    private static final int MIN_MEASURED = 2;

    /**
     * Reading of the lens.
     *
     * @param believers the number of agents that stated a belief
     * @param clusters the ids of agents by cluster, chains of beliefs with no step above 0.3
     * @param optimalConsensus the belief with the least mean distance to the agents' beliefs, by proposal id
     * @param rest the share of that belief for all other proposals together; empty when there are no others
     * @param unique whether no other belief is as near
     * @param cost its mean distance to the agents, 0..1
     * @param meanDistance of two agents, 0..1
     * @param points the number of beliefs compared for the clusters
     * @param exact whether all of them were compared, or each omitted one equals a compared one
     */
    public record TransportReading(int believers, List<List<String>> clusters, Map<String, Double> optimalConsensus,
            OptionalDouble rest, boolean unique, double cost, double meanDistance, int points,
            boolean exact) implements LensReading {
        public TransportReading {
            clusters = clusters.stream().map(List::copyOf).toList();
            optimalConsensus = Collections.unmodifiableMap(new LinkedHashMap<>(optimalConsensus));
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(meanDistance);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("clusterCount", clusters.size())
                    .with("clusters", JsonValue.of(clusters.stream()
                            .map(cluster -> JsonValue.of(cluster.stream().map(JsonValue::of).toList())).toList()))
                    .withNumbers("optimalConsensus", optimalConsensus).with("meanDistance", meanDistance)
                    .with("rest", rest).with("unique", unique).with("cost", cost).with("believers", believers)
                    .with("points", points).with("exact", exact).all();
        }
    }

    public OptimalTransportLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<TransportReading> open(LensContext context) {
        return new OptimalTransportProbe();
    }

    private static final class OptimalTransportProbe implements Probe<TransportReading> {

        private final BeliefTracker beliefs = new BeliefTracker();
        private int split;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            BeliefMatrix now = beliefs.changed(deliberation).orElse(null);
            if (now == null) {
                return List.of();
            }
            if (now.size() < MIN_BELIEVERS || 2 * now.size() <= deliberation.electorate()) {
                split = 0;
                return List.of();
            }
            long groups = groups(now);
            double mean = groups < MIN_GROUPS ? 0 : OptimalTransport.meanTotalVariation(now.rows());
            split = mean > THRESHOLD ? split + 1 : 0;
            return split < MIN_MEASURED
                    ? List.of()
                    : List.of(new Finding.Gap(CARD.name(), "synthesizer", mean, String.format(PlainLocale.NONE,
                            "%d groups of agents lie apart, two agents differ in %.0f %% of their beliefs on average",
                            groups, mean * 100)));
        }

        /**
         * Number of clusters of more than one agent. The distance of representatives differs from their clusters' by
         * up to two radii. The threshold grows by as much, so that these clusters are real ones.
         */
        private static long groups(BeliefMatrix now) {
            return BeliefShape.withinRadius((1 - THRESHOLD) / 2, now.rows(), FEW)
                    .map(shape -> Stream.of(shape.clusters(THRESHOLD + 2 * shape.radius()))
                            .filter(cluster -> cluster.length > 1).count())
                    .orElse(0L);
        }

        @Override
        public Optional<TransportReading> reading() {
            return beliefs.beliefs().filter(now -> now.size() > 1 && now.options().size() > 1)
                    .map(OptimalTransportProbe::read);
        }

        private static TransportReading read(BeliefMatrix now) {
            BeliefShape shape = BeliefShape.of(now.rows(), ALL);
            double[] weights = new double[now.size()];
            Arrays.fill(weights, 1);
            Barycenter nearest = Barycenter.ofTotalVariation(now.rows(), weights);
            double[] middle = nearest.distribution();
            boolean pooled = now.options().isPooled();
            int alone = pooled ? middle.length - 1 : middle.length;
            Map<String, Double> consensus = new LinkedHashMap<>();
            for (int option = 0; option < alone; option++) {
                consensus.put(now.proposalId(option), middle[option]);
            }
            return new TransportReading(now.size(),
                    Stream.of(shape.clusters(THRESHOLD)).map(now::ids).toList(), consensus,
                    pooled ? OptionalDouble.of(middle[alone]) : OptionalDouble.empty(),
                    nearest.unique().isPresent(), nearest.cost(),
                    OptimalTransport.meanTotalVariation(now.rows()), shape.points(), shape.isExact());
        }
    }
}
